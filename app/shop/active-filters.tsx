import { href, Link } from 'react-router'
import { buildShopHref } from '#app/seo/shop-href.ts'
import { CROSS, Icon } from '#app/ui/icon.tsx'
import type { ProductFilters } from '#domain/catalog/lists/product-filters.ts'
import type { Brand } from '#domain/catalog/product.ts'
import { SCENT_FAMILIES } from '#domain/catalog/scents/scent-families.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { GENDER_NAMES } from '#domain/kernel/gender.ts'

export type ActiveFilter<Name extends string = string> = {
  name: Name
  label: string
  /** The address of the list without this filter. */
  without: string
}

export const CATEGORY_NAMES = { arabic: 'Perfumy arabskie', substitutes: 'Zamienniki' } as const

type FilterNames = {
  brands: Brand[]
  /** The name of the chosen note. */
  noteName: string | null
}

/** The filters in force, in words, each with the address that removes it. */
export function listActiveFilters(
  filters: ProductFilters,
  { brands, noteName }: FilterNames,
): ActiveFilter<keyof ProductFilters>[] {
  const active: ActiveFilter<keyof ProductFilters>[] = []
  const add = (name: keyof ProductFilters, label: string, none: '' | null | false) =>
    active.push({ name, label, without: buildShopHref({ ...filters, [name]: none, page: 1 }) })

  if (filters.search) add('search', `„${filters.search}”`, '')
  if (filters.gender) add('gender', GENDER_NAMES[filters.gender], null)
  if (filters.category) add('category', CATEGORY_NAMES[filters.category], null)
  if (filters.brand) add('brand', brandName(filters.brand, brands), null)
  if (filters.family) add('family', familyName(filters.family), null)
  if (filters.note) add('note', `nuta: ${noteName ?? filters.note}`, null)
  if (filters.reduced) add('reduced', 'Promocje', false)
  if (filters.minPrice !== null) add('minPrice', `od ${formatGrosze(filters.minPrice)}`, null)
  if (filters.maxPrice !== null) add('maxPrice', `do ${formatGrosze(filters.maxPrice)}`, null)
  return active
}

function familyName(slug: string): string {
  return SCENT_FAMILIES.find((family) => family.slug === slug)?.name ?? slug
}

function brandName(wanted: string, brands: Brand[]): string {
  return brands.find((brand) => brand.slug === wanted || brand.id === wanted)?.name ?? `marka ${wanted}`
}

/**
 * The filters in force; a press removes one.
 * @param all the address of the list without filters
 */
export function FilterChips({ active, all = href('/sklep') }: { active: ActiveFilter[]; all?: string }) {
  if (active.length === 0) return null
  return (
    <ul aria-label="Wybrane filtry" className="flex w-full flex-wrap items-center gap-2">
      {active.map((filter) => (
        <li key={filter.name}>
          <Link
            to={filter.without}
            preventScrollReset
            className="inline-flex min-h-11 items-center gap-1.5 rounded-full bg-sand px-4 text-sm wrap-anywhere hover:bg-sand-deep"
          >
            <span className="sr-only">Usuń filtr </span>
            {filter.label}
            <Icon d={CROSS} className="size-4 shrink-0" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={all}
          preventScrollReset
          className="inline-flex min-h-11 items-center px-2 text-sm font-semibold underline underline-offset-4"
        >
          Wyczyść filtry
        </Link>
      </li>
    </ul>
  )
}
