import { useId } from 'react'
import { SearchField } from '#app/admin/list-filters.tsx'
import { classNames } from '#app/ui/class-names.ts'
import {
  ADMIN_PRODUCT_SORTS,
  type AdminProductFilters,
  type AdminProductSort,
} from '#domain/catalog/admin/admin-product.ts'
import { GENDER_NAMES, type Gender } from '#domain/kernel/gender.ts'

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
export function ProductFilterBar({ filters, onChange }: ProductFiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <SearchField
        label="Szukaj produktów"
        placeholder="Szukaj po nazwie lub marce"
        search={filters.search}
        onSearch={(search) => onChange({ search })}
        className="basis-64"
      />
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
