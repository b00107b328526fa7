import type { Catalog, CatalogProduct } from '#domain/catalog/catalog.ts'
import { countReduction, isReduced, isSubstitute } from '#domain/catalog/product.ts'
import { SCENT_FAMILIES, type ScentFamily } from '#domain/catalog/scents/scent-families.ts'
import { listNoteSlugs } from '#domain/catalog/scents/scent-notes.ts'
import { countPages } from '#domain/kernel/lists/paging.ts'
import { memoizeByObject } from '#domain/kernel/memoize-by-object.ts'
import { chooseCheapest, chooseFirst, chooseFirstSize, groupByScent, mergeSizes } from './grouped-scents.ts'
import { isFor, PICKER_GENDERS, type PickerBrand, type PickerGender } from './picker.ts'
import type { ProductFilters, ProductSort } from './product-filters.ts'
import { type Found, searchProducts } from './product-search.ts'

/** 'arabic-first': the order of the landing page, 'Perfumy Arabskie' first and then by name. 'best': by recent sales. */
export type ListOrder = ProductSort | 'arabic-first' | 'best'

export type ProductList = {
  items: CatalogProduct[]
  total: number
  page: number
  pageSize: number
  /** The search that was used instead, when nothing has the typed words. */
  corrected: string | null
  /** The typed words that it left out. */
  ignored: readonly string[]
}

/**
 * One page of the matching products. A page beyond the end means the last one. A search in the default order 'newest'
 * is sorted by relevance. Sizes of one scent are one entry with those that match: in an order by price the cheapest, by
 * reduction the most reduced, otherwise the first size.
 */
export function listProducts(
  catalog: Catalog,
  filters: ProductFilters,
  { pageSize, order = filters.sort }: { pageSize: number; order?: ListOrder },
): ProductList {
  const found = filters.search === '' ? null : searchProducts(catalog, filters.search)
  const fits = buildFilter(catalog, narrow(filters, found))
  const asked = found?.asked
  const wanted = asked?.cheapFirst ? 'price-asc' : asked?.bestFirst && order === 'newest' ? 'best' : null
  const isRanked = order === 'newest' && wanted === null
  const used = wanted ?? order
  const ordered = found && isRanked ? found.places : orderProducts(catalog, used)
  const matching = found === null || isRanked ? ordered : ordered.filter(found.has)
  const places = fits === null ? matching : matching.filter((place) => fits(catalog.products[place]))
  const groups = groupByScent(
    places.flatMap((place) => catalog.products[place] ?? []),
    CHOOSE[used] ?? chooseFirstSize,
  )
  const total = groups.length
  const page = Math.min(filters.page, countPages(total, pageSize))
  const items = groups.slice((page - 1) * pageSize, page * pageSize).map(mergeSizes)
  return { items, total, page, pageSize, corrected: found?.corrected ?? null, ignored: found?.ignored ?? [] }
}

/** In the other orders the first size represents a scent. */
const CHOOSE: Partial<Record<ListOrder, typeof chooseFirst>> = {
  'price-asc': chooseCheapest,
  'price-desc': chooseCheapest,
  reduction: chooseFirst,
}

/** The filters, with what the search text also asks for: 'oud do 50 zł', 'promocja'. */
function narrow(filters: ProductFilters, found: Found | null): ProductFilters {
  if (found === null) return filters
  const { minPrice, maxPrice, reduced } = found.asked
  const highest = Math.min(filters.maxPrice ?? Number.POSITIVE_INFINITY, maxPrice ?? Number.POSITIVE_INFINITY)
  return {
    ...filters,
    minPrice: Math.max(filters.minPrice ?? 0, minPrice ?? 0) || null,
    maxPrice: highest === Number.POSITIVE_INFINITY ? null : highest,
    reduced: filters.reduced || reduced,
  }
}

/**
 * The chosen brand, where there are several. While substitutes are hidden, a choice neither shows one nor leads to an
 * empty list.
 */
export function findBrandFilter({ brands, hidesSubstitutes }: Catalog, brand: string | null): string | null {
  if (!hidesSubstitutes) return brand
  const lines = brands.filter((each) => !isSubstitute(each))
  return lines.length > 1 && lines.some(({ id, slug }) => id === brand || slug === brand) ? brand : null
}

/** Null: every product matches. While substitutes are hidden, the category does not matter. */
function buildFilter(catalog: Catalog, filters: ProductFilters): ((product?: CatalogProduct) => boolean) | null {
  const { gender, minPrice, maxPrice, note, reduced } = filters
  const category = catalog.hidesSubstitutes ? null : filters.category
  const present = filters.brand === null ? null : (catalog.formerBrandSlugs.get(filters.brand) ?? filters.brand)
  const brandSlug = findBrandFilter(catalog, present)
  const family = filters.family === null ? null : new Set(listNoteSlugs(filters.family))
  const isNarrowed = [gender, brandSlug, category, minPrice, maxPrice, family, note].some((value) => value !== null)
  if (!isNarrowed && !reduced) return null
  return (entry) => entry !== undefined && fits(entry)

  function fits({ product, noteSlugs }: CatalogProduct): boolean {
    return (
      (gender === null || product.gender === gender) &&
      (brandSlug === null || product.brand.slug === brandSlug || product.brand_id === brandSlug) &&
      (category === null || (category === 'arabic' ? product.brand.is_arabic : isSubstitute(product.brand))) &&
      (minPrice === null || product.current_price_cents >= minPrice) &&
      (maxPrice === null || product.current_price_cents <= maxPrice) &&
      (family === null || noteSlugs.some((slug) => family.has(slug))) &&
      (note === null || noteSlugs.includes(note)) &&
      (!reduced || isReduced(product))
    )
  }
}

