import type { Catalog } from '#domain/catalog/catalog.ts'
import { CATEGORIES } from '#domain/catalog/lists/product-filters.ts'
import { listScentFamilies } from '#domain/catalog/lists/product-list.ts'
import { isSubstitute } from '#domain/catalog/product.ts'
import { GENDERS } from '#domain/kernel/gender.ts'

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
