import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'
import { classNames } from './class-names.ts'

type AlertProps = {
  /** The whole sentence, or what follows the title. */
  children: ReactNode
  title?: string
  /** 'Spróbuj ponownie' stands below when there is something to try again. */
  onRetry?: () => void
  className?: string
}

/** What went wrong, in the place where it went wrong; announced by screen readers as it appears. */
export function Alert({ children, title, onRetry, className }: AlertProps) {
  return (
    <div role="alert" className={classNames('rounded-xl bg-wine-tint px-4 py-3 text-sm', className)}>
      {title && <p className="font-semibold">{title}</p>}
      <div>{children}</div>
      {onRetry && (
        <button type="button" className={buttonClass('secondary', 'md', 'mt-3')} onClick={onRetry}>
          Spróbuj ponownie
        </button>
      )}
    </div>
  )
}
