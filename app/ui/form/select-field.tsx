import { type ComponentProps, useId } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { CHEVRON_DOWN, Icon } from '#app/ui/icon.tsx'
import { borderOf, CONTROL, describeControl, FieldFrame } from './field-frame.tsx'

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
