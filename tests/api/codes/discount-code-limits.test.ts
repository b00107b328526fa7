// Limits of discount codes: each reason why a code does not apply; uses that are counted, given back and taken again.
import { type Api, askAll, type Customer } from '#tests/support/api.ts'
import { discounted, groszeOf, openDiscounts, tenth } from '#tests/support/discounts.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import {
  type CartItem,
  cart,
  errorOf,
  orderAhead,
  prepaidCart,
  productsOnSale,
  startedAhead,
  storedByOrders,
} from '#tests/support/orders.ts'
import { proveAddresses } from '#tests/support/prove-addresses.ts'
import { clockIn } from '#tests/support/reduced-product.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 100 })

let api: Api
let discounts: Awaited<ReturnType<typeof openDiscounts>>
test.beforeAll(async ({ api: started }) => {
  api = started
  discounts = await openDiscounts(api)
})

const WAYS = {
  'on delivery': (items: readonly CartItem[], more: object) => cart(items, more),
  'paid ahead': (items: readonly CartItem[], more: object) => prepaidCart(items, more),
}
const send = async (way: keyof typeof WAYS, items: readonly CartItem[], more: object, buyer = api.customer()) =>
  way === 'on delivery'
    ? (await buyer).order(WAYS[way](items, more))
    : orderAhead(api, await buyer, WAYS[way](items, more))

test.for(Object.keys(WAYS) as (keyof typeof WAYS)[])(
  '%s: each reason is a sentence, and nothing is stored',
  async (way) => {
    const [item] = await discounts.pick(1)
    if (!item) throw new Error('no product')
    const off = tenth([item])
    const cases: [string, object | null, RegExp][] = [
      ['code_unknown', null, /^Nie ma takiego kodu/],
      ['code_unknown', { active: false }, /^Nie ma takiego kodu/],
      ['code_not_yet', { valid_from: clockIn(2) }, /działa dopiero od/],
      ['code_expired', { valid_to: clockIn(-1) }, /minął jego termin/],
      ['code_not_for_you', { email: 'ktos.inny@example.test' }, /dla innego adresu/],
      ['code_needs_more', { least_grosze: groszeOf([item]) + 1 }, /działa od .* za produkty/],
      ['price_changed', { percent: 20 }, /^Cena się zmieniła/],
    ]
    for (const [reason, input, sentence] of cases) {
      const code = input === null ? 'NIEMATAKIEGO' : (await discounts.codes.add(input)).code
      const before = await storedByOrders(api)
      const error = await errorOf(await send(way, [item], discounted(code, off)))
      expect(error).toMatchObject({ status: 409, code: reason, message: expect.stringMatching(sentence) })
      if (reason !== 'price_changed') expect(error.fields).toHaveProperty('discountCode')
      expect(await storedByOrders(api)).toEqual(before)
    }
    const { code } = await discounts.codes.add()
    const unseen = await errorOf(await send(way, [item], { discountCode: code }))
    expect(unseen).toMatchObject({ code: 'price_changed', details: { discount: { oldGrosze: 0, newGrosze: off } } })
    // A text that cannot be a code is refused by its format.
    expect(await errorOf(await send(way, [item], { discountCode: 'x!' }))).toMatchObject({ code: 'invalid_request' })
  },
)

test.for(Object.keys(WAYS) as (keyof typeof WAYS)[])(
  '%s: a code applies once for a person, and a personal code only for its address',
  async (way) => {
    const [item] = await discounts.pick(1)
    if (!item) throw new Error('no product')
    const buyer = await api.customer()
    const once = await discounts.codes.add({ once_per_person: true, email: buyer.email.toUpperCase() })
    const more = discounted(once.code, tenth([item]))
    // Anybody can type the owner's address: the order waits for the link that is mailed there.
    expect(await errorOf(await send(way, [item], more, Promise.resolve(buyer)))).toMatchObject({ code: 'order_held' })
    expect(await discounts.codes.find(once.id)).toMatchObject({ uses: 0 })
    await proveAddresses(api.db, buyer.email)
    expect((await send(way, [item], more, Promise.resolve(buyer))).status).toBe(200)
    // An own order that waits for its payment gives the code up to the next one; any other keeps it.
    const again = await send(way, [item], more, Promise.resolve(buyer))
    if (way === 'paid ahead') expect(again.status).toBe(200)
    else expect(await errorOf(again)).toMatchObject({ code: 'code_used_already' })
    const other = await discounts.codes.add({ once_per_person: true })
    const next = discounted(other.code, tenth([item]))
    expect((await send(way, [item], next)).status).toBe(200)
    expect((await send(way, [item], next)).status).toBe(200)
  },
)

