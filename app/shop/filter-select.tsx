import { useId } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { CHEVRON_DOWN, Icon } from '#app/ui/icon.tsx'

type FilterSelectProps = {
  label: string
  name: string
  value: string
  options: { value: string; label: string }[]
  /** Id of the form, if the select is outside of it. */
  form?: string
  onChange?: () => void
  /** The label is beside the field, not above it. */
  inline?: boolean
}

/** A native select, which phones show as their own picker and which needs no script. */
export function FilterSelect({ label, name, value, options, form, onChange, inline = false }: FilterSelectProps) {
  const id = useId()
  return (
    <div className={classNames(inline && 'flex items-center gap-3')}>
      <label
        htmlFor={id}
        className={classNames('text-base sm:text-sm font-semibold', inline ? 'max-sm:sr-only' : 'mb-2 block')}
      >
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          name={name}
          form={form}
          defaultValue={value}
          onChange={onChange}
          className="pill min-h-11 w-full appearance-none py-2 pr-10 pl-4 text-sm"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon d={CHEVRON_DOWN} className="pointer-events-none absolute top-1/2 right-3.5 size-4 -translate-y-1/2" />
      </div>
    </div>
  )
}
