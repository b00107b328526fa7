import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { shareOfPieces } from '#domain/kernel/amounts/split-grosze.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { countPages } from '#domain/kernel/lists/paging.ts'
import { rowVersion, STATE_VERSION } from '#domain/kernel/lists/row-version-queries.server.ts'
import type { OrderStatus } from '#domain/kernel/order-words/order-status.ts'
import { selectOrders } from '#domain/orders/order-row-queries.server.ts'
import type { TaxedRate } from '#domain/papers/vat.ts'
import { PIECES_TAKEN_OUT } from '#domain/shipping/admin/parcel-warnings-queries.server.ts'
import type { ShipmentStatus } from '#domain/shipping/shipment.ts'
import type { OrdersAsked } from './read-fields.ts'

export function findBaselinker(db: Kysely<Database>) {
  return db.selectFrom('baselinker').selectAll().executeTakeFirstOrThrow()
}
export type Baselinker = Awaited<ReturnType<typeof findBaselinker>>

/** What the owner reads of it. */
export async function readBaselinkerPage(db: Kysely<Database>) {
  const row = await db
    .selectFrom('baselinker')
    .select(['enabled', 'papers_here', 'key_made_at', 'seen_at', 'refusal', 'refused_at'])
    .select(rowVersion('updated_at').as('version'))
    .select(({ selectFrom }) =>
      selectFrom('baselinker_orders')
        .select(({ fn }) => fn.count<number>('baselinker_id').as('added'))
        .as('added'),
    )
    .executeTakeFirstOrThrow()
  const toWire = (moment: Date | null) => moment?.toISOString() ?? null
  return {
    ...row,
    /** Orders of marketplaces that it added. */
    added: Number(row.added ?? 0),
    key_made_at: toWire(row.key_made_at),
    seen_at: toWire(row.seen_at),
    refused_at: toWire(row.refused_at),
  }
}

/** The stock and rate of all products, by their ids. */
export async function readCountedStock(db: Kysely<Database>) {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'stock_quantity', 'out_of_stock', 'vat_rate'])
    .where('active', '=', true)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Rate and code of products, also of those that are no longer sold. */
export async function readProductCodes(db: Kysely<Database>, ids: readonly string[]) {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'product_code'])
    .select(sql<TaxedRate>`vat_rate`.as('rate'))
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The number of an order that BaseLinker added before. */
export async function findAdded(db: Kysely<Database>, baselinkerId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('baselinker_orders')
    .select('number')
    .where('baselinker_id', '=', baselinkerId)
    .executeTakeFirst()
  return row?.number
}

/**
 * A page of numbered parcels, the first ones first: those of the shop, since a moment or from a number on; or one by its
 * number, also where BaseLinker added it.
 */
export async function listNumbered(db: Kysely<Database>, asked: OrdersAsked) {
  const { time_from: since, id_from: from = 0, order_id: one, only_paid: onlyPaid, page } = asked
  const size = PAGE_SIZES.baselinkerOrders
  const which =
    one !== undefined
      ? sql`number = ${one}`
      : sql`baselinker_id is null and number >= ${from}
          and numbered_at >= coalesce(to_timestamp(${since ?? null}::float8), '-infinity')`
  const paid = sql`(not ${onlyPaid}::boolean or exists (
    select from orders where orders.checkout_id = numbered.checkout_id and orders.status in ('paid', 'completed')))`
  const { rows } = await sql<{ number: number; checkout_id: string; total: number }>`
    select number, checkout_id, count(*) over ()::int as total from baselinker_orders as numbered
    where ${which} and ${paid} order by number limit ${size} offset ${(page - 1) * size}`.execute(db)
  return { rows, pages: countPages(rows[0]?.total ?? 0, size) }
}

/**
 * The orders of these checkouts, in cart order, without pieces that were withdrawn before dispatch and their part of the
 * discount: nobody packs them.
 */
export async function listOrdersOfParcels(db: Kysely<Database>, checkoutIds: readonly string[]) {
  const ofParcels = sql<boolean>`orders.checkout_id = any(${checkoutIds}::uuid[])`
  const orders = await selectOrders(db).where(ofParcels).orderBy('orders.id').execute()
  const { rows } = await sql<{ item: string; pieces: number }>`
    select order_id || ' ' || product_id as item, ${PIECES_TAKEN_OUT} as pieces
    from order_items join orders on orders.id = order_id where ${ofParcels} and orders.status <> 'cancelled'`.execute(
    db,
  )
  const out = new Map(rows.map(({ item, pieces }) => [item, pieces]))
  return orders.map(({ items, ...order }) => {
    const left = items.map((item) => {
      const quantity = item.quantity - (out.get(`${order.id} ${item.product_id}`) ?? 0)
      return { ...item, quantity, discount_grosze: shareOfPieces(item.discount_grosze, quantity, item.quantity) }
    })
    return { ...order, items: left.filter(({ quantity }) => quantity > 0) }
  })
}

export type OrderToUpdate = {
  id: string
  number: string
  status: OrderStatus
  version: string
  shipment_id: string | null
  shipment_status: ShipmentStatus | null
}

/** The orders of a numbered parcel as they are now. Empty: there is none. */
export async function listOrdersOfNumber(db: Kysely<Database>, number: number): Promise<OrderToUpdate[]> {
  const { rows } = await sql<OrderToUpdate>`
    select orders.id, orders.number, orders.status, ${STATE_VERSION} as version, shipments.id as shipment_id,
      shipments.status as shipment_status
    from baselinker_orders join orders on orders.checkout_id = baselinker_orders.checkout_id
    left join shipments on shipments.order_id = orders.id
    where baselinker_orders.number = ${number} order by orders.id`.execute(db)
  return rows
}