test('of twenty orders for the last use of a code one gets it, and a retry under its key counts once', async () => {
  const { code, id } = await discounts.codes.add({ most_uses: 1 })
  // Each orders another product, so that no lock of a product makes them wait for each other.
  const bodies = (await productsOnSale(api, 20)).map((item) => cart([item], discounted(code, tenth([item]))))
  const buyers = await Promise.all(bodies.map(() => api.customer()))
  const keys = buyers.map(() => crypto.randomUUID())
  const answers = await askAll(buyers.map((buyer, index) => () => buyer.order(bodies[index], keys[index])))
  const winner = answers.findIndex(({ status }) => status === 200)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
  for (const answer of answers.filter(({ status }) => status === 409)) {
    expect((await errorOf(answer)).code).toBe('code_used_up')
  }
  const again = await buyers[winner]?.order(bodies[winner], keys[winner])
  expect(again?.status).toBe(200)
  expect(await again?.json()).toEqual(await answers[winner]?.json())
  expect(await discounts.codes.find(id)).toMatchObject({ uses: 1, state: 'used_up' })
  expect(await errorOf(await discounts.codes.check(code))).toMatchObject({ code: 'code_used_up' })
})

test('cancelling an order frees the use of its code, and restoring takes it again or says why not', async () => {
  const { code, id } = await discounts.codes.add({ most_uses: 1 })
  const items = await discounts.pick(1, 1)
  const [item] = items
  if (!item) throw new Error('no product')
  const { orderIds } = await discounts.placed(cart(items, discounted(code, tenth(items))))
  const [first = '', second = ''] = orderIds
  const cancel = async (orderId: string) => {
    const { status, version } = await discounts.orders.read(orderId)
    return discounts.orders.change(orderId, 'cancel', { seen: status, version, reason: 'pomyłka' })
  }
  expect((await cancel(first)).status).toBe(200)
  // The other order of the checkout still has it.
  expect(await discounts.codes.find(id)).toMatchObject({ uses: 1 })
  expect((await cancel(second)).status).toBe(200)
  expect(await discounts.codes.find(id)).toMatchObject({ uses: 0, state: 'valid', is_used: true, given_grosze: 0 })
  // The use is free again: the parcel of the cancelled order is sent after all.
  expect((await discounts.orders.setShipment(first, { status: 'processing' })).status).toBe(200)
  expect(await discounts.codes.find(id)).toMatchObject({ uses: 1 })
  expect((await cancel(first)).status).toBe(200)
  await discounts.placed(cart([item], discounted(code, tenth([item]))))
  expect(await errorOf(await discounts.orders.setShipment(first, { status: 'processing' }))).toMatchObject({
    code: 'order_code_gone',
    message: expect.stringContaining('Kod rabatowy tego zamówienia'),
  })
})

test('an unpaid order frees the use of its code; paying again or late takes it or is refused', async () => {
  const { code, id } = await discounts.codes.add({ most_uses: 1 })
  const items = await discounts.pick(1)
  const buyer = await api.customer()
  const more = discounted(code, tenth(items))
  const first = await startedAhead(api, buyer, prepaidCart(items, more))
  expect(await discounts.codes.find(id)).toMatchObject({ uses: 1 })
  await discounts.orders.stripe.act(first.sessionId, { action: 'expire' })
  await discounts.orders.check(first.orderId)
  expect(await discounts.codes.find(id)).toMatchObject({ uses: 0 })
  expect((await discounts.orders.pay(buyer, first.orderId)).status).toBe(200)
  expect(await discounts.codes.find(id)).toMatchObject({ uses: 1 })
  const session = await api.db
    .selectFrom('payments')
    .select('provider_session_id')
    .where('order_id', '=', first.orderId)
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow()
  await discounts.orders.stripe.act(session.provider_session_id ?? '', { action: 'expire' })
  await discounts.orders.check(first.orderId)
  await discounts.placed(cart(items, more))
  expect(await errorOf(await discounts.orders.pay(buyer, first.orderId))).toMatchObject({ code: 'code_used_up' })
  expect(await discounts.orders.statusOf(first.orderId)).toBe('cancelled')
})

test('a personal code is refused for another address before the order: of the session, or typed without one', async () => {
  const owner = await api.customer()
  const { code } = await discounts.codes.add({ email: owner.email })
  const check = (more: object, buyer?: Customer) =>
    api.post('/api/discount-code', { code, product_ids: [], ...more }, buyer && { Cookie: buyer.cookie })
  const stranger = await api.customer()
  for (const answer of [await check({ email: 'Inny@Example.test' }), await check({ email: owner.email }, stranger)])
    expect(await errorOf(answer)).toMatchObject({ status: 409, code: 'code_not_for_you' })
  for (const answer of [await check({}), await check({ email: owner.email.toUpperCase() }), await check({}, owner)])
    expect(await answer.json()).toMatchObject({ code, personal: true })
})
