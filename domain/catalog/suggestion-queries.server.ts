import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { readShopSettings } from '#domain/settings/settings-queries.server.ts'
import { noteCatalogRead, rememberRead } from './catalog-reads.server.ts'
import { GENDERS } from './gender.ts'
import { NO_FILTERS } from './product-filters.ts'
import { listProducts } from './product-list-queries.server.ts'
import { listBrands } from './product-queries.server.ts'
import { toCardProduct } from './product-schema.ts'
import { toSlug } from './slug.ts'
import { findNamed, MOST_SUGGESTED, SUGGEST_MIN_LENGTH, type Suggestions } from './suggestions.ts'

/** What fits what was typed, while it is being typed: the first products of its search, brands and scent notes. */
export async function suggest(db: Kysely<Database>, search: string): Promise<Suggestions> {
  if (search.length < SUGGEST_MIN_LENGTH) return { products: [], total: 0, brands: [], notes: [] }
  const [list, brands, notes] = await Promise.all([
    listProducts(db, { ...NO_FILTERS, search }, { pageSize: MOST_SUGGESTED.products }),
    listBrands(db),
    recallNotes(db, 'all'),
  ])
  return {
    products: list.items.map(toCardProduct),
    total: list.total,
    brands: findNamed(brands, search, MOST_SUGGESTED.brands).map(({ name, slug }) => ({ name, slug })),
    notes: findNamed(notes, search, MOST_SUGGESTED.notes),
  }
}

/** Every note that products on sale have, once, by name. Goes from note to note in the index, however many products have it. */
async function listNotes(db: Kysely<Database>): Promise<{ name: string; slug: string }[]> {
  for (const gender of GENDERS) noteCatalogRead(`similar:${gender}`)
  const { hide_substitutes: hidden } = await readShopSettings(db)
  const { rows } = await sql<{ name: string }>`
    with recursive known (note) as (
      (select note from listed_notes order by note limit 1)
      union all
      select (select note from listed_notes where note > known.note order by note limit 1) from known where known.note is not null
    )
    select found.name from known
    cross join lateral (
      select name from listed_notes where note = known.note and is_original >= ${hidden} limit 1
    ) as found
    order by found.name collate polish`.execute(db)
  return rows.flatMap(({ name }) => {
    const slug = toSlug(name)
    return slug === '' ? [] : [{ name, slug }]
  })
}

const recallNotes = rememberRead((db: Kysely<Database>, _: 'all') => listNotes(db), { keyOf: (all) => all, most: 1 })
