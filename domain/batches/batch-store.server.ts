import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { PackedBatches, Recall } from './batch.ts'

/**
 * The orders of a checkout that have a product, are not cancelled and have not left, locked; with the code of the
 * product, which is locked against a recall of one of its batches.
 */
export async function lockOrdersWithProduct(
  trx: Transaction<Database>,
  { checkout_id, product_id }: Pick<PackedBatches, 'checkout_id' | 'product_id'>,
) {
  const { rows } = await sql<{
    order_id: string
    product_name: string
    facts: string
    product_code: string | null
  }>`
    select orders.id as order_id, order_items.product_name, order_items.facts, products.product_code
    from orders join order_items on order_items.order_id = orders.id join products on products.id = order_items.product_id
    where orders.checkout_id = ${checkout_id} and order_items.product_id = ${product_id} and orders.status <> 'cancelled'
      and not exists (select from shipments where shipments.order_id = orders.id and status in ('shipped', 'delivered'))
    order by orders.id for update of orders for share of products`.execute(trx)
  return rows
}

/** The first of these batches of a product that was recalled. */
export async function findRecalled(
  trx: Transaction<Database>,
  { product_id, batches }: Pick<PackedBatches, 'product_id' | 'batches'>,
): Promise<string | undefined> {
  const found = await trx
    .selectFrom('recalls')
    .select('batch')
    .where('product_id', '=', product_id)
    .where('batch', '=', sql<string>`any(${batches}::text[])`)
    .executeTakeFirst()
  return found?.batch
}

/** The batches of a product that are noted in these locked orders. */
export async function listNoted(
  trx: Transaction<Database>,
  orderIds: readonly string[],
  productId: string,
): Promise<string[]> {
  const noted = await trx
    .selectFrom('packed_batches')
    .select('batch')
    .distinct()
    .where('order_id', '=', sql<string>`any(${orderIds}::uuid[])`)
    .where('product_id', '=', productId)
    .orderBy('batch')
    .execute()
  return noted.map(({ batch }) => batch)
}

/** Replaces the noted batches of a product in these orders. */
export async function replaceBatches(
  trx: Transaction<Database>,
  orderIds: readonly string[],
  { product_id, batches }: Pick<PackedBatches, 'product_id' | 'batches'>,
): Promise<void> {
  await sql`delete from packed_batches where order_id = any(${orderIds}::uuid[]) and product_id = ${product_id}`.execute(
    trx,
  )
  await sql`
    insert into packed_batches (order_id, product_id, batch)
    select order_id, ${product_id}, batch
    from unnest(${orderIds}::uuid[]) as orders (order_id), unnest(${[...new Set(batches)]}::text[]) as noted (batch)`.execute(
    trx,
  )
}

/** Stores a recall; undefined: the batch was recalled before. */
export async function insertRecall(trx: Transaction<Database>, recall: Recall): Promise<string | undefined> {
  const stored = await trx
    .insertInto('recalls')
    .values(recall)
    .onConflict((known) => known.doNothing())
    .returning('id')
    .executeTakeFirst()
  return stored?.id
}

/** Locks the shipments of parcels with a batch: one that is just being sent has left before its buyers are listed. */
export async function lockParcelsWithBatch(
  trx: Transaction<Database>,
  { product_id, batch }: Pick<Recall, 'product_id' | 'batch'>,
): Promise<void> {
  await sql`
    select from shipments where order_id in (
      select order_id from packed_batches where product_id = ${product_id} and batch = ${batch})
    order by order_id for share`.execute(trx)
}
