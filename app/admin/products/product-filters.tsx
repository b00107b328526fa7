import { Search } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { classNames } from '#app/ui/class-names.ts'
import { ADMIN_PRODUCT_SORTS, type AdminProductFilters, type AdminProductSort } from '#domain/catalog/admin-product.ts'
import { GENDER_NAMES, type Gender } from '#domain/catalog/product.ts'
import { SEARCH_MAX_LENGTH } from '#domain/catalog/product-filters.ts'

/** After the last key, ms. */
const SEARCH_DELAY_MS = 250

const SORT_NAMES: Record<AdminProductSort, string> = {
  newest: 'od najnowszych',
  name: 'według nazwy',
  price: 'od najtańszych',
  stock: 'od najmniejszego stanu',
}

const GENDER_CHOICES: readonly (Gender | null)[] = [null, 'men', 'women', 'unisex']

type ProductFiltersProps = {
  filters: AdminProductFilters
  onChange: (changed: Partial<AdminProductFilters>) => void
}

/** Search, gender and order of the list. */
export function ProductFilters({ filters, onChange }: ProductFiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <SearchField search={filters.search} onSearch={(search) => onChange({ search })} />
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">Płeć</legend>
        {GENDER_CHOICES.map((gender) => (
          <button
            key={gender ?? 'all'}
            type="button"
            aria-pressed={filters.gender === gender}
            onClick={() => onChange({ gender })}
            className={classNames(
              'min-h-11 rounded-full border px-3 text-sm font-semibold sm:px-4',
              filters.gender === gender ? 'border-night bg-night text-ivory' : 'border-night/40 bg-white hover:bg-sand',
            )}
          >
            {gender === null ? 'Wszystkie' : GENDER_NAMES[gender]}
          </button>
        ))}
      </fieldset>
      <SortSelect sort={filters.sort} onSort={(sort) => onChange({ sort })} />
    </div>
  )
}

function SearchField({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const [typed, setTyped] = useState(search)
  const [asked, setAsked] = useState(search)
  // Back and Forward change the address under the field.
  if (asked !== search) {
    setAsked(search)
    if (typed.trim() !== search) setTyped(search)
  }

  /** With the other filters as they are when the wait is over. */
  const apply = useEffectEvent(() => typed.trim() !== search && onSearch(typed.trim()))
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed begins the wait anew
  useEffect(() => {
    const timer = setTimeout(apply, SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [typed])

  return (
    <div className="relative min-w-52 flex-1 basis-64">
      <Search aria-hidden="true" className="pointer-events-none absolute top-1/2 left-4 size-4 -translate-y-1/2" />
      <input
        type="search"
        aria-label="Szukaj produktów"
        placeholder="Szukaj po nazwie lub marce"
        value={typed}
        maxLength={SEARCH_MAX_LENGTH}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        className="pill min-h-11 w-full py-2 pr-4 pl-10 text-base placeholder:text-night/60 lg:text-sm"
      />
    </div>
  )
}

function SortSelect({ sort, onSort }: { sort: AdminProductSort; onSort: (sort: AdminProductSort) => void }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="sr-only">
        Kolejność
      </label>
      <select
        id={id}
        value={sort}
        onChange={({ target }) => onSort(ADMIN_PRODUCT_SORTS.find((known) => known === target.value) ?? 'newest')}
        className="pill min-h-11 py-2 pr-3 pl-4 text-sm"
      >
        {ADMIN_PRODUCT_SORTS.map((value) => (
          <option key={value} value={value}>
            {SORT_NAMES[value]}
          </option>
        ))}
      </select>
    </div>
  )
}
