import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { CANCELLED_BY_BUYER, CANCELLED_BY_WITHDRAWAL, type Canceller } from '#domain/kernel/order-words/order-status.ts'
import { PAYMENT_STATUSES_BY_WEIGHT, type PaymentStatus } from './payment.ts'

/** For queries of `orders`: the common status of all payment attempts; null when there is none. */
export const PAYMENT_STATUS = sql<PaymentStatus | null>`case when orders.payment = 'prepaid' then (
  select payments.status from payments where payments.order_id = orders.id
  order by array_position(${PAYMENT_STATUSES_BY_WEIGHT}::text[], payments.status) limit 1) end`.as('payment_status')

/** For `payments`: all of the money went back. */
export const IS_REFUNDED = sql<boolean>`payments.status = 'refunded'`
/** For `payments`: all of the money went back, or is on its way. */
export const IS_RETURNING = sql<boolean>`payments.status in ('refund_pending', 'refunded')`

/** For `payments`: it ended an hour ago, and the provider has not said how. */
export const IS_UNCLEAR = sql<boolean>`(payments.status = 'open' and payments.expires_at < now() - interval '1 hour')`

/**
 * For queries of `orders`: what was paid for them is gone. One payment that is gone leaves an order paid while another,
 * also of an addition, is with the shop.
 * @param gone of a payment: its money is not with the shop any more
 */
export const isPaidBack = (gone: RawBuilder<boolean>) => sql<boolean>`(
  exists (select from payments where payments.order_id = orders.id and not payments.is_addition and (${gone}))
  and not exists (
    select from payments where payments.order_id = orders.id and payments.status = 'paid' and not (${gone})))`

/** For queries of `orders`: all that was paid for them went back or is on its way, also by transfers of the owner. */
export const IS_MONEY_BACK = sql<boolean>`case when orders.payment = 'prepaid' then ${isPaidBack(IS_RETURNING)} else (
  select sum(amount_grosze) >= orders.total_grosze from transfers where transfers.order_id = orders.id) is true end`

/** For `refunds` with their `payments`: it gives back what the order never cost, so the order stays as it is. */
export const IS_SURPLUS = sql<boolean>`(refunds.cause = 'overpayment'
  or (payments.is_addition and refunds.cause = 'change' and refunds.lines = '[]'::jsonb))`

/** For queries of `order_events`: who cancelled an order. */
export const CANCELLED_BY = sql<Canceller>`case when reason = ${sql.lit(CANCELLED_BY_BUYER)} then 'buyer'
  when starts_with(reason, ${sql.lit(CANCELLED_BY_WITHDRAWAL)}) then 'withdrawal'
  when actor = 'customer' then 'gave_up' else actor end`.as('cancelled_by')

/** For queries of `payments`: whether another attempt has paid the order itself. */
const IS_PAID_OTHERWISE = sql<boolean>`exists (
  select from payments as other where other.order_id = payments.order_id and other.id <> payments.id
    and not other.is_addition and other.status = 'paid')`.as('isPaidOtherwise')

/** The newest payment attempt of an order, with the columns that giving it up needs. Undefined when there is none. */
export function findOrderPayment(db: Kysely<Database>, orderId: string) {
  return db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select([
      'payments.status',
      'payments.expires_at as expiresAt',
      'payments.is_addition as isAddition',
      IS_PAID_OTHERWISE,
      'orders.status as orderStatus',
      'orders.number as orderNumber',
      sql<Grosze>`case when is_addition then amount_grosze else total_grosze end`.as('totalGrosze'),
    ])
    .where('orders.id', '=', orderId)
    .orderBy('payments.attempt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The payments of an order whose money arrived. */
export async function listPaidPayments(db: Kysely<Database>, orderId: string): Promise<string[]> {
  const payments = await db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .where('status', 'in', ['paid', 'refund_pending', 'refunded'])
    .orderBy('attempt')
    .execute()
  return payments.map(({ id }) => id)
}

/** The payment of a session with its order, with the columns that the buyer's return needs. */
export function findPaymentOfSession(db: Kysely<Database>, sessionId: string) {
  return db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select([
      'payments.id',
      'payments.status',
      'payments.asked_at as askedAt',
      'payments.is_addition as isAddition',
      IS_PAID_OTHERWISE,
      'orders.number as orderNumber',
      'orders.status as orderStatus',
      sql<Grosze>`case when is_addition then amount_grosze else total_grosze end`.as('totalGrosze'),
      'orders.shipping_method as shippingMethod',
      'orders.user_id as userId',
      'orders.checkout_id as checkoutId',
    ])
    .where('payments.provider_session_id', '=', sessionId)
    .executeTakeFirst()
}
