import { createHash } from 'node:crypto'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { rowVersion } from '#domain/kernel/lists/row-version-queries.server.ts'
import { RECIPIENT_COLUMNS } from '#domain/orders/order-row-queries.server.ts'
import { sumDueOnDelivery } from '#domain/shipping/shipment.ts'
import { type ChangedLine, findParcelStage } from './parcel-change.ts'

export type ParcelToChange = NonNullable<Awaited<ReturnType<typeof readParcelState>>>
export type ParcelOrder = ParcelToChange['orders'][number]

/**
 * The orders of a checkout with shipment and pieces, how far the parcel has come, and the version of all of it.
 * Undefined when there is no such checkout.
 */
export async function readParcelState(db: Kysely<Database>, checkoutId: string) {
  const orders = await db
    .selectFrom('orders')
    .leftJoin('shipments', 'shipments.order_id', 'orders.id')
    .select((order) => [
      'orders.id',
      'orders.number',
      'orders.checkout_id',
      'orders.user_id',
      'orders.email',
      'orders.status',
      'orders.payment',
      'orders.delivery',
      'orders.shipping_method',
      'orders.items_grosze',
      'orders.total_grosze',
      'orders.gift_name',
      'orders.gift_pieces',
      'orders.gift_from_stock',
      'orders.anonymised_at',
      ...RECIPIENT_COLUMNS,
      'shipments.status as shipping_status',
      'shipments.packed_at',
      'shipments.tracking_number',
      'shipments.label_url',
      rowVersion('orders.updated_at').as('order_version'),
      rowVersion('shipments.updated_at').as('shipment_version'),
      jsonArrayFrom(
        order
          .selectFrom('order_items')
          .select([
            'id',
            'product_id',
            'product_name',
            'facts',
            'unit_price_grosze',
            'quantity',
            'taken_from_stock',
            'restocked',
            'discount_grosze',
          ])
          .whereRef('order_items.order_id', '=', 'orders.id')
          .orderBy('order_items.id'),
      ).as('items'),
    ])
    .where('orders.checkout_id', '=', checkoutId)
    .orderBy('orders.id')
    .execute()
  const [first] = orders
  if (!first) return undefined
  const carrier =
    (await db
      .selectFrom('carrier_shipments')
      .select(['id', 'status', 'asked_at', 'tracking_number'])
      .where('checkout_id', '=', checkoutId)
      .where('status', 'not in', ['cancelled', 'replaced'])
      .executeTakeFirst()) ?? null
  const versions = orders.map(({ order_version, shipment_version }) => [order_version, shipment_version])
  return {
    orders,
    first,
    carrier,
    stage: findParcelStage(orders, carrier),
    version: createHash('sha256').update(JSON.stringify(versions)).digest('base64url'),
    /** What the parcel costs on delivery; null: nothing is due then. */
    dueGrosze: sumDueOnDelivery(orders),
  }
}

/** What an order got because its checkout's goods cost at least a sum: its code's discount, free delivery. */
export async function findLeastSums(
  db: Kysely<Database>,
  orderId: string,
): Promise<{ name: string; leastGrosze: Grosze }[]> {
  const { rows } = await sql<{ name: string; leastGrosze: Grosze }>`
    select 'Rabat kodem ' || codes.code as name, least_grosze as "leastGrosze"
    from orders join codes on codes.code = orders.discount_code
    where orders.id = ${orderId} and sample_checkout_id is null and least_grosze > 0
    union all
    select 'Darmowa dostawa', free_delivery_from_grosze
    from (select free_delivery_from_grosze from shipping_costs order by updated_at desc limit 1) as costs
    where free_delivery_from_grosze is not null and not exists (
      select from orders as one join orders as paid on paid.checkout_id = one.checkout_id
      where one.id = ${orderId} and (paid.shipping_grosze > 0 or paid.waived_grosze > 0))`.execute(db)
  return rows
}

/** The checkout of an order, and its owner. Undefined when there is no such order. */
export function findCheckoutOf(db: Kysely<Database>, orderId: string) {
  return db.selectFrom('orders').select(['checkout_id', 'user_id']).where('id', '=', orderId).executeTakeFirst()
}

/** The owner of a checkout. */
export async function findBuyerOf(db: Kysely<Database>, checkoutId: string): Promise<string | undefined> {
  const row = await db.selectFrom('checkouts').select('user_id').where('id', '=', checkoutId).executeTakeFirst()
  return row?.user_id
}

/** The changes of an order after it was placed, oldest first. */
export async function listOrderChanges(db: Kysely<Database>, { id, checkoutId }: { id: string; checkoutId: string }) {
  return db
    .selectFrom('order_changes')
    .leftJoin('order_amendments', (join) =>
      join
        .onRef('order_amendments.order_id', '=', 'order_changes.order_id')
        .onRef('order_amendments.created_at', '=', 'order_changes.created_at'),
    )
    .select([
      'order_changes.lines',
      'order_changes.actor',
      'order_changes.dropped_number',
      'order_changes.created_at',
      'order_amendments.difference_grosze',
    ])
    .where('order_changes.checkout_id', '=', checkoutId)
    .where((change) =>
      change.or([change('order_changes.order_id', 'is', null), change('order_changes.order_id', '=', id)]),
    )
    .orderBy('order_changes.created_at')
    .execute()
}

/** By how much the total of an order differs from the one it was placed with. */
export async function sumAmendments(db: Kysely<Database>, orderId: string): Promise<Grosze> {
  const { sum } = await db
    .selectFrom('order_amendments')
    .select(sql<Grosze>`coalesce(sum(difference_grosze), 0)::bigint`.as('sum'))
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return sum
}

/** The money of a checkout's payments that is still with the shop. */
export const sumRefundable = (db: Kysely<Database>, checkoutId: string): Promise<Grosze> =>
  sumMoneyKept(db, sql`orders.checkout_id = ${checkoutId}`)

/** Whether all that was paid for an order went back, or is on its way; the money of a change not made is another's. */
export async function isGivenBack(db: Kysely<Database>, orderId: string): Promise<boolean> {
  const isMade = sql`not exists (
    select from order_additions where payment_id = payments.id and order_additions.status <> 'applied')`
  return (await sumMoneyKept(db, sql`orders.id = ${orderId} and ${isMade}`)) === 0
}

async function sumMoneyKept(db: Kysely<Database>, which: RawBuilder<unknown>): Promise<Grosze> {
  const { rows } = await sql<{ sum: Grosze }>`
    select coalesce(sum(payments.amount_grosze - coalesce(gone.grosze, 0)), 0)::bigint as sum
    from payments join orders on orders.id = payments.order_id
    left join lateral (
      select sum(amount_grosze) as grosze from (
        select amount_grosze from refunds where payment_id = payments.id and status <> 'failed'
        union all select amount_grosze from disputes where payment_id = payments.id and status = 'lost'
      ) as leaving
    ) as gone on true
    where ${which} and payments.status in ('paid', 'refund_pending', 'refunded')`.execute(db)
  return rows[0]?.sum ?? 0
}

/** A change for the mail about it. */
export function findMailedChange(db: Kysely<Database>, changeId: string) {
  return db
    .selectFrom('order_changes')
    .select(['checkout_id', 'order_id', 'lines', 'due_grosze', 'refunded_grosze', 'paid_grosze', 'actor'])
    .where('id', '=', changeId)
    .$narrowType<{ lines: ChangedLine[] }>()
    .executeTakeFirstOrThrow()
}
