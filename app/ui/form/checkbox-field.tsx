import { type ComponentProps, type ReactNode, useId } from 'react'

type CheckboxFieldProps = Omit<ComponentProps<'input'>, 'id' | 'type'> & { label: ReactNode; error?: string }

/** A checkbox with a label as large as its target. */
export function CheckboxField({ label, error, className, ...input }: CheckboxFieldProps) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className="flex min-h-11 items-start gap-3 py-2 text-sm">
        <input
          id={id}
          type="checkbox"
          className="mt-0.5 size-5 shrink-0 accent-night"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          {...input}
        />
        <span>{label}</span>
      </label>
      {error && (
        <p id={`${id}-error`} className="text-xs font-medium text-wine">
          {error}
        </p>
      )}
    </div>
  )
}
