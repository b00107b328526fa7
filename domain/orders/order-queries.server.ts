import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom, jsonBuildObject } from 'kysely/helpers/postgres'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/money.ts'
import { countPages } from '#domain/paging.ts'

/** How much of a customer's history one page of the panel shows. */
const CHECKOUTS_PER_PAGE = 20

/**
 * Which checkouts stand on a page, newest first, and how many orders and parcels there are on all pages. Shipments of one
 * checkout are one parcel unless status, tracking number or label tell them apart.
 */
type CheckoutPage = { page: number; pages: number; checkoutIds: string[]; orders: number; parcels: number }

/** `wanted` counts from 1; beyond the end of this customer's history it is the last page. */
export async function findCheckoutPage(db: Kysely<Database>, userId: string, wanted: number): Promise<CheckoutPage> {
  const own = db.selectFrom('checkouts').where('checkouts.user_id', '=', userId)
  const { checkouts, orders, parcels } = await own
    .leftJoin('orders', 'orders.checkout_id', 'checkouts.id')
    .leftJoin('shipments', 'shipments.order_id', 'orders.id')
    .select(({ fn }) => [
      fn.count<number>('checkouts.id').distinct().as('checkouts'),
      fn.count<number>('orders.id').as('orders'),
      sql<number>`count(distinct (checkouts.id, shipments.status, shipments.tracking_number, shipments.label_url))
        filter (where shipments.id is not null)`.as('parcels'),
    ])
    .executeTakeFirstOrThrow()
  const pages = countPages(checkouts, CHECKOUTS_PER_PAGE)
  const page = Math.min(wanted, pages)
  const rows = await own
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(CHECKOUTS_PER_PAGE)
    .offset((page - 1) * CHECKOUTS_PER_PAGE)
    .execute()
  return { page, pages, checkoutIds: rows.map((row) => row.id), orders, parcels }
}

/** The customer's own orders of these checkouts, newest first; those of one checkout together, as its cart stood. */
export function listCustomerOrders(db: Kysely<Database>, userId: string, checkoutIds: readonly string[]) {
  return ownOrders(db, userId).where('orders.checkout_id', '=', sql<string>`any(${checkoutIds}::uuid[])`).execute()
}

/** The customer's own newest orders, in the same order. */
export function listNewestCustomerOrders(db: Kysely<Database>, userId: string, limit: number) {
  return ownOrders(db, userId).limit(limit).execute()
}

function ownOrders(db: Kysely<Database>, userId: string) {
  return ordersWithItems(db)
    .where('orders.user_id', '=', userId)
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.checkout_id')
    .orderBy('orders.id')
}

export type CustomerOrder = Awaited<ReturnType<typeof listCustomerOrders>>[number]

/**
 * What every screen shows of an order: sums, statuses (no shipping status: there is no shipment yet), items with name and
 * brand as they were when ordered, and the checkout it belongs to: how many orders are in the parcel, on whatever page they
 * stand, and what those of them that are not cancelled cost together.
 */
function ordersWithItems(db: Kysely<Database>) {
  return db
    .selectFrom('orders')
    .leftJoin('shipments', 'shipments.order_id', 'orders.id')
    .innerJoinLateral(
      (outer) =>
        outer
          .selectFrom('orders as sibling')
          .select(({ fn }) => [
            fn.countAll<number>().as('orders'),
            sql<Grosze>`coalesce(sum(sibling.total_grosze) filter (where sibling.status <> 'cancelled'), 0)::bigint`.as(
              'total_grosze',
            ),
          ])
          .whereRef('sibling.checkout_id', '=', 'orders.checkout_id')
          .as('together'),
      (join) => join.onTrue(),
    )
    .select((order) => [
      'orders.id',
      'orders.checkout_id',
      jsonBuildObject({
        id: order.ref('orders.checkout_id'),
        orders: order.ref('together.orders'),
        totalGrosze: order.ref('together.total_grosze'),
      }).as('checkout'),
      'orders.email',
      'orders.status',
      'shipments.status as shipping_status',
      'orders.shipping_method',
      'orders.items_grosze',
      'orders.shipping_grosze',
      'orders.total_grosze',
      'orders.created_at',
      jsonArrayFrom(
        order
          .selectFrom('order_items')
          .select(['product_id', 'product_name', 'brand_name', 'quantity', 'unit_price_grosze'])
          .whereRef('order_items.order_id', '=', 'orders.id')
          .orderBy('order_items.id'),
      ).as('items'),
    ])
}

const recipientColumns = [
  'orders.first_name',
  'orders.last_name',
  'orders.phone',
  'orders.receiver_email',
  'orders.street',
  'orders.house_number',
  'orders.city',
  'orders.postal_code',
  'orders.parcel_locker_id',
  'orders.parcel_locker_name',
  'orders.parcel_locker_address',
] as const

/** A page of all orders, newest first; those of one checkout stand together. Beyond the end: the last page. */
export async function listOrders(db: Kysely<Database>, wanted: { page: number; pageSize: number }) {
  const { pageSize } = wanted
  const { total } = await db
    .selectFrom('orders')
    .select((order) => order.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const pages = countPages(total, pageSize)
  const page = Math.min(wanted.page, pages)
  const items = await ordersWithItems(db)
    .select([...recipientColumns, 'shipments.tracking_number', 'shipments.archived_at'])
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.checkout_id')
    .orderBy('orders.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  return { items, total, page, pages }
}

/** An order as the admin sees it: with its receiver and where it goes. */
export type AdminOrder = Awaited<ReturnType<typeof listOrders>>['items'][number]

/** The orders of one checkout as its cart stood, each with its items, its receiver and where it goes. */
export function listCheckoutOrders(db: Kysely<Database>, checkoutId: string) {
  return ordersWithItems(db)
    .select(recipientColumns)
    .where('orders.checkout_id', '=', checkoutId)
    .orderBy('orders.id')
    .execute()
}
