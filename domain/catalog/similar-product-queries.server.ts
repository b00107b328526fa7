import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { readShopSettings } from '#domain/settings/settings-queries.server.ts'
import { noteCatalogRead } from './catalog-reads.server.ts'
import type { Gender } from './gender.ts'
import type { Product } from './product.ts'
import { selectProducts, toProduct } from './product-queries.server.ts'

/** Newest products of each note, and of each gender, among which similar ones are looked for. */
const CANDIDATES = 60

/** Whose scents are looked through beside those of one's own. */
const WORN_AS_WELL: Record<Gender, readonly Gender[]> = {
  women: ['women', 'unisex'],
  men: ['men', 'unisex'],
  unisex: ['unisex', 'women', 'men'],
}

/** Another product, and what both smell of in the words of the first. */
type SimilarProduct = { product: Product; sharedNotes: string[] }

/**
 * What else may please: what shares most notes first; where too few do, the newest for the same person. Sold-out ones last.
 * Reads as much of a shop of any size: the newest products of each note.
 */
export async function listSimilarProducts(
  db: Kysely<Database>,
  product: Product,
  limit: number,
): Promise<SimilarProduct[]> {
  const genders = WORN_AS_WELL[product.gender]
  for (const gender of genders) noteCatalogRead(`similar:${gender}`)
  const { hide_substitutes: hidden } = await readShopSettings(db)
  const kinds = sql`unnest(${[...genders]}::text[]) as worn (gender)
    cross join unnest(${hidden ? [true] : [true, false]}::boolean[]) as line (is_original)`
  const similar = sql<{ product_id: string; shared: string[]; place: number }>`(
    with own as materialized (
      select distinct on (note) note, name, place
      from (
        select search_fold(name) as note, name, place
        from unnest(${product.notes}::text[]) with ordinality as noted (name, place)
      ) as folded
      where note <> '' order by note, place
    ), candidate as (
      select found.product_id, own.name, own.place
      from own cross join ${kinds}
      cross join lateral (
        select product_id from listed_notes
        where note = own.note and is_original = line.is_original and gender = worn.gender
        order by created_at desc, product_id desc limit ${CANDIDATES}
      ) as found
      union all
      select newest.product_id, null, null
      from ${kinds}
      cross join lateral (
        select product_id from listed_products
        where gender = worn.gender and is_original = line.is_original
        order by created_at desc limit ${limit + 1}
      ) as newest
    ), alike as (
      select product_id, coalesce(array_agg(name order by place) filter (where name is not null), '{}') as shared
      from candidate where product_id <> ${product.id} group by product_id
    )
    select alike.product_id, alike.shared, row_number() over (
        order by p.out_of_stock, cardinality(alike.shared) desc, p.gender = ${product.gender} desc,
          p.brand_id = ${product.brand_id} desc, p.created_at desc, p.id
      ) as place
    from alike join products p on p.id = alike.product_id
    order by place limit ${limit}
  )`.as('s')
  const rows = await selectProducts(db)
    .innerJoin(similar, 's.product_id', 'p.id')
    .select('s.shared')
    .orderBy('s.place')
    .execute()
  return rows.map(({ shared, ...row }) => ({ product: toProduct(row), sharedNotes: shared }))
}
