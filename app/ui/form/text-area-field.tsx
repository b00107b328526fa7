import { type ComponentProps, useId } from 'react'
import { classNames } from '#app/ui/class-names.ts'

type TextAreaFieldProps = Omit<ComponentProps<'textarea'>, 'id'> & {
  label: string
  /** Without it the browser holds what is typed. */
  value?: string
  /** So many characters it may have; how many it has is counted beside it. */
  most: number
  /** A Polish sentence; shown at the field and read with it. */
  error?: string
}

/** A labelled field of several lines that counts what is typed. */
export function TextAreaField({ label, value, most, error, className, required, ...area }: TextAreaFieldProps) {
  const id = useId()
  const typed = [...(value ?? '')].length
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
      <textarea
        id={id}
        rows={4}
        value={value}
        className={classNames(
          'w-full rounded-lg border bg-white px-3.5 py-2 text-base text-night placeholder:text-night/60',
          error ? 'border-2 border-wine' : 'border-night/45 hover:border-night/70',
        )}
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-count${error ? ` ${id}-note` : ''}`}
        {...area}
      />
      <div className="flex justify-between gap-4 text-xs">
        <p id={`${id}-note`} className="font-medium text-wine">
          {error}
        </p>
        <p
          id={`${id}-count`}
          className={classNames('shrink-0 tabular-nums', typed > most ? 'font-medium text-wine' : 'text-night/80')}
        >
          {typed}/{most}
          <span className="sr-only"> znaków</span>
        </p>
      </div>
    </div>
  )
}
