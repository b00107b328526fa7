import { type ComponentProps, useId } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { borderOf, FieldLabel } from './field-frame.tsx'

type TextAreaFieldProps = Omit<ComponentProps<'textarea'>, 'id'> & {
  label: string
  /** Absent if the field is uncontrolled. */
  value?: string
  /** The most characters; the count is shown below the field. */
  most: number
  error?: string
}

/** A field of several lines with a count of its characters. */
export function TextAreaField({ label, value, most, error, className, required, ...area }: TextAreaFieldProps) {
  const id = useId()
  const typed = [...(value ?? '')].length
  return (
    <div className={className}>
      <FieldLabel id={id} label={label} required={required} />
      <textarea
        id={id}
        rows={4}
        value={value}
        className={classNames(
          'w-full rounded-lg border bg-white px-3.5 py-2 text-base text-night placeholder:text-night/60',
          borderOf(error),
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
