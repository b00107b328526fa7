import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { formatOrderNumber } from '#domain/kernel/order-words/order-names.ts'
import { drawOrderIds } from '#domain/orders/order.ts'
import type { PaymentMode } from '#domain/payments/payment-provider.ts'
import { sayStockCause, stockCause } from '#domain/stock/stock-cause-queries.server.ts'
import type { MemoryProvider } from './memory-provider.ts'

export const TOTAL_GROSZE = 2 * 9_900 + 1_299

type StoredPayment = {
  stock?: number | null
  mode?: PaymentMode
  expiresAt?: Date
  /** The id of an existing order. Without it a new order is stored. */
  productId?: string
}

/** A product with this stock. */
export async function storeProduct(db: Kysely<Database>, stock: number | null): Promise<string> {
  const brand = await db
    .insertInto('brands')
    .values({ name: `Marka ${randomUUID()}`, slug: randomUUID() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = { name: 'Oud', slug: randomUUID(), brand_id: brand.id, price_grosze: 9_900 }
  const product = await db.transaction().execute(async (trx) => {
    await sayStockCause(trx, { reason: 'added' })
    return trx
      .insertInto('products')
      .values({ ...row, stock_quantity: stock, out_of_stock: stock === 0 })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  return product.id
}

/** Ids whose numbers no stored order has: among thousands two are equal, in which case the shop draws again. */
export async function drawFreeOrderIds(db: Kysely<Database>, count: number): Promise<string[]> {
  const ids = drawOrderIds(count)
  const taken = db.selectFrom('orders').select('id').where('number', 'in', ids.map(formatOrderNumber))
  return (await taken.executeTakeFirst()) ? drawFreeOrderIds(db, count) : ids
}

/** An order paid ahead for two pieces of a product, taken from its stock, that waits for its payment. */
export async function storePrepaidOrder(
  db: Kysely<Database>,
  { stock = 10, mode = 'test', expiresAt = new Date(Date.now() + 30 * 60_000), ...given }: StoredPayment = {},
) {
  const productId = given.productId ?? (await storeProduct(db, stock))
  const email = `${randomUUID()}@example.com`
  const user = await db.insertInto('users').values({ email }).returning('id').executeTakeFirstOrThrow()
  const costs = { items_grosze: 2 * 9_900, shipping_grosze: 1_299 }
  const shippingMethod = { shipping_method: 'prepaid_locker' as const }
  const checkout = await db
    .insertInto('checkouts')
    .values({ user_id: user.id, payment: 'prepaid', ...shippingMethod, ...costs })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [orderId = ''] = await drawFreeOrderIds(db, 1)
  await db
    .insertInto('orders')
    .values({
      id: orderId,
      checkout_id: checkout.id,
      user_id: user.id,
      email,
      status: 'pending',
      ...shippingMethod,
      ...costs,
      first_name: 'Łucja',
      last_name: 'Ćwik',
      phone: '+48600100200',
      receiver_email: 'odbiorca@example.com',
      parcel_locker_id: 'DEMO-WAW-003',
      parcel_locker_name: 'DEMO-WAW-003',
      parcel_locker_address: 'ul. Złota 7, 00-020 Warszawa',
    })
    .execute()
  await sql`with said as materialized (select ${stockCause({ reason: 'placed', order_id: orderId })})
    update products set stock_quantity = stock_quantity - 2, out_of_stock = (stock_quantity = 2)
    from said where id = ${productId} and stock_quantity is not null`.execute(db)
  await db
    .insertInto('order_items')
    .values({
      order_id: orderId,
      product_id: productId,
      product_name: 'Oud',
      brand_name: 'Marka',
      unit_price_grosze: 9_900,
      quantity: 2,
      taken_from_stock: stock !== null,
    })
    .execute()
  const paymentId = await storeAttempt(db, orderId, { mode, expiresAt })
  return { orderId, paymentId, productId, email, userId: user.id, checkoutId: checkout.id }
}

/** Another payment attempt of an order. */
export async function storeAttempt(
  db: Kysely<Database>,
  orderId: string,
  { mode = 'test', attempt = 1, expiresAt = new Date(Date.now() + 30 * 60_000) }: Partial<StoredAttempt> = {},
): Promise<string> {
  const payment = await db
    .insertInto('payments')
    .values({
      order_id: orderId,
      attempt,
      provider: 'stripe',
      mode,
      status: 'open',
      amount_grosze: TOTAL_GROSZE,
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return payment.id
}
type StoredAttempt = { mode: PaymentMode; attempt: number; expiresAt: Date }

/** Begins the session of a stored payment and stores its id, as the shop does. */
export async function beginSession(
  db: Kysely<Database>,
  { open }: MemoryProvider,
  { paymentId, orderId }: { paymentId: string; orderId: string },
): Promise<string> {
  const { id } = open({ paymentId, orderId, amountGrosze: TOTAL_GROSZE })
  await db.updateTable('payments').set({ provider_session_id: id }).where('id', '=', paymentId).execute()
  return id
}

/** The outcome of an order: statuses, stock, mails, events in order. */
export async function outcomeOf(db: Kysely<Database>, { orderId, productId }: { orderId: string; productId: string }) {
  const order = await db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirstOrThrow()
  const payments = await db
    .selectFrom('payments')
    .select('status')
    .where('order_id', '=', orderId)
    .orderBy('attempt')
    .execute()
  const product = await db
    .selectFrom('products')
    .select('stock_quantity')
    .where('id', '=', productId)
    .executeTakeFirstOrThrow()
  const shipments = await db.selectFrom('shipments').select('status').where('order_id', '=', orderId).execute()
  const events = await db
    .selectFrom('order_events')
    .select(['subject', 'from_status', 'to_status'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  const mails = await sql<{ template: string }>`
    select mail_outbox.template from mail_outbox join orders on orders.email = mail_outbox.recipient
    where orders.id = ${orderId} order by mail_outbox.created_at, mail_outbox.key`.execute(db)
  return {
    order: order.status,
    payments: payments.map(({ status }) => status),
    stock: product.stock_quantity,
    shipments: shipments.map(({ status }) => status),
    mails: mails.rows.map(({ template }) => template),
    events: events.map(({ subject, from_status, to_status }) => `${subject}: ${from_status ?? ''} -> ${to_status}`),
  }
}
