import { type ComponentProps, useId } from 'react'
import { SearchField } from '#app/admin/list-filters.tsx'
import { Options } from '#app/admin/ui/form-parts.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { CheckboxField } from '#app/ui/form/choice-fields.tsx'
import {
  ADMIN_PRODUCT_SORTS,
  type AdminProductFilters,
  type AdminProductSort,
} from '#domain/catalog/admin/admin-product.ts'
import type { AdminProductPage } from '#domain/catalog/admin/admin-product-queries.server.ts'
import { SCENT_FAMILIES } from '#domain/catalog/scents/scent-families.ts'
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
  /** Empty until they are loaded. */
  brands: AdminProductPage['brands']
  onChange: (changed: Partial<AdminProductFilters>) => void
}

/** Search, gender, brand, scent family, reductions and order of the list. */
export function ProductFilterBar({ filters, brands, onChange }: ProductFiltersProps) {
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
      <PillSelect
        label="Marka"
        value={filters.brand ?? ''}
        options={[['', 'Wszystkie marki'], ...brands.map(({ id, name }) => [id, name] as const)]}
        onChoose={(brand) => onChange({ brand: brand || null })}
      />
      <PillSelect
        label="Rodzina zapachowa"
        value={filters.family ?? ''}
        options={[['', 'Wszystkie rodziny'], ...SCENT_FAMILIES.map(({ slug, name }) => [slug, name] as const)]}
        onChoose={(chosen) => onChange({ family: SCENT_FAMILIES.find(({ slug }) => slug === chosen)?.slug ?? null })}
      />
      <PillSelect
        label="Kolejność"
        value={filters.sort}
        options={ADMIN_PRODUCT_SORTS.map((sort) => [sort, SORT_NAMES[sort]])}
        onChoose={(sort) => onChange({ sort: ADMIN_PRODUCT_SORTS.find((known) => known === sort) ?? 'newest' })}
      />
      <CheckboxField
        label="Tylko z promocją"
        checked={filters.reduced}
        onChange={({ target }) => onChange({ reduced: target.checked })}
      />
    </div>
  )
}

type PillSelectProps = {
  label: string
  value: string
  options: ComponentProps<typeof Options>['of']
  onChoose: (value: string) => void
}

function PillSelect({ label, value, options, onChoose }: PillSelectProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChoose(target.value)}
        className="pill min-h-11 max-w-56 py-2 pr-3 pl-4 text-sm"
      >
        <Options of={options} />
      </select>
    </div>
  )
}
