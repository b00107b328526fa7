import { type Kysely, sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/money.ts'
import type { PaymentStatus } from '#domain/payments/payment.ts'

export type OrderDetails = Awaited<ReturnType<typeof listOrderDetails>>[number]

/** Where the own orders of these checkouts go, and how each stands with its money: its newest attempt to pay and refunds. */
export async function listOrderDetails(db: Kysely<Database>, userId: string, checkoutIds: readonly string[]) {
  const rows = await db
    .selectFrom('orders')
    .leftJoin('shipments', 'shipments.order_id', 'orders.id')
    .where('orders.checkout_id', '=', sql<string>`any(${checkoutIds}::uuid[])`)
    .where('orders.user_id', 'is not distinct from', userId)
    .select((order) => [
      'orders.id',
      'orders.payment',
      'orders.status',
      'orders.created_at',
      'orders.first_name',
      'orders.last_name',
      'orders.phone',
      'orders.receiver_email',
      'orders.street',
      'orders.house_number',
      'orders.city',
      'orders.postal_code',
      'orders.parcel_locker_name',
      'orders.parcel_locker_address',
      'shipments.status as shipping_status',
      'shipments.tracking_number',
      sql<PaymentStatus[]>`array(select status from payments where order_id = orders.id order by attempt)`.as(
        'payment_statuses',
      ),
      sql<boolean>`coalesce((select actor = 'admin' from order_events
        where order_id = orders.id and subject = 'order' and to_status = 'cancelled' order by id desc limit 1), false)`.as(
        'cancelled_by_admin',
      ),
      jsonObjectFrom(
        order
          .selectFrom('payments')
          .select(['paid_at', 'refunded_at', 'expires_at'])
          .whereRef('payments.order_id', '=', 'orders.id')
          .orderBy('payments.attempt', 'desc')
          .limit(1),
      ).as('newest_payment'),
      sql<Grosze>`coalesce((select sum(refunds.amount_grosze) from refunds join payments on payments.id = refunds.payment_id
        where payments.order_id = orders.id and refunds.status <> 'failed'), 0)::bigint`.as('refunded_grosze'),
    ])
    .execute()
  return rows.map(({ newest_payment, ...row }) => ({
    ...row,
    // JSON has no dates.
    paid_at: newest_payment?.paid_at ? new Date(newest_payment.paid_at) : null,
  }))
}
