import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, use, useEffect, useRef } from 'react'
import { classNames } from './class-names.ts'
import { DialogAbove } from './dialog-above.ts'
import { BACKDROP, DIALOG_WIDTHS, type DialogWidth, SHEET, VIEWPORT } from './dialog-frame.tsx'
import { CROSS, Icon } from './icon.tsx'
import { OfflineMessage } from './offline-message.tsx'
import { clearDoneToasts } from './toast.ts'
import { ToastPlace } from './toast-place.tsx'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: string
  /** The title is only the dialog's name: the content has its own heading. */
  hideTitle?: boolean
  size?: DialogWidth
  /** Stays in view below the scrolling content. */
  footer?: ReactNode
  /** Puts the footer before the content for keyboard and screen reader. */
  footerFirst?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

/**
 * A bottom sheet on the phone, a centred dialog on wider screens. Escape and a press outside close it. While it is
 * open, toasts appear between content and footer and cover neither; success toasts disappear when it opens.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, hideTitle, size = 'md', footer, footerFirst = false, initialFocus, children } = props
  const above = use(DialogAbove)
  useEffect(() => {
    if (open) clearDoneToasts()
  }, [open])
  const bar = footer && (
    <footer
      className="order-2 shrink-0 border-t border-night/10 bg-ivory px-5 pt-3
        pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-7"
    >
      {footer}
    </footer>
  )
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <BaseDialog.Portal>
        {/* Also between two dialogs: only the topmost can be reached. */}
        <BaseDialog.Backdrop forceRender className={classNames(BACKDROP, 'data-ending-style:opacity-0')} />
        <BaseDialog.Viewport className={VIEWPORT}>
          <BaseDialog.Popup
            initialFocus={initialFocus}
            aria-label={hideTitle ? title : undefined}
            className={classNames(
              SHEET,
              'data-ending-style:translate-y-8 data-ending-style:opacity-0',
              DIALOG_WIDTHS[size],
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
              {!hideTitle && (
                <BaseDialog.Title className="min-w-0 flex-1 font-display text-xl">{title}</BaseDialog.Title>
              )}
              <BaseDialog.Close
                aria-label="Zamknij"
                className="grid size-11 shrink-0 place-items-center rounded-full bg-ivory/90 hover:bg-sand"
              >
                <Icon d={CROSS} className="size-5" />
              </BaseDialog.Close>
            </header>
            {footerFirst && bar}
            <ToastBelow />
            <div className="order-1 flex shrink-0 justify-center px-3">
              <OfflineMessage />
            </div>
            <div data-scrolls="" className="relative min-h-0 flex-1 overflow-y-auto overscroll-contain">
              <DialogAbove value={null}>{children}</DialogAbove>
            </div>
            {!footerFirst && bar}
            {above}
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

/** Toasts below the scrolling content, which moves up with them, so that its lower edge stays visible. */
function ToastBelow() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = place.current
    if (!box) return
    let height = box.offsetHeight
    const observer = new MutationObserver(() => {
      const content = box.parentElement?.querySelector('[data-scrolls]')
      if (content) content.scrollTop += box.offsetHeight - height
      height = box.offsetHeight
    })
    observer.observe(box, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} className="order-1 shrink-0">
      <ToastPlace className="px-3" />
    </div>
  )
}
