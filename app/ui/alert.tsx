import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'
import { classNames } from './class-names.ts'
import { CROSS, Icon } from './icon.tsx'

type AlertProps = {
  /** The whole sentence, or what follows the title. */
  children: ReactNode
  title?: string
  /** Shows 'Spróbuj ponownie'. */
  onRetry?: () => void
  onClose?: () => void
  className?: string
}

/** An error at the place where it happened, announced by screen readers when it appears. */
export function Alert({ children, title, onRetry, onClose, className }: AlertProps) {
  return (
    <div role="alert" className={classNames('relative rounded-xl bg-wine-tint px-4 py-3 text-sm', className)}>
      {title && <p className={classNames('font-semibold', onClose && 'pr-10')}>{title}</p>}
      <div>{children}</div>
      {onRetry && (
        <button type="button" className={buttonClass('secondary', 'md', 'mt-3')} onClick={onRetry}>
          Spróbuj ponownie
        </button>
      )}
      {onClose && (
        <button
          type="button"
          aria-label="Zamknij komunikat"
          className="absolute top-1 right-1 grid size-11 place-items-center rounded-full hover:bg-night/10"
          onClick={onClose}
        >
          <Icon d={CROSS} className="size-4" />
        </button>
      )}
    </div>
  )
}
