import { type Kysely, sql } from 'kysely'
import { isSubstitute, LOW_STOCK_BELOW, priceFields } from '#domain/catalog/product.ts'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/money.ts'

/** What became of a product since it was put into a cart. */
export type CartProduct =
  | { id: string; gone: true }
  | {
      id: string
      gone: false
      name: string
      current_price_pln: number
      current_price_cents: Grosze
      out_of_stock: boolean
      /** Pieces left when few (below 5), null when plenty or not counted. */
      pieces_left: number | null
    }

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** The present state of each id, in the order asked. Unknown, withdrawn and hidden products, and ids that are none, are gone. */
export async function priceCart(db: Kysely<Database>, ids: readonly string[]): Promise<CartProduct[]> {
  const known = ids.filter((id) => UUID.test(id))
  const rows = await db
    .selectFrom('products')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .innerJoin('shop_settings', (join) => join.onTrue())
    .select([
      'products.id',
      'products.name',
      'products.price_grosze',
      'products.out_of_stock',
      'products.stock_quantity',
      'brands.name as brand_name',
      'shop_settings.hide_substitutes',
    ])
    .where('products.id', '=', sql<string>`any(${known}::uuid[])`)
    .where('products.active', '=', true)
    .where('brands.active', '=', true)
    .execute()
  const onSale = new Map(
    rows.filter((row) => !(row.hide_substitutes && isSubstitute(row.brand_name))).map((row) => [row.id, row]),
  )
  return ids.map((id) => {
    const row = onSale.get(id.toLowerCase())
    if (!row) return { id, gone: true }
    const { name, price_grosze, out_of_stock, stock_quantity } = row
    const few = !out_of_stock && stock_quantity !== null && stock_quantity < LOW_STOCK_BELOW
    return {
      id,
      gone: false,
      name,
      ...priceFields(price_grosze),
      out_of_stock,
      pieces_left: out_of_stock ? 0 : few ? stock_quantity : null,
    }
  })
}
