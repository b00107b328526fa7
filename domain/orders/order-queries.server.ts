import { type Kysely, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { CheckoutDefaults } from '#domain/accounts/account.ts'
import type { Database } from '#domain/database.ts'
import type { Grosze } from '#domain/money.ts'
import type { OrderStatus } from '#domain/orders/order.ts'
import type { ShipmentStatus } from '#domain/shipping/shipment.ts'
import type { ShippingMethod } from '#domain/shipping/shipping-method.ts'

export type OrderItem = {
  product_id: string
  /** Name and brand as they were when ordered. */
  product_name: string
  brand_name: string
  quantity: number
  unit_price_grosze: Grosze
}

export type CustomerOrder = {
  id: string
  /** Orders placed by one press of the button share it. */
  checkout_id: string
  email: string
  status: OrderStatus
  /** null as long as there is no shipment (prepaid and not yet paid). */
  shipping_status: ShipmentStatus | null
  shipping_method: ShippingMethod
  items_grosze: Grosze
  shipping_grosze: Grosze
  total_grosze: Grosze
  created_at: Date
  items: OrderItem[]
}

/** How much of a customer's history one page of the panel shows. */
export const CHECKOUTS_PER_PAGE = 20

/**
 * Which checkouts stand on a page, newest first, and how many orders and parcels there are on all pages. Shipments of one
 * checkout are one parcel unless status, tracking number or label tell them apart.
 */
export type CheckoutPage = { page: number; pages: number; checkoutIds: string[]; orders: number; parcels: number }

/** `wanted` counts from 1; what is no page of this customer's history becomes the nearest that is, or the first. */
export async function customerCheckoutPage(
  db: Kysely<Database>,
  userId: string,
  wanted: number,
): Promise<CheckoutPage> {
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
  const pages = Math.max(1, Math.ceil(checkouts / CHECKOUTS_PER_PAGE))
  const page = Number.isInteger(wanted) ? Math.min(Math.max(wanted, 1), pages) : 1
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
export function customerOrders(
  db: Kysely<Database>,
  userId: string,
  checkoutIds: readonly string[],
): Promise<CustomerOrder[]> {
  return ownOrders(db, userId).where('orders.checkout_id', '=', sql<string>`any(${checkoutIds}::uuid[])`).execute()
}

/** The customer's own newest orders, in the same order. */
export function newestCustomerOrders(db: Kysely<Database>, userId: string, limit: number): Promise<CustomerOrder[]> {
  return ownOrders(db, userId).limit(limit).execute()
}

function ownOrders(db: Kysely<Database>, userId: string) {
  return ordersWithItems(db)
    .where('orders.user_id', '=', userId)
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.checkout_id')
    .orderBy('orders.id')
}

/** What every screen shows of an order: sums, states and items. */
export function ordersWithItems(db: Kysely<Database>) {
  return db
    .selectFrom('orders')
    .leftJoin('shipments', 'shipments.order_id', 'orders.id')
    .select((order) => [
      'orders.id',
      'orders.checkout_id',
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

/** An order as the owner sees it: with its receiver and where it goes. */
export type AdminOrder = CustomerOrder & {
  first_name: string
  last_name: string
  phone: string
  receiver_email: string | null
  street: string | null
  house_number: string | null
  city: string | null
  postal_code: string | null
  parcel_locker_id: string | null
  parcel_locker_name: string | null
  parcel_locker_address: string | null
  tracking_number: string | null
  /** How many orders were placed together with this one, itself included. */
  checkout_orders: number
}

export type AdminOrderPage = { items: AdminOrder[]; total: number; page: number; pageSize: number }

/** All orders, newest first; those of one checkout stand together. `page` counts from 1. */
export async function listOrders(
  db: Kysely<Database>,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<AdminOrderPage> {
  const items = await ordersWithItems(db)
    .select((order) => [
      ...recipientColumns,
      'shipments.tracking_number',
      order
        .selectFrom('orders as sibling')
        .whereRef('sibling.checkout_id', '=', 'orders.checkout_id')
        .select((sibling) => sibling.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('checkout_orders'),
    ])
    .orderBy('orders.created_at', 'desc')
    .orderBy('orders.checkout_id')
    .orderBy('orders.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute()
  const { total } = await db
    .selectFrom('orders')
    .select((order) => order.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { items, total, page, pageSize }
}

/** What to fill in for this user: from the newest order, the newest one by courier and the newest one to a locker. */
export async function findCheckoutDefaults(db: Kysely<Database>, userId: string): Promise<CheckoutDefaults | null> {
  const newest = () => db.selectFrom('orders').where('user_id', '=', userId).orderBy('created_at', 'desc').limit(1)
  const row = await db
    .selectFrom('users')
    .leftJoinLateral(newest().select(['first_name', 'last_name', 'phone']).as('last'), (join) => join.onTrue())
    .leftJoinLateral(
      newest()
        .select(['street', 'house_number', 'city', 'postal_code'])
        .where('delivery', '=', 'courier')
        .as('courier'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      newest()
        .select(['parcel_locker_id', 'parcel_locker_name', 'parcel_locker_address'])
        .where('delivery', '=', 'locker')
        .as('locker'),
      (join) => join.onTrue(),
    )
    .where('users.id', '=', userId)
    .select([
      'users.first_name as account_first_name',
      'users.last_name as account_last_name',
      'last.first_name',
      'last.last_name',
      'last.phone',
      'courier.street',
      'courier.house_number',
      'courier.city',
      'courier.postal_code',
      'locker.parcel_locker_id',
      'locker.parcel_locker_name',
      'locker.parcel_locker_address',
    ])
    .executeTakeFirst()
  if (!row) return null
  const firstName = row.first_name ?? row.account_first_name ?? ''
  const lastName = row.last_name ?? row.account_last_name ?? ''
  if (row.phone === null && firstName === '' && lastName === '') return null
  const { street, house_number: houseNumber, city, postal_code: postalCode } = row
  const address =
    street !== null && houseNumber !== null && city !== null && postalCode !== null
      ? { street, houseNumber, city, postalCode }
      : null
  return { firstName, lastName, phone: row.phone ?? '', address, locker: lockerOf(row) }
}

/** Orders hold a locker's address in one line: 'Prosta 1, 00-001 Warszawa'. */
function lockerOf(row: {
  parcel_locker_id: string | null
  parcel_locker_name: string | null
  parcel_locker_address: string | null
}): CheckoutDefaults['locker'] {
  if (row.parcel_locker_id === null) return null
  const line = row.parcel_locker_address ?? ''
  const [, address = line, postal_code = '', city = ''] = /^(.*), (\d{2}-\d{3}) (.*)$/s.exec(line) ?? []
  return {
    inpost_id: row.parcel_locker_id,
    name: row.parcel_locker_name ?? row.parcel_locker_id,
    address,
    city,
    postal_code,
  }
}

/** The orders of one checkout as its cart stood, each with its items, its receiver and where it goes. */
export function checkoutOrders(db: Kysely<Database>, checkoutId: string) {
  return ordersWithItems(db)
    .select(recipientColumns)
    .where('orders.checkout_id', '=', checkoutId)
    .orderBy('orders.id')
    .execute()
}
