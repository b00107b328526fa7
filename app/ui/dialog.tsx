import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { classNames } from './class-names.ts'

type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** The title is for assistive technology alone; the content has its own heading. */
  hideTitle?: boolean
  size?: 'sm' | 'md' | 'lg' | 'xl'
  /** Stays in view below the scrolling content. */
  footer?: ReactNode
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

const WIDTHS = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl', xl: 'sm:max-w-5xl' } as const

/** A bottom sheet on the phone, a centred dialog on wider screens. Escape and a press outside close it. */
export function Dialog({
  open,
  onOpenChange,
  title,
  hideTitle,
  size = 'md',
  footer,
  initialFocus,
  children,
}: DialogProps) {
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-night/60 transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <BaseDialog.Viewport className="fixed inset-0 z-50 flex items-end justify-center sm:items-center sm:p-6">
          <BaseDialog.Popup
            initialFocus={initialFocus}
            className={classNames(
              'relative flex max-h-[94dvh] w-full flex-col overflow-hidden rounded-t-3xl bg-ivory shadow-lift outline-none',
              'transition-[translate,opacity] duration-250 ease-calm sm:max-h-[92dvh] sm:rounded-3xl',
              'data-ending-style:translate-y-8 data-ending-style:opacity-0 data-starting-style:translate-y-8 data-starting-style:opacity-0',
              WIDTHS[size],
            )}
          >
            <header
              className={classNames(
                'flex shrink-0 items-center gap-4',
                hideTitle
                  ? 'justify-end px-2 pt-1 md:absolute md:top-0 md:right-0 md:z-10 md:p-2'
                  : 'border-b border-night/10 py-2 pr-2 pl-5 sm:pl-7',
              )}
            >
              <BaseDialog.Title className={hideTitle ? 'sr-only' : 'min-w-0 flex-1 font-display text-xl'}>
                {title}
              </BaseDialog.Title>
              <BaseDialog.Close
                aria-label="Zamknij"
                className="grid size-11 shrink-0 place-items-center rounded-full bg-ivory/90 hover:bg-sand"
              >
                <X aria-hidden="true" className="size-5" />
              </BaseDialog.Close>
            </header>
            <div className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
            {footer && (
              <footer className="shrink-0 border-t border-night/10 bg-ivory px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-7">
                {footer}
              </footer>
            )}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
