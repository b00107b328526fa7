import { randomUUID } from 'node:crypto'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import type { Api, Customer } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import {
  type CartItem,
  COURIER,
  cart,
  errorOf,
  orderAhead,
  prepaidCart,
  productsOnSale,
  refusal,
  storedByOrders,
  toPrepaidLocker,
} from '#tests/support/orders.ts'
import { openStripe } from '#tests/support/stripe.ts'

let api: Api
let stripe: ReturnType<typeof openStripe>
let products: CartItem[]
test.beforeAll(async ({ api: started }) => {
  api = started
  stripe = openStripe(api.sandbox)
  products = await productsOnSale(api, 6)
})

function pick(index: number, quantity = 1): CartItem {
  const product = products[index]
  if (!product) throw new Error('no such product')
  return { ...product, quantity }
}

/** Sends an order paid ahead that must be refused, and checks that it stored nothing. */
async function refused(buyer: Customer, body: unknown, key?: string) {
  const before = { rows: await storedByOrders(api), sessions: (await stripe.sessions()).length }
  const error = await errorOf(await orderAhead(api, buyer, body, key))
  expect(error.status).toBeGreaterThanOrEqual(400)
  expect({ rows: await storedByOrders(api), sessions: (await stripe.sessions()).length }).toEqual(before)
  return error
}

test('POST create-checkout-session: refuses callers who are not signed in', async () => {
  const stranger = { ...(await api.customer()), cookie: '' }
  expect(await refused(stranger, prepaidCart([pick(0)]))).toMatchObject({ status: 401, code: 'sign_in_required' })
})

test.for<[what: string, more: object, code: string, status: number]>([
  ['an unknown field', { rebate: 5 }, 'invalid_request', 400],
  ['a discount of its own', { discount: 5 }, 'price_changed', 409],
  ['a total of its own', { totalGrosze: 1 }, 'invalid_request', 400],
  ['a payment mode', { mode: 'live' }, 'invalid_request', 400],
  ['the e-mail inside customerData', { customerData: { email: 'a@example.test' } }, 'invalid_request', 400],
  ['the method inside customerData', { customerData: { shippingMethod: 'prepaid_courier' } }, 'invalid_request', 400],
  ['one product in the form of the other call', { productId: randomUUID() }, 'invalid_request', 400],
  ['no items', { items: [] }, 'invalid_request', 400],
  ['no method', { shippingMethod: undefined }, 'invalid_request', 400],
  ['no delivery cost', { shippingCost: undefined }, 'invalid_request', 400],
  ['a recipient without an address', { customerData: { firstName: 'Anna' } }, 'invalid_request', 400],
  ['payment on delivery', { shippingMethod: 'cash_on_delivery_courier' }, 'shipping_method_not_offered', 400],
  ['the e-mail of somebody else', { email: 'other@example.test' }, 'other_account', 409],
  ['a delivery cost of its own', { shippingCost: 0 }, 'price_changed', 409],
  [
    'a locker that is closed',
    { ...toPrepaidLocker, customerData: { ...toPrepaidLocker.customerData, selectedLocker: 'NIE-MA' } },
    'locker_closed',
    409,
  ],
])('POST create-checkout-session: refuses %s', async ([, more, code, status]) => {
  const body = { ...prepaidCart([pick(0)]), ...more }
  const answer = await refused(await api.customer(), body)
  expect(answer).toMatchObject({ status, code })
})

test.for<[what: string, changes: object, code: string, status: number]>([
  ['a price in zł', { price: 119 }, 'price_changed', 409],
  ['a price with a part of a grosz', { price: 11_900.5 }, 'invalid_request', 400],
  ['a price of nothing', { price: 0 }, 'invalid_request', 400],
  ['a price below zero', { price: -1 }, 'invalid_request', 400],
  ['a price as a text', { price: '11900' }, 'invalid_request', 400],
  ['a hundred pieces', { quantity: 100 }, 'invalid_request', 400],
  ['half a piece', { quantity: 0.5 }, 'invalid_request', 400],
  ['a product nobody knows', { id: randomUUID() }, 'product_unavailable', 409],
  ['an id that is none', { id: "' or 1=1 --" }, 'product_unavailable', 409],
])('POST create-checkout-session: refuses an item with %s', async ([, changes, code, status]) => {
  const body = prepaidCart([pick(0)])
  const answer = await refused(await api.customer(), { ...body, items: [{ ...body.items[0], ...changes }] })
  expect(answer).toMatchObject({ status, code })
})

test('POST create-checkout-session: a changed price is refused with the same figures as cash on delivery', async () => {
  const buyer = await api.customer()
  const shown = { ...pick(0, 2), price: 1 }
  const ahead = await refused(buyer, prepaidCart([shown], { shippingCost: 1 }))
  const onDelivery = await refusal(api, buyer, cart([shown], { shippingCost: 1 }))
  expect(ahead).toMatchObject({ status: 409, code: 'price_changed' })
  expect(ahead.details).toMatchObject({
    items: onDelivery.details?.items,
    shipping: { oldGrosze: 100, newGrosze: 1599 },
  })
  expect(onDelivery.details).toMatchObject({ shipping: { oldGrosze: 100, newGrosze: Math.round(COURIER * 100) } })
})

test('POST create-checkout-session: refuses more pieces than in stock, and hidden substitutes', async () => {
  const [, , , , , few] = products
  if (!few) throw new Error('no product')
  await api.db.updateTable('products').set({ stock_quantity: 2 }).where('id', '=', few.id).execute()
  const buyer = await api.customer()
  expect(await refused(buyer, prepaidCart([{ ...few, quantity: 3 }]))).toMatchObject({
    status: 409,
    code: 'out_of_stock',
    details: { products: [{ id: few.id, left: 2 }] },
  })
  const substitute = await api.db
    .selectFrom('products')
    .innerJoin('brands', 'brands.id', 'brand_id')
    .select(['products.id', 'products.name', 'price_grosze'])
    .where('brands.is_original', '=', false)
    .where('products.active', '=', true)
    .executeTakeFirstOrThrow()
  await api.db.updateTable('shop_settings').set({ hide_substitutes: true }).execute()
  const item = { ...substitute, price: substitute.price_grosze / 100, quantity: 1 }
  expect(await refused(buyer, prepaidCart([item]))).toMatchObject({ code: 'product_unavailable' })
  await api.db.updateTable('shop_settings').set({ hide_substitutes: false }).execute()
})

test('POST create-checkout-session: refuses an amount that the provider does not take', async () => {
  const buyer = await api.customer()
  const answer = await refused(buyer, prepaidCart([{ ...pick(0), price: 0.01 }], { shippingCost: 1.98 }))
  expect(answer).toMatchObject({
    status: 409,
    code: 'amount_not_payable',
    message: `Z góry można zapłacić od ${formatGrosze(200)} do ${formatGrosze(99_999_999)}. Wybierz płatność za pobraniem.`,
  })
})
