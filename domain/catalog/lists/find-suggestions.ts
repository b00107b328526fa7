import type { Catalog } from '#domain/catalog/catalog.ts'
import { toSlug } from '#domain/catalog/slug.ts'
import { memoizeByObject } from '#domain/kernel/memoize-by-object.ts'
import { NO_FILTERS } from './product-filters.ts'
import { compareNames, listProducts } from './product-list.ts'
import { findNamed, MOST_SUGGESTED, SUGGEST_MIN_LENGTH, type Suggestions } from './suggestions.ts'

/** Suggestions for an unfinished search: its first products, brands and scent notes. */
export function findSuggestions(catalog: Catalog, search: string): Suggestions {
  if (search.length < SUGGEST_MIN_LENGTH) return { products: [], total: 0, brands: [], notes: [] }
  const { items, total, corrected, ignored } = listProducts(
    catalog,
    { ...NO_FILTERS, search },
    { pageSize: MOST_SUGGESTED.products },
  )
  const meant = corrected ?? search
  return {
    products: items.map(({ card }) => card),
    total,
    brands: findNamed(catalog.brands, meant, MOST_SUGGESTED.brands).map(({ name, slug }) => ({ name, slug })),
    notes: findNamed(listNotes(catalog), meant, MOST_SUGGESTED.notes),
    ...(corrected !== null && { corrected }),
    ...(ignored.length > 0 && { ignored: [...ignored] }),
  }
}

/** The notes of all products on sale, each once, by name. */
const listNotes = memoizeByObject(({ products }: Catalog) =>
  [...new Map(products.toReversed().flatMap(({ notes }) => [...notes])).values()]
    .map((name) => ({ name, slug: toSlug(name) }))
    .filter(({ slug }) => slug !== '')
    .sort((a, b) => compareNames(a.name, b.name)),
)
