import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

type TextFieldProps = Omit<ComponentProps<'input'>, 'id'> & {
  label: string
  hint?: string
  /** A Polish sentence; shown at the field and read with it. */
  error?: string
  /** Sits inside the field at its right end, e.g. a show-password button. */
  trailing?: ReactNode
}

/** A labelled input whose label stays and whose error stands under it. */
export function TextField({ label, hint, error, trailing, className, required, ...input }: TextFieldProps) {
  const id = useId()
  const note = error ?? hint
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
        {required && (
          <span aria-hidden="true" className="text-wine">
            {' '}
            *
          </span>
        )}
      </label>
      <div className="relative">
        <input
          id={id}
          className={classNames(
            'min-h-12 w-full rounded-lg border bg-white px-3.5 py-2 text-base text-night placeholder:text-night/60',
            'disabled:bg-sand/60',
            error ? 'border-2 border-wine' : 'border-night/45 hover:border-night/70',
            trailing !== undefined && 'pr-12',
          )}
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          {...input}
        />
        {trailing !== undefined && <div className="absolute inset-y-0 right-0 flex items-center">{trailing}</div>}
      </div>
      {note && (
        <p id={`${id}-note`} className={classNames('mt-1 text-xs', error ? 'font-medium text-wine' : 'text-night/80')}>
          {note}
        </p>
      )}
    </div>
  )
}
