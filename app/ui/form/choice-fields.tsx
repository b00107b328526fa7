import { type ComponentProps, type ReactNode, useId } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { CHEVRON_DOWN, Icon } from '#app/ui/icon.tsx'
import { borderOf, CONTROL, describeControl, FieldFrame } from './field-frame.tsx'

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

type SelectFieldProps = Omit<ComponentProps<'select'>, 'id'> & {
  label: string
  error?: string
}

/** A native select with its label above and its error below. */
export function SelectField({ label, error, className, required, children, ...select }: SelectFieldProps) {
  const id = useId()
  return (
    <FieldFrame id={id} label={label} required={required} error={error} className={className}>
      <select
        id={id}
        className={classNames(CONTROL, 'appearance-none pr-10', borderOf(error))}
        {...describeControl(id, { required, error })}
        {...select}
      >
        {children}
      </select>
      <Icon d={CHEVRON_DOWN} className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2" />
    </FieldFrame>
  )
}
