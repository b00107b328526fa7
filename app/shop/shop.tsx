import { useEffect, useId, useState } from 'react'
import {
  href,
  Link,
  type MetaDescriptor,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useNavigation,
} from 'react-router'
import { HolidayNotice } from '#app/catalog/delivery-promise.tsx'
import { EmptyShop } from '#app/catalog/empty-shop.tsx'
import { ProductGrid, ProductGridSkeleton } from '#app/catalog/product-grid.tsx'
import { buildListMeta } from '#app/seo/list-meta.server.ts'
import { buildShopHref } from '#app/seo/shop-href.ts'
import { buildVersion, servicesContext } from '#app/services-context.ts'
import { composeShopTexts } from '#app/shop-texts.server.ts'
import { Pagination } from '#app/ui/pagination.tsx'
import type { Catalog } from '#domain/catalog/catalog.ts'
import { describeCorrection } from '#domain/catalog/lists/describe-correction.ts'
import {
  NO_FILTERS,
  type ProductFilters,
  type ProductSort,
  parseFilters,
  toSearchParams,
} from '#domain/catalog/lists/product-filters.ts'
import {
  findBrandFilter,
  listBestsellers,
  listProducts,
  listScentFamilies,
} from '#domain/catalog/lists/product-list.ts'
import { inflectProducts, isSubstitute } from '#domain/catalog/product.ts'
import { findNoteName } from '#domain/catalog/scents/scent-notes.ts'
import { toSlug } from '#domain/catalog/slug.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { countPages } from '#domain/kernel/lists/paging.ts'
import { readDispatchCalendar } from '#domain/settings/settings-queries.server.ts'
import type { Route } from './+types/shop'
import { FilterChips, listActiveFilters } from './active-filters.tsx'
import { explainNothing } from './explain-nothing.server.ts'
import { FamilyStrip } from './family-strip.tsx'
import { FilterForm } from './filter-form.tsx'
import { FilterSelect } from './filter-select.tsx'
import { NoResults } from './no-results.tsx'
import { useFilterForm } from './use-filter-form.ts'

/** Products suggested by an empty list. */
const BESTSELLERS = 4
/** Skeletons appear only when a list takes longer, ms. */
const SKELETONS_AFTER = 150

/** Slugs of products in old links to a product over the list, which lead to the product's page. */
const SLUG = /^[a-z0-9-]{1,160}$/

export async function loader({ request, context }: Route.LoaderArgs) {
  const { catalog: live, publicDb, profile, ownTexts, now } = context.get(servicesContext)
  const { searchParams } = new URL(request.url)
  const slug = searchParams.get('produkt')
  if (slug !== null && SLUG.test(slug)) throw redirect(href('/produkt/:slug', { slug }), 301)
  const wanted = parseFilters(searchParams)
  const [catalog, calendar] = await Promise.all([live.read(), readDispatchCalendar(publicDb)])
  redirectFormerBrand(catalog, wanted)
  const list = listProducts(catalog, wanted, { pageSize: PAGE_SIZES.shop })
  const brands = [...catalog.brands]
  const brand = brands.find(({ id }) => id === wanted.brand)?.slug ?? wanted.brand
  // A filter that does not change the list must not look chosen.
  const filters = {
    ...wanted,
    page: list.page,
    brand: brands.length > 1 ? findBrandFilter(catalog, brand) : null,
    category: brands.some(isSubstitute) ? wanted.category : null,
  }
  const { title, text, seo_description: description } = composeShopTexts(ownTexts).shop
  return {
    build: context.get(buildVersion),
    list: { ...list, items: list.items.map(({ card }) => card) },
    // Made here, so that the page's script has no words for it.
    correction: list.corrected === null ? null : describeCorrection(filters.search, list.corrected, list.ignored),
    instead: list.total === 0 ? findInstead(catalog, filters, list.ignored) : null,
    brands,
    families: listScentFamilies(catalog),
    noteName: wanted.note === null ? null : nameNote(wanted.note, catalog),
    filters,
    calendar,
    today: readWarsawClock(now()).day,
    texts: { title, text },
    meta: buildListMeta(
      { filters, brands, total: list.total, lastPage: countPages(list.total, list.pageSize), description },
      profile,
    ),
  }
}

/** The name of a note by its slug; a note without a family is named as in a product. */
function nameNote(slug: string, { products }: Catalog): string | null {
  const known = findNoteName(slug)
  if (known !== undefined) return known
  const having = products.find(({ noteSlugs }) => noteSlugs.includes(slug))
  return having?.product.notes.find((note) => toSlug(note) === slug) ?? null
}

/**
 * For an empty list: the number of products without each filter, and bestsellers, or the newest before the first sale.
 */
function findInstead(catalog: Catalog, filters: ProductFilters, unknown: readonly string[]) {
  const without = Object.entries(NO_FILTERS)
    .filter(([name]) => name !== 'sort' && name !== 'page')
    .map(([name, none]) => {
      const { total } = listProducts(catalog, { ...filters, [name]: none, page: 1 }, { pageSize: 1 })
      return { name, total }
    })
  const bestsellers = listBestsellers(catalog, BESTSELLERS)
  const { search } = filters
  const isUnknown = search !== '' && listProducts(catalog, { ...NO_FILTERS, search }, { pageSize: 1 }).total === 0
  const hasSales = bestsellers.some(({ sold }) => sold > 0)
  const active = Object.entries(NO_FILTERS).flatMap(([name, none]) =>
    name !== 'sort' && name !== 'page' && filters[name as keyof ProductFilters] !== none ? name : [],
  )
  const canLoosen = active.length > 1 && without.some(({ name, total }) => active.includes(name) && total > 0)
  return {
    text: explainNothing({ active, canLoosen, unknown }),
    without,
    suggested: {
      // Without the name of a brand that the shop does not have.
      title: isUnknown ? 'Podobne w naszym sklepie' : hasSales ? 'Bestsellery' : 'Nowości',
      products: bestsellers.map(({ card }) => card),
    },
  }
}

