import { priceParam } from '#domain/catalog/product-filters.ts'
import type { Grosze } from '#domain/money.ts'

/** spec 1 §2: the placeholders are 16 and 120. */
const FIELDS = [
  { name: 'minPrice', label: 'Cena od (zł)', short: 'od', placeholder: '16' },
  { name: 'maxPrice', label: 'Cena do (zł)', short: 'do', placeholder: '120' },
] as const

export function PriceRange({ min, max }: { min: Grosze | null; max: Grosze | null }) {
  const values = { minPrice: min, maxPrice: max }
  return (
    <fieldset>
      <legend className="mb-2 text-base sm:text-sm font-semibold">Cena</legend>
      <div className="grid grid-cols-2 gap-3">
        {FIELDS.map(({ name, label, short, placeholder }) => {
          const value = values[name]
          return (
            <label key={name} className="relative block">
              <span
                aria-hidden="true"
                className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-sm text-night/80"
              >
                {short}
              </span>
              <input
                name={name}
                aria-label={label}
                inputMode="decimal"
                autoComplete="off"
                maxLength={10}
                placeholder={placeholder}
                defaultValue={value === null ? '' : priceParam(value)}
                className="min-h-11 w-full rounded-full border border-night/45 bg-white py-2 pr-8 pl-11 text-sm tabular-nums placeholder:text-night/60 hover:border-night/70"
              />
              <span
                aria-hidden="true"
                className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-sm text-night/80"
              >
                zł
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
