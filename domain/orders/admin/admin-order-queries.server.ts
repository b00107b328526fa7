import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { STATE_VERSION } from '#domain/kernel/lists/row-version-queries.server.ts'

/** What else is around an order on its admin page: its version, its parcel, events and notes. Undefined when there is none. */
export async function findOrderAround(db: Kysely<Database>, orderId: string) {
  const order = await db
    .selectFrom('orders')
    .leftJoin('shipments', 'shipments.order_id', 'orders.id')
    .innerJoin('users', 'users.id', 'orders.user_id')
    .select(['orders.checkout_id', 'users.deleted_at'])
    .select(STATE_VERSION.as('version'))
    .where('orders.id', '=', orderId)
    .executeTakeFirst()
  if (!order) return undefined
  const [parcel, events, notes] = await Promise.all([
    db
      .selectFrom('orders')
      .select(['id', 'status', 'total_grosze'])
      .where('checkout_id', '=', order.checkout_id)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('order_events')
      .select(['id', 'subject', 'from_status', 'to_status', 'actor', 'reason', 'refund_id', 'created_at'])
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('order_notes')
      .select(['id', 'note', 'created_at'])
      .where('order_id', '=', orderId)
      .orderBy('created_at')
      .execute(),
  ])
  return { version: order.version, deleted_at: order.deleted_at, parcel, events, notes }
}
export type OrderAround = NonNullable<Awaited<ReturnType<typeof findOrderAround>>>

/** The payment attempts of an order, newest first, with their refunds and disputes. */
export async function listOrderPayments(db: Kysely<Database>, orderId: string) {
  const [payments, refunds, disputes] = await Promise.all([
    db.selectFrom('payments').selectAll().where('order_id', '=', orderId).orderBy('attempt', 'desc').execute(),
    db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .selectAll('refunds')
      .where('payments.order_id', '=', orderId)
      .orderBy('refunds.created_at')
      .orderBy('refunds.id')
      .execute(),
    db
      .selectFrom('disputes')
      .innerJoin('payments', 'payments.id', 'disputes.payment_id')
      .selectAll('disputes')
      .where('payments.order_id', '=', orderId)
      .orderBy('disputes.created_at')
      .execute(),
  ])
  return payments.map((payment) => ({
    ...payment,
    refunds: refunds.filter(({ payment_id }) => payment_id === payment.id),
    disputes: disputes.filter(({ payment_id }) => payment_id === payment.id),
  }))
}

export type OrderPayment = Awaited<ReturnType<typeof listOrderPayments>>[number]

/** More mails than one order normally has. */
const MOST_MAILS = 100

/** The mails that refer to any of these rows, oldest first: `{ orderId: [...], refundId: [...] }`. */
function listMailsAbout(db: Kysely<Database>, rows: Readonly<Record<string, readonly string[]>>) {
  const references = Object.entries(rows).flatMap(([name, ids]) => ids.map((id) => JSON.stringify({ [name]: id })))
  return db
    .selectFrom('mail_outbox')
    .select(['id', 'key', 'template', 'recipient', 'created_at', 'sent_at', 'failed_at', 'failure_reason'])
    .where(sql<boolean>`data @> any(${references}::jsonb[])`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(MOST_MAILS)
    .execute()
}

export type MailRow = Awaited<ReturnType<typeof listMailsAbout>>[number]

/** The newest other orders of the same account or with the same address. */
export function listOrdersOfSame(
  db: Kysely<Database>,
  { orderId, userId, email, most }: { orderId: string; userId: string; email: string; most: number },
) {
  const newest = () =>
    db
      .selectFrom('orders')
      .select(['id', 'status', 'total_grosze', 'created_at'])
      .where('id', '<>', orderId)
      .orderBy('created_at', 'desc')
      .limit(most)
  const word = `'${email.replace(/[\\']/g, (sign) => sign + sign)}'`
  const byEmail = newest().where(sql<boolean>`search @@ ${word}::tsquery`).where('email', '=', email)
  const own = db.selectFrom(newest().where('user_id', '=', userId).as('own')).selectAll()
  return db
    .selectFrom((email === '' ? own : own.union(db.selectFrom(byEmail.as('addressed')).selectAll())).as('other'))
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(most)
    .execute()
}

/** The columns that decide how an order may be changed by hand. Undefined when there is no such order. */
export function findOrderStatusAndMethod(db: Kysely<Database>, orderId: string) {
  return db
    .selectFrom('orders')
    .select(['status', 'shipping_method', 'checkout_id'])
    .where('id', '=', orderId)
    .executeTakeFirst()
}

/** The mails about an order, its payments, refunds and shipments, and about its checkout. */
export async function listMailsOfOrder(db: Kysely<Database>, orderId: string) {
  const ids = await db
    .selectFrom('orders')
    .leftJoin('payments', 'payments.order_id', 'orders.id')
    .leftJoin('refunds', 'refunds.payment_id', 'payments.id')
    .leftJoin('orders as sibling', 'sibling.checkout_id', 'orders.checkout_id')
    .leftJoin('shipments', 'shipments.order_id', 'sibling.id')
    .leftJoin('order_changes', 'order_changes.checkout_id', 'orders.checkout_id')
    .select([
      'order_changes.id as change_id',
      'orders.checkout_id',
      'payments.id as payment_id',
      'refunds.id as refund_id',
      'shipments.id as shipment_id',
    ])
    .where('orders.id', '=', orderId)
    .execute()
  const distinct = (read: (row: (typeof ids)[number]) => string | null) => [
    ...new Set(ids.flatMap((row) => read(row) ?? [])),
  ]
  return listMailsAbout(db, {
    checkoutId: distinct(({ checkout_id }) => checkout_id),
    orderId: [orderId],
    paymentId: distinct(({ payment_id }) => payment_id),
    refundId: distinct(({ refund_id }) => refund_id),
    shipmentId: distinct(({ shipment_id }) => shipment_id),
    changeId: distinct(({ change_id }) => change_id),
  })
}