/** Indexes into `products`. Each order ends in the id, so that the order of equal names or prices is stable. */
function orderProducts(catalog: Catalog, order: ListOrder): readonly number[] {
  switch (order) {
    case 'newest':
      return listPlaces(catalog.named)
    case 'price-asc':
      return orderByPrice(catalog.products)
    case 'price-desc':
      return reverse(orderByPrice(catalog.products))
    case 'name-asc':
      return orderByName(catalog.named)
    case 'name-desc':
      return reverse(orderByName(catalog.named))
    case 'reduction':
      return orderByReduction(catalog.products)
    case 'best':
      return orderBySales(catalog.products)
    case 'arabic-first':
      return orderArabicFirst(catalog.named)
  }
}

type Products = readonly CatalogProduct[]
type Places = readonly number[]

const { compare: comparePolish } = new Intl.Collator('pl')
/** Compares as PostgreSQL does where a collation finds no difference. */
const compareBytes = (a: string, b: string) => (a < b ? -1 : Number(a > b))
export const compareNames = (a: string, b: string): number => comparePolish(a, b) || compareBytes(a, b)

const listPlaces = memoizeByObject((products: Products): Places => products.map((_, place) => place))
const reverse = memoizeByObject((places: Places): Places => places.toReversed())
const orderByPrice = memoizeByObject((products: Products) =>
  sortPlaces(products, (a, b) => a.current_price_cents - b.current_price_cents || compareBytes(a.id, b.id)),
)
/** The largest percentage first; products that are not reduced come last, newest first. */
const orderByReduction = memoizeByObject((products: Products) =>
  sortPlaces(products, (a, b) => countReduction(b) - countReduction(a)),
)
const orderBySales = memoizeByObject(
  (products: Products): Places =>
    listPlaces(products).toSorted((a, b) => (products[b]?.sold ?? 0) - (products[a]?.sold ?? 0)),
)
const orderByName = memoizeByObject((products: Products) =>
  sortPlaces(products, (a, b) => compareNames(a.name, b.name) || compareBytes(a.id, b.id)),
)
const orderArabicFirst = memoizeByObject((products: Products): Places => {
  const places = orderByName(products)
  const isArabic = (place: number) => products[place]?.product.brand.is_arabic === true
  return [...places.filter(isArabic), ...places.filter((place) => !isArabic(place))]
})

type Compare = (a: CatalogProduct['product'], b: CatalogProduct['product']) => number

function sortPlaces(products: Products, compare: Compare): Places {
  return products
    .map(({ product }, place) => ({ product, place }))
    .sort((a, b) => compare(a.product, b.product))
    .map(({ place }) => place)
}

/** The scent families of products on sale. */
export const listScentFamilies = memoizeByObject(({ products }: Catalog): ScentFamily[] => {
  const present = new Set(products.flatMap(({ noteSlugs }) => noteSlugs))
  return SCENT_FAMILIES.filter(({ slug }) => listNoteSlugs(slug).some((note) => present.has(note)))
})

/**
 * Brands with products: 'Perfumy Arabskie' first, then by recent sales, number of products and name. Each counts its
 * products for women and for men; unisex scents count for both.
 */
export const listPickerBrands = memoizeByObject((catalog: Catalog): PickerBrand[] => {
  const ofBrand = Map.groupBy(catalog.products, ({ product }) => product.brand_id)
  return catalog.brands
    .map((brand) => ({ brand, products: ofBrand.get(brand.id) ?? [], pieces: catalog.brandSales.get(brand.id) ?? 0 }))
    .filter(({ products }) => products.length > 0)
    .sort(
      (a, b) =>
        Number(b.brand.is_arabic) - Number(a.brand.is_arabic) ||
        b.pieces - a.pieces ||
        b.products.length - a.products.length,
    )
    .map(({ brand: { slug, name, is_original: isOriginal }, products }) => {
      const describe = (gender: PickerGender) => {
        const own = products.filter(({ product }) => isFor(product, gender))
        return [
          gender,
          { total: groupByScent(own, chooseFirst).length, imageKey: own[0]?.product.image_key ?? null },
        ] as const
      }
      const [[, men], [, women]] = [describe(PICKER_GENDERS[0]), describe(PICKER_GENDERS[1])]
      return { slug, name, isOriginal, women, men }
    })
})

/** At most `most` available products: first by recent sales, then newest. */
export function listBestsellers({ products }: Catalog, most: number): CatalogProduct[] {
  const bestFirst = products.filter(({ product }) => !product.out_of_stock).toSorted((a, b) => b.sold - a.sold)
  return groupByScent(bestFirst, chooseFirst).slice(0, most).map(mergeSizes)
}
