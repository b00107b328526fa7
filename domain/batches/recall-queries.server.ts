import { sql } from 'kysely'

/** Whether an order's item has a batch that was recalled: its pieces are not sold again. For order_items. */
export const ITEM_RECALLED = sql<boolean>`exists (
  select from packed_batches join recalls using (product_id, batch)
  where packed_batches.order_id = order_items.order_id and packed_batches.product_id = order_items.product_id)`

/** Whether a product is off sale because of a recall: only the owner puts it on sale again. For products under a name. */
export const isRecalled = (products: string) => sql<boolean>`exists (
  select from recalls where recalls.product_id = ${sql.ref(`${products}.id`)} and lifted_at is null)`

/** For products. */
export const IS_RECALLED = isRecalled('products')
