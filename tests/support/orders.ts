import { sql } from 'kysely'
import { expect } from 'vitest'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import { groszeToZl, zlToGrosze } from '#domain/kernel/amounts/money.ts'
import { nameOrdered } from '#domain/kernel/order-words/order-names.ts'
import type { Api, Customer } from './api.ts'

export type CartItem = { id: string; name: string; price: number; quantity: number }

/** The cost of courier delivery in the demo shop, zł. */
export const COURIER = 19.99
export const LOCKER = 16.99

const person = { firstName: 'Anna', lastName: 'Kowalska', phone: '600 100 200' }

export const toCourier = {
  ...person,
  street: 'Prosta',
  houseNumber: '1/2',
  city: 'Łódź',
  postalCode: '90-001',
  shippingMethod: 'cash_on_delivery_courier',
}

/** A company as a buyer who wants an invoice types it, and as the shop stores it. */
export const TYPED_COMPANY = {
  company_nip: ' PL 774-00-01-454 ',
  company_name: 'Gabinet „Róża” Sp. z o.o.',
  company_street: 'ul. Długa 1/2',
  company_postal_code: '90001',
  company_city: 'Łódź',
}
export const STORED_COMPANY = {
  nip: '7740001454',
  name: 'Gabinet „Róża” Sp. z o.o.',
  street: 'ul. Długa 1/2',
  postal_code: '90-001',
  city: 'Łódź',
}

export const toLocker = {
  ...person,
  selectedLocker: 'DEMO-WAW-001',
  receiverEmail: 'odbiorca@example.test',
  shippingMethod: 'cash_on_delivery_locker',
}

export const cart = (items: readonly CartItem[], more: object = {}) => ({
  items,
  customerData: toCourier,
  shippingCost: COURIER,
  ...more,
})

/** Products on sale as cart items, with a large stock by default. */
export async function productsOnSale(
  { db }: Pick<Api, 'db'>,
  count: number,
  stock: number | null = 1000,
): Promise<CartItem[]> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'price_grosze'])
    .where('active', '=', true)
    .where('kind', '=', 'bottle')
    .orderBy('id')
    .limit(count)
    .execute()
  const ids = rows.map((row) => row.id)
  await db
    .updateTable('products')
    .set({ stock_quantity: stock, out_of_stock: stock === 0 })
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ id, name, price_grosze }) => ({ id, name, price: groszeToZl(price_grosze), quantity: 1 }))
}

/** The name of the product of an order, as in the shop's sentences. */
export async function orderedName({ db }: Pick<Api, 'db'>, orderId: string): Promise<string> {
  const item = db.selectFrom('order_items').select(['product_name', 'facts']).where('order_id', '=', orderId)
  return nameOrdered(await item.executeTakeFirstOrThrow())
}

/** 'Layali Zahran, 100 ml', 'Layali Zahran, próbka 2 ml': a product as refusals name it. */
export async function sizedName({ db }: Pick<Api, 'db'>, productId: string): Promise<string> {
  const product = db.selectFrom('products').select(['name', 'kind', 'volume_ml']).where('id', '=', productId)
  return nameSized(await product.executeTakeFirstOrThrow())
}

type Counts = Record<'checkouts' | 'orders' | 'order_items' | 'shipments' | 'payments' | 'mails', number>

/** Counts of everything an order touches. Equal results mean that nothing was stored in between. */
export async function storedByOrders({ db }: Pick<Api, 'db'>) {
  const counted = await sql<Counts>`select
    (select count(*) from checkouts) as checkouts, (select count(*) from orders) as orders,
    (select count(*) from order_items) as order_items, (select count(*) from shipments) as shipments,
    (select count(*) from payments) as payments,
    (select count(*) from mail_outbox) as mails`.execute(db)
  const stock = await db.selectFrom('products').select(['id', 'stock_quantity', 'out_of_stock']).orderBy('id').execute()
  const [counts] = counted.rows
  if (!counts) throw new Error('nothing was counted')
  return { ...counts, stock }
}

export async function errorOf(answer: Response) {
  const { error } = (await answer.json()) as {
    error: { code: string; message: string; fields?: Record<string, string>; details?: Record<string, unknown> }
  }
  return { status: answer.status, ...error }
}

/** Sends an order that must be refused, and checks that it stored nothing. */
export async function refusal(api: Api, buyer: Customer, body: unknown, key?: string) {
  const before = await storedByOrders(api)
  const error = await errorOf(await buyer.order(body, key))
  expect(error.status).toBeGreaterThanOrEqual(400)
  expect(await storedByOrders(api)).toEqual(before)
  return error
}

/** The cost of courier delivery paid ahead in the demo shop, zł. */
export const PREPAID_COURIER = 15.99
export const PREPAID_LOCKER = 12.99

const { shippingMethod: _courier, ...courierRecipient } = toCourier
const { shippingMethod: _locker, ...lockerRecipient } = toLocker

/** The body of an order paid ahead: prices in grosze, and the method next to the recipient. */
export const prepaidCart = (items: readonly CartItem[], more: object = {}) => ({
  items: items.map((item) => ({ ...item, price: zlToGrosze(item.price) })),
  shippingMethod: 'prepaid_courier',
  shippingCost: PREPAID_COURIER,
  customerData: courierRecipient,
  ...more,
})

export const toPrepaidLocker = {
  shippingMethod: 'prepaid_locker',
  shippingCost: PREPAID_LOCKER,
  customerData: lockerRecipient,
}

/** The payment page of an order, as the API returns it. */
export type PaidAhead = {
  url: string
  orderId: string
  sessionId: string
  checkoutId: string
  expiresAt: string
  totalGrosze: number
  total: number
}

/** Places a prepaid order. */
export function orderAhead(api: Pick<Api, 'post'>, buyer: Customer, body: unknown, key: string = crypto.randomUUID()) {
  return api.post('/api/create-checkout-session', body, { Cookie: buyer.cookie, 'Idempotency-Key': key })
}

/** Places a prepaid order, which must succeed. */
export async function startedAhead(
  api: Pick<Api, 'post'>,
  buyer: Customer,
  body: unknown,
  key?: string,
): Promise<PaidAhead> {
  const answer = await orderAhead(api, buyer, body, key)
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  return (await answer.json()) as PaidAhead
}
