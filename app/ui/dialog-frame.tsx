import { type ReactNode, useEffect } from 'react'
import { classNames } from './class-names.ts'
import { CROSS, Icon } from './icon.tsx'

export type DialogWidth = 'sm' | 'md' | 'lg' | 'xl'

export const DIALOG_WIDTHS: Record<DialogWidth, string> = {
  sm: 'sm:max-w-md',
  md: 'sm:max-w-xl',
  lg: 'sm:max-w-3xl',
  xl: 'sm:max-w-5xl',
}

/** Classes of a dialog. The opening motion is CSS (`starting:`): it also runs when a dialog is mounted open. */
export const BACKDROP = 'fixed inset-0 z-50 bg-night/60 transition-opacity duration-150 starting:opacity-0'
export const VIEWPORT = 'fixed inset-0 z-50 flex items-end justify-center sm:items-center sm:p-6'
export const SHEET = classNames(
  'relative flex max-h-[94dvh] w-full flex-col overflow-hidden rounded-t-3xl bg-ivory shadow-lift outline-none',
  'transition-[translate,opacity] duration-200 ease-calm sm:max-h-[92dvh] sm:rounded-3xl',
  'starting:translate-y-8 starting:opacity-0',
)

type DialogFrameProps = { width: DialogWidth; onClose: () => void; children: ReactNode }

/** In place of a dialog while its code loads, or after that has failed. It closes like the dialog itself. */
export function DialogFrame({ width, onClose, children }: DialogFrameProps) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onClose])
  return (
    <>
      <button type="button" tabIndex={-1} aria-hidden="true" className={BACKDROP} onClick={onClose} />
      <div className={classNames(VIEWPORT, 'pointer-events-none')}>
        <div className={classNames(SHEET, 'pointer-events-auto', DIALOG_WIDTHS[width])}>
          <div className="flex justify-end px-2 pt-1">
            <button
              type="button"
              aria-label="Zamknij"
              className="grid size-11 place-items-center rounded-full hover:bg-sand"
              onClick={onClose}
            >
              <Icon d={CROSS} className="size-5" />
            </button>
          </div>
          {children}
        </div>
      </div>
    </>
  )
}
