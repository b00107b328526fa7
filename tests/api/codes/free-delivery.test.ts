import { groszeToZl, zlToGrosze } from '#domain/kernel/amounts/money.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import {
  type CartItem,
  COURIER,
  cart,
  errorOf,
  LOCKER,
  orderAhead,
  PREPAID_COURIER,
  prepaidCart,
  productsOnSale,
  refusal,
  startedAhead,
  storedByOrders,
  toLocker,
  toPrepaidLocker,
} from '#tests/support/orders.ts'
import { openStripe } from '#tests/support/stripe.ts'

let api: Api
let Cookie: string
let items: CartItem[]
/** The sum of two pieces of one product and one of another, grosze. */
let sum: number

test.beforeAll(async ({ api: started }) => {
  api = started
  Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  const [first, second] = await productsOnSale(api, 2)
  if (!first || !second) throw new Error('too few products')
  items = [{ ...first, quantity: 2 }, second]
  sum = items.reduce((total, { price, quantity }) => total + (zlToGrosze(price) ?? Number.NaN) * quantity, 0)
})

type Costs = { id: string; free_delivery_from: number | null } & Record<string, number>

async function change(freeFrom: unknown) {
  const read = await api.get('/api/admin/shipping-costs', { Cookie })
  const { items: rows } = (await read.json()) as { items: Costs[] }
  const [newest] = rows
  if (!newest) throw new Error('no costs')
  const { kurier_prepaid, kurier_cod, paczkomat_prepaid, paczkomat_cod } = newest
  const costs = { kurier_prepaid, kurier_cod, paczkomat_prepaid, paczkomat_cod }
  return api.post('/api/admin/shipping-costs', { ...costs, free_delivery_from: freeFrom, seen: newest.id }, { Cookie })
}

/** Sets the sum for free delivery as the admin, grosze. */
async function setFreeFrom(grosze: number | null) {
  expect((await change(grosze === null ? null : groszeToZl(grosze))).status).toBe(200)
}

test('POST shipping-costs: sets the sum from which delivery is free, in zł, publishes it, and logs it', async () => {
  await setFreeFrom(19_900)
  expect(await (await api.get('/api/shipping-costs')).json()).toMatchObject({
    free_delivery_from: 199,
    free_delivery_from_grosze: 19_900,
    offered: [{ cost: 12.99 }, { cost: 15.99 }, { cost: 16.99 }, { cost: 19.99 }],
  })
  const log = (await (await api.get('/api/admin/audit', { Cookie })).json()) as { items: { sentence: string }[] }
  expect(log.items[0]?.sentence.replaceAll('\u00a0', ' ')).toBe(
    'Nowe koszty wysyłki: kurier 15,99 zł, za pobraniem 19,99 zł; paczkomat 12,99 zł, za pobraniem 16,99 zł; darmowa od 199,00 zł',
  )
  await setFreeFrom(null)
  expect(await (await api.get('/api/shipping-costs')).json()).toMatchObject({ free_delivery_from: null })
  for (const [wrong, sentence] of [
    [0, 'Podaj kwotę większą od zera albo zostaw pole puste'],
    [-1, 'Podaj kwotę większą od zera albo zostaw pole puste'],
    [100_000, 'Kwota nie może przekroczyć 99 999,99 zł'],
    [1.005, 'Podaj kwotę z dokładnością do grosza'],
  ] as const) {
    expect(await errorOf(await change(wrong))).toMatchObject({
      status: 400,
      fields: { free_delivery_from: sentence },
    })
  }
})

test('orders: delivery is free from the exact sum on, prepaid or not, by courier and to a locker', async () => {
  const stripe = openStripe(api.sandbox)
  const buyer = await api.customer()
  await api.db.updateTable('users').set({ email_verified: true }).where('email', '=', buyer.email).execute()
  const free = { shippingCost: 0 }
  const onDelivery = [cart(items, free), cart(items, { customerData: toLocker, ...free })]
  const ahead = [prepaidCart(items, free), prepaidCart(items, { ...toPrepaidLocker, ...free })]

  await setFreeFrom(sum + 1)
  for (const body of onDelivery) expect(await refusal(api, buyer, body)).toMatchObject({ code: 'price_changed' })
  for (const body of ahead) {
    expect(await errorOf(await orderAhead(api, buyer, body))).toMatchObject({ status: 409, code: 'price_changed' })
  }

  for (const from of [sum, sum - 1]) {
    await setFreeFrom(from)
    for (const body of onDelivery) {
      const answer = await buyer.order(body)
      expect(answer.status).toBe(200)
      const { orderIds, total } = (await answer.json()) as { orderIds: string[]; total: number }
      expect(zlToGrosze(total)).toBe(sum)
      const orders = await api.db.selectFrom('orders').select('shipping_grosze').where('id', 'in', orderIds).execute()
      expect(orders).toEqual([{ shipping_grosze: 0 }, { shipping_grosze: 0 }])
    }
    for (const body of ahead) {
      const { orderId, sessionId, totalGrosze } = await startedAhead(api, buyer, body)
      expect(totalGrosze).toBe(sum)
      const payment = await api.db
        .selectFrom('payments')
        .select('amount_grosze')
        .where('order_id', '=', orderId)
        .executeTakeFirst()
      expect(payment).toEqual({ amount_grosze: sum })
      const session = (await stripe.sessions()).find(({ id }) => id === sessionId)
      expect(session?.amountTotal).toBe(sum)
    }
    // Nobody pays for free delivery, even if they agreed to a cost.
    expect(await refusal(api, buyer, cart(items))).toMatchObject({ code: 'price_changed' })
  }
})

test('orders: a sum from which delivery is free that changes during the checkout is shown, and nothing is stored', async () => {
  const buyer = await api.customer()
  await setFreeFrom(sum)
  const seen = { onDelivery: cart(items, { shippingCost: 0 }), ahead: prepaidCart(items, { shippingCost: 0 }) }
  await setFreeFrom(sum + 1)
  const shipping = { oldGrosze: 0, newGrosze: zlToGrosze(COURIER) }
  expect(await refusal(api, buyer, seen.onDelivery)).toMatchObject({
    status: 409,
    code: 'price_changed',
    details: { shipping, total: { oldGrosze: sum, newGrosze: sum + (zlToGrosze(COURIER) ?? 0) } },
  })
  const before = await storedByOrders(api)
  expect(await errorOf(await orderAhead(api, buyer, seen.ahead))).toMatchObject({
    code: 'price_changed',
    details: { shipping: { oldGrosze: 0, newGrosze: zlToGrosze(PREPAID_COURIER) } },
  })
  expect(await storedByOrders(api)).toEqual(before)
  // The reverse: a buyer who saw an outdated cost reads so.
  await setFreeFrom(1)
  const paid = cart(items, { customerData: toLocker, shippingCost: LOCKER })
  expect(await refusal(api, buyer, paid)).toMatchObject({
    details: { shipping: { oldGrosze: zlToGrosze(LOCKER), newGrosze: 0 } },
  })
})

test('orders: the sum is that of the shop’s prices, whatever price was sent', async () => {
  const buyer = await api.customer()
  await setFreeFrom(sum + 1)
  const dearer = items.map((item) => ({ ...item, price: item.price + 500 }))
  expect(await refusal(api, buyer, cart(dearer, { shippingCost: 0 }))).toMatchObject({
    code: 'price_changed',
    details: { shipping: { newGrosze: zlToGrosze(COURIER) }, total: { newGrosze: sum + (zlToGrosze(COURIER) ?? 0) } },
  })
})
