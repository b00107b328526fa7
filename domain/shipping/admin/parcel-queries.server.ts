import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { ITEM_BATCHES } from '#domain/batches/batch-queries.server.ts'
import { ITEM_RECALLED } from '#domain/batches/recall-queries.server.ts'
import type { Database } from '#domain/database.ts'
import { toOrderGift } from '#domain/gifts/gift.ts'
import { groszeToZl } from '#domain/kernel/amounts/money.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { countPages, walkToPage } from '#domain/kernel/lists/paging.ts'
import { listSearchWords, toSearchQuery } from '#domain/kernel/lists/prefix-search.ts'
import { STATE_VERSION } from '#domain/kernel/lists/row-version-queries.server.ts'
import { FACT_COLUMNS, listFacts } from '#domain/orders/order-facts.ts'
import { PAYMENT_STATUS } from '#domain/payments/order-payment-queries.server.ts'
import { viewCarrierShipments } from '#domain/shipping/carrier/carrier-queries.server.ts'
import type { ShipmentStatus } from '#domain/shipping/shipment.ts'
import { type AdminParcel, type AdminShipment, MOST_FILTERED_PARCELS, toAdminParcel } from './admin-parcel.ts'
import { listParcelWarnings, PIECES_TAKEN_OUT } from './parcel-warnings-queries.server.ts'

/** Shipments that the admin can find: in use, or in the archive and not deleted from it. */
const IN_VIEW = {
  active: sql<boolean>`shipments.archived_at is null`,
  archived: sql<boolean>`shipments.archived_at is not null and shipments.deleted_at is null`,
}
export type ParcelView = keyof typeof IN_VIEW

type WantedParcels = { view: ParcelView; status: ShipmentStatus | null; search: string; page: number }
type ParcelPage = { items: AdminParcel[]; total: number; page: number; pages: number; pageSize: number }

/**
 * A page of parcels, newest first. Beyond the end: the last page. Filtered by a status, it has the parcels with any
 * shipment in that status, of which the newest MOST_FILTERED_PARCELS are counted; the same of a search for the number of
 * an order or a parcel, or for the receiver.
 */
export async function listAdminParcels(db: Kysely<Database>, wanted: WantedParcels): Promise<ParcelPage> {
  const { view, status, search } = wanted
  const pageSize = view === 'active' ? PAGE_SIZES.activeParcels : PAGE_SIZES.archivedParcels
  if (search !== '') return toPage(db, wanted, pageSize, await findSearched(db, wanted))
  if (status !== null) return toPage(db, wanted, pageSize, await findFiltered(db, view, status))
  const total = await countParcelsOf(db, view)
  const page = Math.min(wanted.page, countPages(total, pageSize))
  const checkoutIds = await findPage(db, view, walkToPage({ page, pageSize, total }))
  return { items: await listParcels(db, checkoutIds, view), total, page, pages: countPages(total, pageSize), pageSize }
}

/** The checkouts of a page. The page is located in the index alone; only its rows are read. */
async function findPage(
  db: Kysely<Database>,
  view: ParcelView,
  { backwards, offset, limit }: ReturnType<typeof walkToPage>,
): Promise<string[]> {
  const order = backwards ? sql`created_at, id` : sql`created_at desc, id desc`
  const { rows } = await sql<{ checkout_id: string }>`
    with page as materialized (
      select id, created_at from shipments where ${IN_VIEW[view]} and heads_parcel
      order by ${order} limit ${limit} offset ${offset}
    )
    select orders.checkout_id from page
    join shipments on shipments.id = page.id join orders on orders.id = shipments.order_id
    order by page.created_at desc, page.id desc`.execute(db)
  return [...new Set(rows.map(({ checkout_id }) => checkout_id))]
}

async function toPage(
  db: Kysely<Database>,
  wanted: WantedParcels,
  pageSize: number,
  checkoutIds: readonly string[],
): Promise<ParcelPage> {
  const pages = countPages(checkoutIds.length, pageSize)
  const page = Math.min(wanted.page, pages)
  const shown = checkoutIds.slice((page - 1) * pageSize, page * pageSize)
  return { items: await listParcels(db, shown, wanted.view), total: checkoutIds.length, page, pages, pageSize }
}

/** The parcels of these checkouts in this order, each with its visible shipments in cart order. */
export async function listParcels(
  db: Kysely<Database>,
  checkoutIds: readonly string[],
  view: ParcelView,
): Promise<AdminParcel[]> {
  const [rows, carriers, warnings] = await Promise.all([
    shipmentsWithOrders(db)
      .where('orders.checkout_id', '=', sql<string>`any(${checkoutIds}::uuid[])`)
      .where(IN_VIEW[view])
      .orderBy('orders.id')
      .execute(),
    viewCarrierShipments(db, checkoutIds),
    listParcelWarnings(db, checkoutIds),
  ])
  const byCheckout = Map.groupBy(rows, (row) => row.checkout_id)
  return checkoutIds.flatMap((checkoutId) => {
    const [first, ...others] = (byCheckout.get(checkoutId) ?? []).map(toAdminShipment)
    const beside = { carrier: carriers.get(checkoutId) ?? null, warnings: warnings.get(checkoutId) ?? [] }
    return first ? [toAdminParcel(checkoutId, [first, ...others], beside)] : []
  })
}

/** All parcels of a view. */
export async function countParcelsOf(db: Kysely<Database>, view: ParcelView): Promise<number> {
  const { rows } = await sql<{ parcels: number }>`
    select count(*)::int as parcels from shipments where ${IN_VIEW[view]} and heads_parcel`.execute(db)
  return rows[0]?.parcels ?? 0
}

