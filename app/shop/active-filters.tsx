import { href, Link } from 'react-router'
import { buttonClass } from '#app/ui/button.tsx'
import { CROSS, Icon } from '#app/ui/icon.tsx'
import { GENDER_NAMES } from '#domain/catalog/gender.ts'
import type { Brand } from '#domain/catalog/product.ts'
import { type ProductFilters, toSearchParams } from '#domain/catalog/product-filters.ts'
import { SCENT_FAMILIES } from '#domain/catalog/scent-families.ts'
import { formatGrosze } from '#domain/money.ts'

type ActiveFilter = {
  name: keyof ProductFilters
  label: string
  /** The list without this one filter. */
  without: string
}

export const CATEGORY_NAMES = { arabic: 'Perfumy arabskie', substitutes: 'Zamienniki' } as const

type FilterNames = {
  brands: Brand[]
  /** What the note is called that is asked for. */
  noteName: string | null
}

/** What narrows the list at the moment, in words, each with the way to take it off. */
export function activeFilters(filters: ProductFilters, { brands, noteName }: FilterNames): ActiveFilter[] {
  const active: ActiveFilter[] = []
  const add = (name: keyof ProductFilters, label: string, none: '' | null) =>
    active.push({ name, label, without: buildShopHref({ ...filters, [name]: none, page: 1 }) })

  if (filters.search) add('search', `„${filters.search}”`, '')
  if (filters.gender) add('gender', GENDER_NAMES[filters.gender], null)
  if (filters.category) add('category', CATEGORY_NAMES[filters.category], null)
  if (filters.brand) add('brand', brandName(filters.brand, brands), null)
  if (filters.family) add('family', familyName(filters.family), null)
  if (filters.note) add('note', `nuta: ${noteName ?? filters.note}`, null)
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

/** Filters in force; pressing one takes it off. */
export function FilterChips({ active }: { active: ActiveFilter[] }) {
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
          to={href('/sklep')}
          preventScrollReset
          className="inline-flex min-h-11 items-center px-2 text-sm font-semibold underline underline-offset-4"
        >
          Wyczyść filtry
        </Link>
      </li>
    </ul>
  )
}

/** An empty list of a shop that has products, with what to loosen. */
export function NoResults({ active }: { active: ActiveFilter[] }) {
  return (
    <div className="rounded-2xl bg-sand/60 px-6 py-14 text-center sm:px-12">
      <svg viewBox="0 0 40 50" className="mx-auto w-14 text-oud" fill="none" stroke="currentColor" aria-hidden="true">
        <path d="M4 48V25C4 14 16 14 20 2c4 12 16 12 16 23v23z" />
      </svg>
      <h3 className="mt-4 font-display text-2xl">Brak produktów</h3>
      {active.length > 1 && (
        <>
          <p className="mx-auto mt-2 max-w-md">
            Nic nie spełnia wszystkich warunków naraz. Zrezygnuj z jednego z nich:
          </p>
          <ul className="mt-5 flex flex-wrap justify-center gap-2">
            {active.map((filter) => (
              <li key={filter.name}>
                <Link
                  to={filter.without}
                  preventScrollReset
                  className={buttonClass('secondary', 'md', 'wrap-anywhere')}
                >
                  bez: {filter.label}
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
      {active.length === 1 && (
        <p className="mx-auto mt-2 max-w-md">
          {active[0]?.name === 'search'
            ? 'Sprawdź pisownię albo wpisz krótszy fragment nazwy perfum lub marki.'
            : 'Zmień ten warunek albo zobacz wszystkie zapachy.'}
        </p>
      )}
      <Link to={href('/sklep')} preventScrollReset className={buttonClass('primary', 'md', 'mt-6')}>
        Wyczyść filtry
      </Link>
    </div>
  )
}

/** The canonical address of the shop page with these filters. */
export function buildShopHref(filters: ProductFilters): string {
  const query = toSearchParams(filters).toString()
  return query === '' ? href('/sklep') : `${href('/sklep')}?${query}`
}
