import { type Kysely, sql } from 'kysely'
import { readReduction, reductionColumns } from '#domain/catalog/prices/price-queries.server.ts'
import { priceFields, shownPiecesLeft } from '#domain/catalog/product.ts'
import { onSale, piecesLeft } from '#domain/catalog/product-queries.server.ts'
import type { Database } from '#domain/database.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import type { CartProductState } from './cart-state.ts'

/**
 * The present state of each id, in the order of the ids. Unknown, withdrawn and hidden products and malformed ids are
 * gone.
 */
export async function priceCart(db: Kysely<Database>, ids: readonly string[]): Promise<CartProductState[]> {
  const known = ids.filter(isUuid)
  const rows = await db
    .selectFrom('products as p')
    .innerJoin('brands as b', 'b.id', 'p.brand_id')
    .select(['p.id', ...reductionColumns, 'p.name', 'p.out_of_stock', piecesLeft.as('pieces_left')])
    .where('p.id', '=', sql<string>`any(${known}::uuid[])`)
    .where(onSale)
    .execute()
  const products = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = products.get(id.toLowerCase())
    if (!row) return { id, gone: true }
    const { name, out_of_stock, current_price_grosze, pieces_left, ...reduction } = row
    return {
      id,
      gone: false,
      name,
      ...priceFields(current_price_grosze),
      ...readReduction(reduction),
      out_of_stock,
      pieces_left: shownPiecesLeft(pieces_left),
    }
  })
}
