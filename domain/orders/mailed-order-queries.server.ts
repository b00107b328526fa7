import { type Kysely, sql, type Transaction } from 'kysely'
import { findReduction, ledgerAt, type PriceLedger } from '#domain/catalog/prices/price-ledger.ts'
import { readPriceLedgers } from '#domain/catalog/prices/price-queries.server.ts'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { isCollected } from '#domain/returns/return-course.ts'
import { findParcelPlace } from '#domain/shipping/shipment.ts'
import { listCheckoutOrders, PAID_BEFORE_CANCELLING } from './order-queries.server.ts'
import type { OrderRow } from './order-row-queries.server.ts'

/**
 * The contents of a mail about a checkout. `first` represents its orders where they agree: recipient, address, method,
 * company. `terms`: the text that was accepted. `place`, `paid_grosze` and `returning_grosze` of an order say what is true of
 * parcel and money when the mail is sent, not when it was queued. Rejects when there is no such checkout.
 */
export async function findMailedCheckout(db: Kysely<Database>, checkoutId: string) {
  const stored = await listCheckoutOrders(db, checkoutId)
  const products = stored.flatMap(({ items }) => items.map(({ product_id }) => product_id))
  const ledgers = await readPriceLedgers(db, products)
  const courses = await readCourses(db, checkoutId)
  const orders = stored.map((order) => ({
    ...order,
    ...toCourse(order, courses.get(order.id)),
    items: order.items.map((item) => ({
      ...item,
      lowest_price_cents: findLowest(ledgerAt(ledgers.get(item.product_id) ?? [], order.created_at), item),
    })),
  }))
  const [first] = orders
  if (!first) throw new Error(`checkout ${checkoutId} has no orders`)
  const terms = first.readable_terms === null ? null : await readTerms(db, first.readable_terms)
  return { id: checkoutId, terms, orders, first }
}

async function readTerms(db: Kysely<Database>, version: string): Promise<string> {
  const terms = db.selectFrom('terms_versions').select('full_text').where('version', '=', version)
  return (await terms.executeTakeFirstOrThrow()).full_text
}

type Course = { paid: Grosze; returned: Grosze; carrier_status: string | null; was_collected: boolean }

/**
 * Of each order: the money paid ahead, the money that went back by refunds, transfers and lost disputes, and the
 * carrier's status of its parcel.
 */
async function readCourses(db: Kysely<Database>, checkoutId: string): Promise<Map<string, Course>> {
  const { rows } = await sql<Course & { id: string }>`
    select orders.id,
      (select coalesce(sum(amount_grosze), 0)::bigint from payments
        where order_id = orders.id and status in ('paid', 'refund_pending', 'refunded')) as paid,
      (select coalesce(sum(refunds.amount_grosze), 0)::bigint from refunds
        join payments on payments.id = refunds.payment_id
        where payments.order_id = orders.id and refunds.status <> 'failed')
      + (select coalesce(sum(disputes.amount_grosze), 0)::bigint from disputes
        join payments on payments.id = disputes.payment_id
        where payments.order_id = orders.id and disputes.status = 'lost')
      + (select coalesce(sum(amount_grosze), 0)::bigint from transfers where order_id = orders.id) as returned,
      (select carrier_status from carrier_shipments
        where carrier_shipments.checkout_id = orders.checkout_id
          and carrier_shipments.tracking_number = shipments.tracking_number
        order by carrier_shipments.created_at desc limit 1) as carrier_status,
      orders.status = 'cancelled' and ${PAID_BEFORE_CANCELLING} as was_collected
    from orders left join shipments on shipments.order_id = orders.id
    where orders.checkout_id = ${checkoutId}`.execute(db)
  return new Map(rows.map(({ id, ...course }) => [id, course]))
}

function toCourse({ payment, status, shipping_status, total_grosze }: OrderRow, course: Course | undefined) {
  const place = findParcelPlace(shipping_status, course?.carrier_status ?? null)
  const returning_grosze = course?.returned ?? 0
  if (payment === 'prepaid') return { place, paid_grosze: course?.paid ?? 0, returning_grosze }
  const collected =
    payment === 'elsewhere'
      ? status !== 'pending'
      : isCollected({ status, shipment_status: shipping_status }) || course?.was_collected
  return { place, paid_grosze: collected ? total_grosze : 0, returning_grosze }
}

/** The lowest price of the 30 days before, where the item was bought at a reduced price. */
function findLowest(ledger: PriceLedger, { unit_price_grosze }: { unit_price_grosze: Grosze }): Grosze | null {
  return ledger.at(-1)?.grosze === unit_price_grosze ? (findReduction(ledger)?.lowestGrosze ?? null) : null
}

export type MailedCheckout = Awaited<ReturnType<typeof findMailedCheckout>>

/** As findMailedCheckout, by one of the checkout's orders. */
export async function findMailedCheckoutOf(db: Kysely<Database>, orderId: string): Promise<MailedCheckout> {
  const order = await db.selectFrom('orders').select('checkout_id').where('id', '=', orderId).executeTakeFirstOrThrow()
  return findMailedCheckout(db, order.checkout_id)
}

/**
 * The recipient of the mail about a cancelled order, and the cancelling transaction; undefined once it is anonymous, and
 * where it was sold elsewhere: the marketplace tells its buyer.
 */
export function findCancelledOrder(trx: Transaction<Database>, orderId: string) {
  return trx
    .selectFrom('orders')
    .select(['email', 'checkout_id', sql<string>`pg_current_xact_id()::text`.as('act')])
    .where('id', '=', orderId)
    .where('anonymised_at', 'is', null)
    .where('payment', '<>', 'elsewhere')
    .executeTakeFirst()
}