/**
 * Checkouts with a shipment in this status, newest first, up to MOST_FILTERED_PARCELS. Of several shipments the head
 * represents its parcel if it is in the status, otherwise the first by id.
 */
async function findFiltered(db: Kysely<Database>, view: ParcelView, status: ShipmentStatus): Promise<string[]> {
  const { rows } = await sql<{ checkout_id: string }>`
    with newest as materialized (
      select order_id, created_at, id from shipments
      where ${IN_VIEW[view]} and status = ${status} and (heads_parcel or not exists (
        select from orders as own
        join orders as sibling on sibling.checkout_id = own.checkout_id and sibling.id <> own.id
        join shipments as other on other.order_id = sibling.id
        where own.id = shipments.order_id and other.status = ${status}
          and (other.archived_at is null) = ${view === 'active'}::boolean
          and (other.heads_parcel or other.id < shipments.id)))
      order by created_at desc limit ${MOST_FILTERED_PARCELS}
    )
    select orders.checkout_id from newest join orders on orders.id = newest.order_id
    order by newest.created_at desc, newest.id desc`.execute(db)
  return rows.map(({ checkout_id }) => checkout_id)
}

/** Checkouts whose orders have all words, or whose parcel has the number; newest first. */
async function findSearched(db: Kysely<Database>, { view, status, search }: WantedParcels): Promise<string[]> {
  const words = listSearchWords(search)
  const number = search.replace(/\s/g, '')
  const byWords = words.length === 0 ? sql`false` : sql`orders.search @@ ${toSearchQuery(words)}::tsquery`
  const { rows } = await sql<{ checkout_id: string }>`
    select checkout_id from (
      (select orders.checkout_id, shipments.created_at, shipments.id from orders
        join shipments on shipments.order_id = orders.id
        where ${byWords} and ${IN_VIEW[view]} and (${status}::text is null or shipments.status = ${status})
        order by shipments.created_at desc limit ${MOST_FILTERED_PARCELS})
      union all
      (select orders.checkout_id, shipments.created_at, shipments.id from shipments
        join orders on orders.id = shipments.order_id
        where shipments.tracking_number like ${`${number.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`}
          and ${IN_VIEW[view]} and (${status}::text is null or shipments.status = ${status})
        limit ${MOST_FILTERED_PARCELS})
    ) as found group by checkout_id order by max(created_at) desc, max(id::text) desc
    limit ${MOST_FILTERED_PARCELS}`.execute(db)
  return rows.map(({ checkout_id }) => checkout_id)
}

type ShipmentRow = Awaited<ReturnType<ReturnType<typeof shipmentsWithOrders>['execute']>>[number]

function shipmentsWithOrders(db: Kysely<Database>) {
  return db
    .selectFrom('shipments')
    .innerJoin('orders', 'orders.id', 'shipments.order_id')
    .innerJoin('checkouts', 'checkouts.id', 'orders.checkout_id')
    .select((row) => [
      'shipments.id',
      STATE_VERSION.as('version'),
      'shipments.status',
      'shipments.archived_at',
      'shipments.packed_at',
      'shipments.tracking_number',
      'shipments.label_url',
      'shipments.receiver_name',
      'shipments.receiver_phone',
      'shipments.receiver_email',
      'shipments.parcel_locker_id',
      'shipments.parcel_locker_name',
      'shipments.created_at',
      'shipments.updated_at',
      'orders.checkout_id',
      'orders.id as order_id',
      'orders.status as order_status',
      'orders.shipping_method',
      'orders.total_grosze',
      'orders.street',
      'orders.house_number',
      'orders.postal_code',
      'orders.city',
      'orders.parcel_locker_address',
      'orders.gift_name',
      'orders.gift_pieces',
      ...FACT_COLUMNS,
      'orders.created_at as ordered_at',
      PAYMENT_STATUS,
      jsonArrayFrom(
        row
          .selectFrom('order_items')
          .innerJoin('products', 'products.id', 'order_items.product_id')
          .select([
            'order_items.product_id',
            'order_items.product_name',
            'order_items.brand_name',
            'order_items.facts',
            sql<number>`order_items.quantity - ${PIECES_TAKEN_OUT}`.as('quantity'),
            'order_items.unit_price_grosze',
            'products.image_key',
            ITEM_BATCHES.as('batches'),
            ITEM_RECALLED.as('recalled'),
          ])
          .whereRef('order_items.order_id', '=', 'orders.id')
          .where(sql<boolean>`order_items.quantity > ${PIECES_TAKEN_OUT}`)
          .orderBy('order_items.id'),
      ).as('items'),
    ])
}

function toAdminShipment(row: ShipmentRow): AdminShipment {
  const { checkout_id, order_id, order_status, payment_status, shipping_method, total_grosze, ordered_at, ...rest } =
    row
  const { street, house_number, postal_code, city, parcel_locker_address, gift_name, gift_pieces, items, ...shipment } =
    rest
  return {
    ...shipment,
    archived_at: shipment.archived_at?.toISOString() ?? null,
    packed_at: shipment.packed_at?.toISOString() ?? null,
    created_at: shipment.created_at.toISOString(),
    updated_at: shipment.updated_at.toISOString(),
    order: {
      id: order_id,
      status: order_status,
      payment_status,
      shipping_method,
      total_amount: groszeToZl(total_grosze),
      total_grosze,
      street,
      house_number,
      postal_code,
      city,
      parcel_locker_address,
      created_at: ordered_at.toISOString(),
      items: items.map((item) => ({ ...item, unit_price: groszeToZl(item.unit_price_grosze) })),
      gift: toOrderGift({ gift_name, gift_pieces }),
      facts: listFacts(row, 'packer'),
    },
  }
}
