import { useEffect, useId, useState } from 'react'
import { href, type MetaDescriptor, redirect, type ShouldRevalidateFunctionArgs, useNavigation } from 'react-router'
import { HolidayNotice } from '#app/catalog/delivery-date.tsx'
import { EmptyShop } from '#app/catalog/empty-shop.tsx'
import { ProductGrid, ProductGridSkeleton } from '#app/catalog/product-grid.tsx'
import { shop as texts } from '#app/copy.json'
import { packPageData } from '#app/page-data.server.ts'
import { readPageData } from '#app/page-data.ts'
import { buildListMeta } from '#app/seo/list-meta.server.ts'
import { servicesContext } from '#app/services-context.ts'
import { Pagination } from '#app/ui/pagination.tsx'
import { type Brand, inflectProducts, isSubstitute, type Product } from '#domain/catalog/product.ts'
import {
  isNarrowed,
  MOST_COUNTED,
  type ProductFilters,
  type ProductSort,
  parseFilters,
  toSearchParams,
} from '#domain/catalog/product-filters.ts'
import { findRenamedBrandSlug, listBrands } from '#domain/catalog/product-queries.server.ts'
import { recallCard, recallProducts, recallScentFamilies } from '#domain/catalog/remembered-queries.server.ts'
import { findNoteName } from '#domain/catalog/scent-notes.ts'
import { toSlug } from '#domain/catalog/slug.ts'
import { countPages } from '#domain/paging.ts'
import type { Services } from '#domain/services.ts'
import { readDispatchCalendar } from '#domain/settings/settings-queries.server.ts'
import { readWarsawClock } from '#domain/shipping/calendar-day.ts'
import type { Route } from './+types/shop'
import { activeFilters, buildShopHref, FilterChips, NoResults } from './active-filters.tsx'
import { FamilyStrip } from './family-strip.tsx'
import { FilterForm } from './filter-form.tsx'
import { FilterSelect } from './filter-select.tsx'
import { useFilterForm } from './use-filter-form.ts'

/** Products on one page. */
const PAGE_SIZE = 24
/** A list that comes sooner than this is not announced by skeletons, ms. */
const SKELETONS_AFTER = 150

/** What a link to a product over the list may name; the product has a page of its own. */
const SLUG = /^[a-z0-9-]{1,160}$/

export async function loader({ request, context }: Route.LoaderArgs) {
  const { publicDb, profile, now } = context.get(servicesContext)
  const { searchParams } = new URL(request.url)
  const slug = searchParams.get('produkt')
  if (slug !== null && SLUG.test(slug)) throw redirect(href('/produkt/:slug', { slug }), 301)
  const wanted = parseFilters(searchParams)
  const [list, brands, families, calendar] = await Promise.all([
    recallProducts(publicDb, wanted, { pageSize: PAGE_SIZE }),
    listBrands(publicDb),
    recallScentFamilies(publicDb, 'all'),
    readDispatchCalendar(publicDb),
  ])
  await leadToRenamedBrand(publicDb, wanted, brands)
  const brand = brands.find(({ id }) => id === wanted.brand)?.slug ?? wanted.brand
  // With substitutes hidden the list is the original line whatever was asked for, so nothing else may look chosen.
  const onlyOriginals = !brands.some(isSubstitute)
  const filters = { ...wanted, page: list.page, ...(onlyOriginals ? { brand: null, category: null } : { brand }) }
  return packPageData(context, {
    list: { ...list, items: list.items.map(recallCard) },
    brands,
    families,
    noteName: wanted.note === null ? null : nameNote(wanted.note, list.items),
    filters,
    calendar,
    today: readWarsawClock(now()).day,
    texts: { title: texts.title, text: texts.text },
    meta: buildListMeta(
      { filters, brands, total: list.total, lastPage: countPages(list.total, list.pageSize) },
      profile,
    ),
  })
}

/** A note by its slug; one that is not sorted into a family as a product of the list writes it. */
function nameNote(slug: string, products: readonly Product[]): string | null {
  return findNoteName(slug) ?? products.flatMap(({ notes }) => notes).find((note) => toSlug(note) === slug) ?? null
}

/** Links by the slug a brand had before it was renamed lead to the list by its present one. */
async function leadToRenamedBrand(db: Services['publicDb'], wanted: ProductFilters, brands: readonly Brand[]) {
  if (wanted.brand === null || brands.some(({ id, slug }) => id === wanted.brand || slug === wanted.brand)) return
  const slug = await findRenamedBrandSlug(db, wanted.brand)
  if (slug !== null) throw redirect(buildShopHref({ ...wanted, brand: slug }), 301)
}

