import { type Kysely, sql } from 'kysely'
import { isRecalled } from '#domain/batches/recall-queries.server.ts'
import { readReduction, reductionColumns } from '#domain/catalog/prices/price-queries.server.ts'
import { priceFields, shownPiecesLeft } from '#domain/catalog/product.ts'
import { onSale, piecesLeft } from '#domain/catalog/product-queries.server.ts'
import type { Database } from '#domain/database.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import type { CartProductState } from './cart-state.ts'

/**
 * The present state of each id, in the order of the ids. Unknown, withdrawn and hidden products and malformed ids are
 * gone.
 * @param held pieces by products that the shop holds for this buyer
 */
export async function priceCart(
  db: Kysely<Database>,
  ids: readonly string[],
  held: ReadonlyMap<string, number> = new Map(),
): Promise<CartProductState[]> {
  const known = ids.filter(isUuid)
  const rows = await db
    .selectFrom('products as p')
    .innerJoin('brands as b', 'b.id', 'p.brand_id')
    .select(['p.id', ...reductionColumns, 'p.name', 'p.out_of_stock', piecesLeft.as('pieces_left')])
    // Sold out by its owner or a recall, not because the last piece was taken.
    .select(
      sql<boolean>`p.out_of_stock and (p.stock_quantity is distinct from 0 or ${isRecalled('p')})`.as('is_marked'),
    )
    .where('p.id', '=', sql<string>`any(${known}::uuid[])`)
    .where(onSale)
    .execute()
  const products = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id) => {
    const row = products.get(id.toLowerCase())
    if (!row) return { id, gone: true }
    const own = row.is_marked ? 0 : (held.get(row.id) ?? 0)
    const { name, out_of_stock, current_price_grosze, pieces_left, is_marked: _, ...reduction } = row
    return {
      id,
      gone: false,
      name,
      ...priceFields(current_price_grosze),
      ...readReduction(reduction),
      out_of_stock: out_of_stock && own === 0,
      pieces_left: shownPiecesLeft(pieces_left === null ? null : pieces_left + own),
    }
  })
}
