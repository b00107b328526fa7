import type { CatalogProduct } from '#domain/catalog/catalog.ts'
import { NO_FILTERS } from '#domain/catalog/lists/product-filters.ts'
import { listProducts } from '#domain/catalog/lists/product-list.ts'
import { makeDemoCatalog } from './catalog.ts'

// The shop's search, run on the demo catalogue.
export const demo = makeDemoCatalog()
export const all = demo.products

export const search = (text: string) => listProducts(demo, { ...NO_FILTERS, search: text }, { pageSize: 1000 })
export const namesOf = (items: readonly CatalogProduct[]) => items.map(({ product }) => product.name)
export const find = (text: string) => namesOf(search(text).items)
export const having = (fits: (product: CatalogProduct) => boolean) => namesOf(all.filter(fits)).toSorted()