/** Dialogs open and close at the same address: the list stays. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return normalizeFilters(currentUrl.searchParams) !== normalizeFilters(nextUrl.searchParams)
}

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] =>
  loaderData ? readPageData(loaderData).meta : []

export default function Shop({ loaderData }: Route.ComponentProps) {
  const { list, brands, families, noteName, filters, texts, calendar, today } = readPageData(loaderData)
  const formId = useId()
  const form = useFilterForm(filters)
  const active = activeFilters(filters, { brands, noteName })
  const loading = useLongerThan(useListPending(filters), SKELETONS_AFTER)
  const lastPage = countPages(list.total, list.pageSize)

  return (
    <>
      <HolidayNotice calendar={calendar} today={today} />
      <div className="page-width pt-8 pb-20 sm:pt-12">
        <h1 className="font-display text-3xl sm:text-4xl">{texts.title}</h1>
        <p className="mt-2 text-night/80">{texts.text}</p>
        <section aria-label="Rodziny zapachów" className="mt-4">
          <FamilyStrip
            families={families}
            chosen={filters.family}
            buildHref={(family) => buildShopHref({ ...filters, family, page: 1 })}
            size="sm"
          />
        </section>
        <div className="mt-6 grid gap-x-10 gap-y-5 lg:mt-8 lg:grid-cols-[15.5rem_minmax(0,1fr)]">
          <FilterForm id={formId} form={form} filters={filters} brands={brands} activeCount={active.length} />
          <section aria-labelledby={`${formId}-results`} aria-busy={loading}>
            <h2 id={`${formId}-results`} className="sr-only">
              Produkty
            </h2>
            <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <p role="status" className="text-sm">
                {describeTotal(filters, list.total)}
                {lastPage > 1 && (
                  <span className="text-night/80 max-sm:sr-only">, strona {`${list.page} z ${lastPage}`}</span>
                )}
              </p>
              <SortSelect formId={formId} sort={filters.sort} onChange={form.apply} />
              <FilterChips active={active} />
            </div>
            {loading && <ProductGridSkeleton layout="beside-filters" />}
            {!loading && list.total === 0 && (active.length === 0 ? <EmptyShop /> : <NoResults active={active} />)}
            {!loading && list.total > 0 && (
              <>
                <ProductGrid products={list.items} layout="beside-filters" priority />
                <Pagination
                  page={list.page}
                  lastPage={lastPage}
                  label="Strony sklepu"
                  className="mt-14"
                  buildHref={(page) => buildShopHref({ ...filters, page })}
                />
              </>
            )}
          </section>
        </div>
      </div>
    </>
  )
}

/** Of many that fit a narrowed list not all are counted. */
function describeTotal(filters: ProductFilters, total: number): string {
  const isMore = isNarrowed(filters) && total > MOST_COUNTED
  const counted = isMore ? MOST_COUNTED : total
  return `${isMore ? 'Ponad ' : ''}${counted} ${inflectProducts(counted)}`
}

function normalizeFilters(params: URLSearchParams): string {
  return toSearchParams(parseFilters(params)).toString()
}

/** Whether another list is on its way. */
function useListPending(filters: ProductFilters): boolean {
  const { location } = useNavigation()
  if (location?.pathname !== href('/sklep')) return false
  return normalizeFilters(new URLSearchParams(location.search)) !== toSearchParams(filters).toString()
}

const SORT_NAMES: Record<ProductSort, string> = {
  newest: 'Najnowsze',
  'price-asc': 'Cena: od najniższej',
  'price-desc': 'Cena: od najwyższej',
  'name-asc': 'Nazwa: A–Z',
  'name-desc': 'Nazwa: Z–A',
}

const OPTIONS = Object.entries(SORT_NAMES).map(([value, label]) => ({ value, label }))

/** Stands beside the list, but belongs to the filter form. */
function SortSelect({ formId, sort, onChange }: { formId: string; sort: ProductSort; onChange: () => void }) {
  return (
    <FilterSelect label="Sortuj" name="sort" form={formId} value={sort} options={OPTIONS} onChange={onChange} inline />
  )
}

/** True once `active` has been true for so many milliseconds; false at once when it ends. */
function useLongerThan(active: boolean, milliseconds: number): boolean {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    if (!active) return
    const timer = window.setTimeout(() => setPassed(true), milliseconds)
    return () => {
      window.clearTimeout(timer)
      setPassed(false)
    }
  }, [active, milliseconds])
  return active && passed
}
