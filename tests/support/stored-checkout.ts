import { type Insertable, type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { parseShippingMethod, type ShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { drawOrderIds } from '#domain/orders/order.ts'
import type { StockCause } from '#domain/stock/movement.ts'
import { stockCause } from '#domain/stock/stock-cause-queries.server.ts'

type StoredItem = {
  name: string
  brand: string
  quantity: number
  priceGrosze: number
  discountGrosze?: number
  /** The counted stock that its pieces are taken from; without it the stock is not counted. */
  stock?: number
}
type StoredOrder = { id: string; items: StoredItem[]; shippingGrosze: number }
type OrderColumns = Partial<Insertable<Database['orders']>>

export const TO_LOCKER: OrderColumns = {
  shipping_method: 'cash_on_delivery_locker',
  receiver_email: 'odbiorca@example.com',
  parcel_locker_id: 'DEMO-WAW-003',
  parcel_locker_name: 'DEMO-WAW-003 (przy piekarni)',
  parcel_locker_address: 'ul. Złota 7, 00-020 Warszawa',
}

export const PREPAID: OrderColumns = { ...TO_LOCKER, shipping_method: 'prepaid_locker' }

export const BY_COURIER: OrderColumns = {
  shipping_method: 'cash_on_delivery_courier',
  street: 'Żytnia',
  house_number: '3/4',
  postal_code: '87-100',
  city: 'Toruń',
}

/**
 * Inserts a cash-on-delivery checkout directly into the tables, with a new customer and new products. Returns its id.
 */
export async function storeCheckout(
  db: Kysely<Database>,
  orders: readonly StoredOrder[],
  columns: OrderColumns = TO_LOCKER,
): Promise<string> {
  const common = {
    shipping_method: 'cash_on_delivery_locker' as ShippingMethod,
    status: 'pending' as const,
    email: `${crypto.randomUUID()}@example.com`,
    first_name: 'Łucja',
    last_name: 'Ćwik',
    phone: '+48 600 100 200',
    ...columns,
  }
  const user = await db.insertInto('users').values({ email: common.email }).returning('id').executeTakeFirstOrThrow()
  const brand = await db
    .insertInto('brands')
    .values({ name: `Marka ${crypto.randomUUID()}`, slug: crypto.randomUUID() })
    .returning('id')
    .executeTakeFirstOrThrow()
  const costs = orders.map(({ items, shippingGrosze }) => ({
    items_grosze: items.reduce((sum, item) => sum + item.quantity * item.priceGrosze - (item.discountGrosze ?? 0), 0),
    shipping_grosze: shippingGrosze,
  }))
  const checkout = await db
    .insertInto('checkouts')
    .values({
      user_id: user.id,
      payment: parseShippingMethod(common.shipping_method).payment,
      shipping_method: common.shipping_method,
      items_grosze: costs.reduce((sum, cost) => sum + cost.items_grosze, 0),
      shipping_grosze: costs.reduce((sum, cost) => sum + cost.shipping_grosze, 0),
      ...(columns.created_at && { created_at: columns.created_at }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [index, { id, items }] of orders.entries()) {
    const cost = costs[index] ?? { items_grosze: 0, shipping_grosze: 0 }
    await db
      .insertInto('orders')
      .values({ id, checkout_id: checkout.id, user_id: user.id, ...common, ...cost })
      .execute()
    for (const item of items) {
      const product = await db
        .insertInto('products')
        .values({
          name: 'Produkt',
          slug: crypto.randomUUID(),
          brand_id: brand.id,
          price_grosze: item.priceGrosze,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db
        .insertInto('order_items')
        .values({
          order_id: id,
          product_id: product.id,
          product_name: item.name,
          brand_name: item.brand,
          unit_price_grosze: item.priceGrosze,
          quantity: item.quantity,
          discount_grosze: item.discountGrosze ?? 0,
          taken_from_stock: item.stock !== undefined,
        })
        .execute()
      const changeStock = (cause: StockCause, stock: number) =>
        sql`with said as materialized (select ${stockCause(cause)})
          update products set stock_quantity = ${stock} from said where id = ${product.id}`.execute(db)
      if (item.stock !== undefined) {
        await changeStock({ reason: 'added' }, item.stock)
        await changeStock({ reason: 'placed', order_id: id }, item.stock - item.quantity)
      }
    }
  }
  return checkout.id
}

/** Two orders of one parcel: 287,90 zł and 16,99 zł for delivery. */
export const TWO_ORDERS: [StoredOrder, StoredOrder] = [
  {
    id: '3f2a9c1e-0000-4000-8000-000000000001',
    items: [{ name: 'Zażółć Gęślą Jaźń', brand: 'Perfumy Arabskie', quantity: 2, priceGrosze: 11_900 }],
    shippingGrosze: 850,
  },
  {
    id: '7b1d0e22-0000-4000-8000-000000000002',
    items: [{ name: 'Róża <img src=x> & "Miód"', brand: 'Éclat', quantity: 1, priceGrosze: 4_990 }],
    shippingGrosze: 849,
  },
]

/** The same orders with new ids and numbers in the same order, so that they can be stored more than once. */
export function renumber(orders: readonly StoredOrder[]): StoredOrder[] {
  const ids = orders.map(() => crypto.randomUUID()).toSorted()
  return orders.map((order, index) => ({ ...order, id: ids[index] ?? order.id }))
}

/** Stores parcels of other customers that were archived a day ago. */
export async function storeArchivedParcels(db: Kysely<Database>, count: number): Promise<void> {
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000)
  for (const order_id of drawOrderIds(count)) {
    const items = [{ name: 'Oud', brand: 'Éclat', quantity: 1, priceGrosze: 4_990 }]
    await storeCheckout(db, [{ id: order_id, items, shippingGrosze: 849 }])
    await db
      .insertInto('shipments')
      .values({
        order_id,
        tracking_number: null,
        receiver_name: 'Celina Nowak',
        receiver_phone: '+48600100200',
        receiver_email: 'celina@example.test',
        parcel_locker_id: null,
        parcel_locker_name: null,
        label_url: null,
        created_at: yesterday,
        archived_at: yesterday,
      })
      .execute()
  }
}
