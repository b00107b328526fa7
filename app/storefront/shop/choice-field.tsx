type ChoiceFieldProps = {
  legend: string
  name: string
  value: string | null
  options: { value: string; label: string }[]
}

/** One of few, or all: radio buttons that look like pills. */
export function ChoiceField({ legend, name, value, options }: ChoiceFieldProps) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {[{ value: '', label: 'Wszystkie' }, ...options].map((option) => (
          <label
            key={option.value}
            className="inline-flex min-h-11 items-center rounded-full border border-night/45 bg-white px-4 text-sm transition-colors hover:border-night has-checked:border-night has-checked:bg-night has-checked:text-ivory has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold"
          >
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
