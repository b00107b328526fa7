import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { RETURNING_GROSZE, UNMADE_GROSZE } from './movement-queries.server.ts'

export type OrderSums = {
  orderId: string
  /** The received money; on delivery nothing until the parcel is delivered or the owner has the money. */
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
      case when orders.payment = 'cash_on_delivery' and orders.status = 'pending'
          and shipments.status is distinct from 'delivered' then 0
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
 * What went back for the orders of a checkout without a case: refunds, transfers, and what the bank took because the
 * shop lost a dispute; each with when it was begun.
 */
export async function listReturnedBeside(db: Kysely<Database>, checkoutId: string) {
  const { rows } = await sql<{ amountGrosze: Grosze; createdAt: Date }>`
    select refunds.amount_grosze as "amountGrosze", refunds.created_at as "createdAt"
    from refunds join payments on payments.id = refunds.payment_id join orders on orders.id = payments.order_id
    where orders.checkout_id = ${checkoutId} and refunds.status <> 'failed'
      and not exists (select from return_cases where return_cases.refund_id in (refunds.id, refunds.follows_id))
    union all
    select transfers.amount_grosze, transfers.created_at from transfers join orders on orders.id = transfers.order_id
    where orders.checkout_id = ${checkoutId} and transfers.case_id is null
    union all
    select disputes.amount_grosze, disputes.closed_at
    from disputes join payments on payments.id = disputes.payment_id join orders on orders.id = payments.order_id
    where orders.checkout_id = ${checkoutId} and disputes.status = 'lost'`.execute(db)
  return rows
}
