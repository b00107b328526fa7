import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { RETURNING_GROSZE, UNMADE_GROSZE } from './movement-queries.server.ts'

export type OrderSums = {
  orderId: string
  /** The received money; on delivery nothing until the parcel is delivered or the owner has the money; elsewhere what the marketplace has. */
  paidGrosze: Grosze
  /** The money that went back or is on its way back, in any way. */
  returnedGrosze: Grosze
  /** The money that a bank rejected, so that it has to be sent back again. */
  unmadeGrosze: Grosze
}

/** The money of an order, or of all orders of a checkout, in the order of their ids. */
export async function listOrderSums(
  db: Kysely<Database>,
  of: { orderId: string } | { checkoutId: string },
): Promise<OrderSums[]> {
  const asked = 'orderId' in of ? sql`orders.id = ${of.orderId}` : sql`orders.checkout_id = ${of.checkoutId}`
  const { rows } = await sql<OrderSums>`
    select orders.id as "orderId", ${RETURNING_GROSZE} as "returnedGrosze", ${UNMADE_GROSZE} as "unmadeGrosze",
      case when orders.payment <> 'prepaid' and orders.status = 'pending'
          and (orders.payment = 'elsewhere' or shipments.status is distinct from 'delivered') then 0
        else (
          select coalesce(sum(case kind when 'sold' then grosze else -grosze end), 0)::bigint from money_movements
          where order_id = orders.id and kind in ('sold', 'undone'))
      end as "paidGrosze"
    from orders left join shipments on shipments.order_id = orders.id
    where ${asked} order by orders.id`.execute(db)
  return rows
}

/** Transfers for an order, oldest first. */
export function listTransfers(db: Kysely<Database>, orderId: string) {
  return db
    .selectFrom('transfers')
    .select(['id', 'amount_grosze as amountGrosze', 'reason', 'created_at as createdAt'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/**
 * What went back for orders without a case: refunds, transfers, and what the bank took because the shop lost a dispute;
 * each with when it was begun, and the lines that it lowered.
 */
export const RETURNED_BESIDE = sql`
  select payments.order_id, refunds.amount_grosze, refunds.created_at as decided_at, refunds.cause, refunds.lines
  from refunds join payments on payments.id = refunds.payment_id
  where refunds.status <> 'failed'
    and not exists (select from return_cases where return_cases.refund_id in (refunds.id, refunds.follows_id))
  union all
  select order_id, amount_grosze, created_at, cause, lines from transfers where case_id is null
  union all
  select payments.order_id, disputes.amount_grosze, disputes.closed_at, disputes.cause, disputes.lines
  from disputes join payments on payments.id = disputes.payment_id where disputes.status = 'lost'`

/**
 * What went back for the orders of a checkout without a case, by the items that it lowered, with what was kept of them.
 * Rows of earlier versions that did not store their lines name no item.
 */
export async function listReturnedBeside(db: Kysely<Database>, checkoutId: string) {
  const { rows } = await sql<{
    orderId: string
    /** Null: the delivery, or unknown. */
    itemId: string | null
    isDelivery: boolean
    pieces: number
    grosze: Grosze
    decidedAt: Date
  }>`
    select beside.order_id as "orderId", (line.value ->> 'item_id')::uuid as "itemId",
      line.value is not null and line.value ->> 'item_id' is null as "isDelivery",
      coalesce((line.value ->> 'pieces')::int, 0) as pieces,
      coalesce((line.value ->> 'grosze')::bigint + greatest(0, (line.value ->> 'kept_grosze')::bigint),
        beside.amount_grosze) as grosze,
      beside.decided_at as "decidedAt"
    from orders cross join lateral (
      select * from (${RETURNED_BESIDE}) as every where every.order_id = orders.id) as beside
    left join jsonb_array_elements(beside.lines) as line(value) on true
    where orders.checkout_id = ${checkoutId} and beside.cause is distinct from 'change'
      and (beside.lines is null or line.value is not null)`.execute(db)
  return rows
}
