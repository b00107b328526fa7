import { useRef } from 'react'
import { href } from 'react-router'
import { buttonClass } from '#app/ui/button.tsx'
import { Icon, SEARCH } from '#app/ui/icon.tsx'
import {
  CATEGORIES,
  type ProductFilters,
  priceParam,
  SEARCH_MAX_LENGTH,
} from '#domain/catalog/lists/product-filters.ts'
import { REDUCED_PARAM } from '#domain/catalog/lists/reduced-param.ts'
import { type Brand, isSubstitute } from '#domain/catalog/product.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { GENDER_NAMES, GENDERS } from '#domain/kernel/gender.ts'
import { CATEGORY_NAMES } from './active-filters.tsx'
import { ChoiceBox, ChoiceField } from './choice-fields.tsx'
import { FilterSelect } from './filter-select.tsx'
import type { FilterFormControl } from './use-filter-form.ts'

const SLIDERS = 'M10 5H3M12 19H3M14 3v4M16 17v4M21 12h-9M21 19h-5M21 5h-7M8 10v4M8 12H3'

type FilterFormProps = {
  id: string
  form: FilterFormControl
  filters: ProductFilters
  brands: Brand[]
  activeCount: number
}

const genderOptions = GENDERS.map((gender) => ({ value: gender, label: GENDER_NAMES[gender] }))
const categoryOptions = CATEGORIES.toReversed().map((category) => ({
  value: category,
  label: CATEGORY_NAMES[category],
}))

/** A plain GET form; with JavaScript every change is applied at once (useFilterForm). */
export function FilterForm({ id, form, filters, brands, activeCount }: FilterFormProps) {
  const drawer = useRef<HTMLDetailsElement>(null)
  const withSubstitutes = brands.some((brand) => isSubstitute(brand))
  const brandOptions = brands.map((brand) => ({ value: brand.slug, label: brand.name }))

  return (
    <search aria-label="Szukaj i filtruj produkty" className="lg:sticky lg:top-28 lg:self-start">
      <form
        id={id}
        ref={form.ref}
        method="get"
        action={href('/sklep')}
        onChange={form.onChange}
        onSubmit={(event) => {
          form.onSubmit(event)
          drawer.current?.removeAttribute('open')
        }}
        // On narrow screens the search and the summary of the filters share a row.
        className="relative space-y-3 lg:space-y-5"
      >
        <div className="relative max-lg:mr-31">
          <Icon d={SEARCH} className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-oud" />
          <input
            type="search"
            name="search"
            aria-label="Szukaj perfum lub marki"
            placeholder="Perfumy, marka lub nuta"
            maxLength={SEARCH_MAX_LENGTH}
            defaultValue={filters.search}
            autoComplete="off"
            enterKeyHint="search"
            className="pill min-h-12 w-full py-2 pr-2 pl-11 text-base placeholder:text-night/70 max-sm:pl-10 max-sm:placeholder:text-sm max-sm:placeholder:tracking-tight"
          />
        </div>
        {/* These filters are chosen elsewhere: in the strip of families and in the notes of a product. */}
        <input type="hidden" name="family" defaultValue={filters.family ?? ''} />
        <input type="hidden" name="note" defaultValue={filters.note ?? ''} />
        {/* Closed on the phone, always open beside the list; browsers that cannot force this open show the summary. */}
        <details ref={drawer} className="group lg:details-content:[content-visibility:visible]">
          <summary className="flex min-h-12 list-none items-center justify-center gap-2 rounded-full border border-night/45 px-3 text-sm font-semibold hover:bg-sand absolute top-0 right-0 w-29 lg:static lg:supports-[selector(::details-content)]:hidden [&::-webkit-details-marker]:hidden">
            <Icon d={SLIDERS} className="size-4" />
            <span>{`Filtry${activeCount > 0 ? ` (${activeCount})` : ''}`}</span>
          </summary>
          <div className="space-y-7 py-3 lg:space-y-5 lg:py-0">
            <ChoiceField legend="Dla kogo" name="gender" value={filters.gender} options={genderOptions} />
            {withSubstitutes && (
              <ChoiceField legend="Kategoria" name="category" value={filters.category} options={categoryOptions} />
            )}
            {brands.length > 1 && (
              <FilterSelect
                label="Marka"
                name="brand"
                value={filters.brand ?? ''}
                options={[{ value: '', label: 'Wszystkie marki' }, ...brandOptions]}
              />
            )}
            <PriceRange min={filters.minPrice} max={filters.maxPrice} />
            <ChoiceBox name={REDUCED_PARAM.name} value={REDUCED_PARAM.value} checked={filters.reduced}>
              Tylko promocje
            </ChoiceBox>
            <button type="submit" className={buttonClass('primary', 'md', 'w-full lg:hidden lg:noscript:inline-flex')}>
              Pokaż produkty
            </button>
          </div>
        </details>
      </form>
    </search>
  )
}

const FIELDS = [
  { name: 'minPrice', label: 'Cena od (zł)', short: 'od', placeholder: '16' },
  { name: 'maxPrice', label: 'Cena do (zł)', short: 'do', placeholder: '120' },
] as const

const AFFIX = 'pointer-events-none absolute top-1/2 -translate-y-1/2 text-sm text-night/80'

function PriceRange({ min, max }: { min: Grosze | null; max: Grosze | null }) {
  const values = { minPrice: min, maxPrice: max }
  return (
    <fieldset>
      <legend className="mb-2 text-base sm:text-sm font-semibold">Cena</legend>
      <div className="grid grid-cols-2 gap-3">
        {FIELDS.map(({ name, label, short, placeholder }) => {
          const value = values[name]
          return (
            <label key={name} className="relative block">
              <span aria-hidden="true" className={`${AFFIX} left-4`}>
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
                className="pill min-h-11 w-full py-2 pr-8 pl-11 text-sm tabular-nums placeholder:text-night/60"
              />
              <span aria-hidden="true" className={`${AFFIX} right-3`}>
                zł
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
