const CHOICE =
  'pill focus-ring-within inline-flex min-h-11 items-center px-4 text-sm transition-colors has-checked:border-night has-checked:bg-night has-checked:text-ivory'

type Option = { value: string; label: string }

type ChoiceFieldProps = {
  legend: string
  name: string
  value: string | null
  options: Option[]
  /** The name of no choice. */
  none?: string
}

/** Radio buttons that look like pills. */
export function ChoiceField({ legend, name, value, options, none = 'Wszystkie' }: ChoiceFieldProps) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {[{ value: '', label: none }, ...options].map((option) => (
          <label key={option.value} className={CHOICE}>
            <input
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={option.value === (value ?? '')}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

type ChoiceBoxProps = { name: string; value: string; checked: boolean; children: string }

/** A box to tick that looks like a pill. */
export function ChoiceBox({ name, value, checked, children }: ChoiceBoxProps) {
  return (
    <label className={CHOICE}>
      <input type="checkbox" name={name} value={value} defaultChecked={checked} className="sr-only" />
      {children}
    </label>
  )
}
