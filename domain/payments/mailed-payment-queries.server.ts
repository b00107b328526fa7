import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { IS_SURPLUS } from './order-payment-queries.server.ts'

/** One payment attempt for a mail. Rejects when it does not exist. */
export function findMailedPayment(db: Kysely<Database>, paymentId: string) {
  return db
    .selectFrom('payments')
    .select(['order_id', 'status', 'amount_grosze', 'expires_at', 'paid_at'])
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow()
}

/** The payment that paid an order itself, or the newest one if it was refunded. Undefined for an unpaid order. */
export function findMadePayment(db: Kysely<Database>, orderId: string) {
  return db
    .selectFrom('payments')
    .select(['amount_grosze', 'paid_at'])
    .where('order_id', '=', orderId)
    .where('paid_at', 'is not', null)
    .where('is_addition', '=', false)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Why a refund does not concern the price of its order: it was paid more than once, or a paid change was not made. */
export type Surplus = 'paid_twice' | 'change_not_made'

/**
 * One refund for a mail, with its reason in the shop's own words. `paid_grosze`: what was paid for its order, without what
 * other refunds give back as surplus. Rejects when it does not exist.
 */
export async function findMailedRefund(db: Kysely<Database>, refundId: string) {
  const { rows } = await sql<{
    order_id: string
    amount_grosze: Grosze
    paid_grosze: Grosze
    reason: string
    surplus: Surplus | null
  }>`
    with mailed as (
      select refunds.id, order_id, refunds.amount_grosze, refunds.reason,
        case when ${IS_SURPLUS} then case refunds.cause when 'change' then 'change_not_made' else 'paid_twice' end end as surplus
      from refunds join payments on payments.id = refunds.payment_id where refunds.id = ${refundId}
    )
    select order_id, amount_grosze, reason, surplus, (
        select sum(amount_grosze) from payments where payments.order_id = mailed.order_id and paid_at is not null
      )::bigint - (
        select coalesce(sum(refunds.amount_grosze), 0) from refunds join payments on payments.id = refunds.payment_id
        where payments.order_id = mailed.order_id and refunds.id <> mailed.id and refunds.status <> 'failed'
          and ${IS_SURPLUS}
      )::bigint as paid_grosze
    from mailed`.execute(db)
  const [refund] = rows
  if (!refund) throw new Error(`there is no refund ${refundId}`)
  return refund
}
