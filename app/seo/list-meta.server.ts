import { href, type MetaDescriptor } from 'react-router'
import type { Catalog } from '#domain/catalog/catalog.ts'
import { CATEGORIES, type ProductFilters } from '#domain/catalog/lists/product-filters.ts'
import { listScentFamilies } from '#domain/catalog/lists/product-list.ts'
import { type Brand, isSubstitute } from '#domain/catalog/product.ts'
import { SCENT_FAMILIES } from '#domain/catalog/scents/scent-families.ts'
import { GENDER_TITLES, GENDERS } from '#domain/kernel/gender.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { describeBreadcrumbs } from './json-ld.server.ts'
import { buildPageMeta } from './page-meta.server.ts'
import { buildShopHref } from './shop-href.ts'

const CATEGORY_TITLES = { arabic: 'Perfumy arabskie', substitutes: 'Zamienniki perfum' } as const

/** `description`: used when a brand has none of its own. */
type List = { filters: ProductFilters; brands: readonly Brand[]; total: number; lastPage: number; description: string }

/**
 * The head of the shop's list. Search engines index only lists that are linked: all products, or those of one brand,
 * gender, category or scent family, and reduced ones. Searches, prices, notes, other orders and combinations are
 * endless, and empty lists have no content.
 */
export function buildListMeta(list: List, profile: ShopProfile): MetaDescriptor[] {
  const { filters, brands, total, lastPage } = list
  const { search, gender, brand, category, family, note, reduced, minPrice, maxPrice, sort, page } = filters
  const chosen = [gender, brand, category, family, reduced || null].filter((choice) => choice !== null).length
  const isTyped = search !== '' || minPrice !== null || maxPrice !== null || note !== null
  const name = labelProductList(filters, brands)
  const path = (number: number) => buildShopHref({ ...filters, page: number })
  const noindex = isTyped || chosen > 1 || sort !== 'newest' || total === 0
  const neighbours = [
    { rel: 'prev', page: page - 1 },
    { rel: 'next', page: page + 1 },
  ].filter((neighbour) => neighbour.page >= 1 && neighbour.page <= lastPage)
  return buildPageMeta(profile, {
    title: `${name}${page > 1 ? `, strona ${page}` : ''} | ${profile.shopName}`,
    description: describeList(list),
    path: path(page),
    noindex,
    further: neighbours.map(({ rel, page }) => ({ tagName: 'link', rel, href: `${profile.shopUrl}${path(page)}` })),
    jsonLd: noindex
      ? []
      : [
          describeBreadcrumbs(profile.shopUrl, [
            { name: 'Sklep', path: href('/sklep') },
            ...(chosen === 1 ? [{ name, path: path(1) }] : []),
          ]),
        ],
  })
}

/** 'Perfumy damskie' */
export function labelProductList(
  { gender, brand, category, family, reduced }: ProductFilters,
  brands: readonly Brand[],
): string {
  if (brand !== null) return findBrand(brand, brands)?.name ?? 'Sklep'
  if (gender !== null) return GENDER_TITLES[gender]
  if (category !== null) return CATEGORY_TITLES[category]
  const scent = SCENT_FAMILIES.find(({ slug }) => slug === family)
  if (scent) return `Perfumy: ${scent.name}`
  return reduced ? 'Promocje' : 'Sklep'
}

function describeList({ filters: { brand }, brands, description }: List): string {
  const chosen = brand === null ? undefined : findBrand(brand, brands)
  return chosen?.description ? `${chosen.name}: ${chosen.description}` : description
}

const findBrand = (wanted: string, brands: readonly Brand[]) => brands.find(({ slug }) => slug === wanted)

/** The filters of every list that search engines may index, except the list of all products: 'gender=women'. */
export function listLinkedQueries(catalog: Catalog): string[] {
  const { products, brands } = catalog
  return [
    ...GENDERS.filter((gender) => products.some(({ product }) => product.gender === gender)).map(
      (gender) => `gender=${gender}`,
    ),
    ...listScentFamilies(catalog).map(({ slug }) => `family=${slug}`),
    // Without substitutes, or with one brand, these filters do not change the list.
    ...(brands.some(isSubstitute) ? CATEGORIES.map((category) => `category=${category}`) : []),
    ...(brands.length > 1 ? brands.map(({ slug }) => `brand=${slug}`) : []),
  ]
}
