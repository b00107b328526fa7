import { sql, type Transaction } from 'kysely'
import { ITEM_RECALLED } from '#domain/batches/recall-queries.server.ts'
import type { Database } from '#domain/database.ts'
import { nameOrdered } from '#domain/kernel/order-words/order-names.ts'
import type { ChangedLine } from '#domain/orders/changes/parcel-change.ts'
import { PIECES_TAKEN_OUT } from '#domain/shipping/admin/parcel-warnings-queries.server.ts'
import { type NeededPieces, type OwnerCause, returnLeaving } from './stock-store.server.ts'

type ReturnedSample = {
  product_id: string
  product_name: string
  facts: string
  quantity: number
  left: number
  taken_from_stock: boolean
  recalled: boolean
}

/**
 * Takes a free sample out of an order, and back into stock, with the last bottle of its scent. The caller has locked the
 * order.
 * @param leaving pieces that leave the order and are still in it; a sample among them is left to the caller
 * @param arriving products that come into the order
 * @returns what changed
 */
export async function returnSamplesOf(
  trx: Transaction<Database>,
  cause: OwnerCause,
  leaving: readonly NeededPieces[],
  arriving: readonly string[] = [],
): Promise<ChangedLine[]> {
  const { order_id: orderId } = cause
  const out = leaving.filter(({ quantity }) => quantity > 0)
  const outIds = out.map(({ product_id }) => product_id)
  const { rows } = await sql<ReturnedSample>`
    with bottles as (
      select coalesce(products.scent_id, products.id) as scent, coalesce(out.quantity, 0) as out,
        order_items.quantity - ${PIECES_TAKEN_OUT} - coalesce(out.quantity, 0) as kept
      from order_items join products on products.id = order_items.product_id and products.kind = 'bottle'
      left join unnest(
        ${outIds}::uuid[], ${out.map(({ quantity }) => quantity)}::int[]
      ) as out (product_id, quantity) on out.product_id = order_items.product_id
      where order_items.order_id = ${orderId}
    ), gone as (
      select scent from bottles group by scent having sum(out) > 0 and sum(kept) <= 0
      except select coalesce(scent_id, id) from products where id = any(${arriving}::uuid[]) and kind = 'bottle'
    )
    delete from order_items using products as sample, gone
    where order_items.order_id = ${orderId} and unit_price_grosze = 0 and sample.id = order_items.product_id
      and coalesce(sample.scent_id, sample.id) = gone.scent and not order_items.product_id = any(${outIds}::uuid[])
    returning order_items.product_id, product_name, facts, quantity, quantity - restocked as left, taken_from_stock,
      ${ITEM_RECALLED} as recalled`.execute(trx)
  const returned = rows.flatMap(({ product_id, left, taken_from_stock, recalled, ...sample }) =>
    taken_from_stock && left > 0 ? [{ product_id, quantity: left, recalled, name: nameOrdered(sample) }] : [],
  )
  await returnLeaving(trx, returned, cause)
  return rows.map((sample) => ({
    field: 'pieces',
    what: nameOrdered(sample),
    before: String(sample.quantity),
    after: '0',
  }))
}