/** Redirects from the former slug of a renamed brand to its present one. */
function redirectFormerBrand({ brands, formerBrandSlugs }: Catalog, wanted: ProductFilters): void {
  if (wanted.brand === null || brands.some(({ id, slug }) => id === wanted.brand || slug === wanted.brand)) return
  const brand = formerBrandSlugs.get(wanted.brand)
  if (brand !== undefined) throw redirect(buildShopHref({ ...wanted, brand }), 301)
}

/** Not when a dialog opens or closes at the same address. */
export function shouldRevalidate({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) {
  return normalizeFilters(currentUrl.searchParams) !== normalizeFilters(nextUrl.searchParams)
}

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.meta ?? []

export default function Shop({ loaderData }: Route.ComponentProps) {
  const { list, correction, instead, brands, families, noteName, filters, texts, calendar, today } = loaderData
  const formId = useId()
  const form = useFilterForm(filters)
  const active = listActiveFilters(filters, { brands, noteName })
  const loading = useLongerThan(useListPending(filters), SKELETONS_AFTER)
  const lastPage = countPages(list.total, list.pageSize)

  const hasProducts = !loading && list.total > 0
  return (
    <>
      <HolidayNotice calendar={calendar} today={today} />
      <div className="page-width pt-6 pb-20 sm:pt-8">
        <div className="items-baseline gap-x-5 sm:flex">
          <h1 className="font-display text-3xl">{texts.title}</h1>
          <p className="text-night/80 max-sm:mt-1 max-sm:text-sm">{texts.text}</p>
          <Link
            to={href('/znajdz-zapach')}
            className="ml-auto inline-flex min-h-11 items-center text-sm font-semibold underline underline-offset-4"
          >
            Znajdź zapach po nutach
          </Link>
        </div>
        <section aria-label="Rodziny zapachów" className="mt-3">
          <FamilyStrip
            families={families}
            chosen={filters.family}
            // When no product matches, a family's link drops the other filters, which would leave nothing.
            buildHref={(family) => buildShopHref({ ...(instead ? NO_FILTERS : filters), family, page: 1 })}
            size="sm"
          />
        </section>
        <div className="mt-4 grid gap-x-10 gap-y-5 lg:mt-5 lg:grid-cols-[15.5rem_minmax(0,1fr)]">
          <FilterForm id={formId} form={form} filters={filters} brands={brands} activeCount={active.length} />
          <section
            aria-labelledby={`${formId}-results`}
            aria-busy={loading}
            // Where the skip link leads while there are no products.
            {...(hasProducts ? {} : PRODUCTS_TARGET)}
          >
            <h2 id={`${formId}-results`} className="sr-only">
              Produkty
            </h2>
            <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
              <p role="status" className="text-sm">
                {correction !== null && <span className="mb-1 block font-semibold">{correction}</span>}
                <span>{`${list.total} ${inflectProducts(list.total)}`}</span>
                {lastPage > 1 && (
                  <span className="text-night/80 max-sm:sr-only">{`, strona ${list.page} z ${lastPage}`}</span>
                )}
              </p>
              <SortSelect formId={formId} sort={filters.sort} isSearch={filters.search !== ''} onChange={form.apply} />
              <FilterChips active={active} />
            </div>
            {loading && <ProductGridSkeleton layout="beside-filters" />}
            {!loading && list.total === 0 && active.length === 0 && <EmptyShop />}
            {!loading && instead && active.length > 0 && <NoResults active={active} {...instead} />}
            {hasProducts && (
              <div {...PRODUCTS_TARGET}>
                <ProductGrid products={list.items} layout="beside-filters" priority />
                <Pagination
                  page={list.page}
                  lastPage={lastPage}
                  label="Strony sklepu"
                  className="mt-14"
                  buildHref={(page) => buildShopHref({ ...filters, page })}
                />
              </div>
            )}
          </section>
        </div>
      </div>
    </>
  )
}

/** Of the second skip link. */
const PRODUCTS_TARGET = { id: 'produkty', tabIndex: -1, className: 'scroll-mt-28 outline-none' }

function normalizeFilters(params: URLSearchParams): string {
  return toSearchParams(parseFilters(params)).toString()
}

/** Whether another list is loading. */
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
  reduction: 'Największa obniżka',
}

/** Beside the list, but part of the filter form. A search is sorted by relevance by default. */
function SortSelect({ formId, sort, isSearch, onChange }: SortSelectProps) {
  const names = isSearch ? { ...SORT_NAMES, newest: 'Najtrafniejsze' } : SORT_NAMES
  const options = Object.entries(names).map(([value, label]) => ({ value, label }))
  return (
    <FilterSelect label="Sortuj" name="sort" form={formId} value={sort} options={options} onChange={onChange} inline />
  )
}

type SortSelectProps = { formId: string; sort: ProductSort; isSearch: boolean; onChange: () => void }

/** True once `active` has been true for this long; false as soon as it is not. */
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
