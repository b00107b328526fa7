// What was given for a purchase is taken back when the purchase is undone: no round of buying, using an advantage and
// undoing leaves a buyer goods below their price. The owner may leave it to the buyer.
import { vi } from 'vitest'
import giveSampleCodes from '#domain/codes/give-sample-codes.job.server.ts'
import { checkPayment } from '#domain/flows/payments/check-payment.server.ts'
import { makeRefund } from '#domain/flows/refunds/make-refund.server.ts'
import { log } from '#domain/kernel/log.ts'
import { refundOf } from '#tests/support/admin-orders.ts'
import type { Api, Customer } from '#tests/support/api.ts'
import { discounted, openDiscounts } from '#tests/support/discounts.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import {
  type CartItem,
  COURIER,
  cart,
  errorOf,
  PREPAID_COURIER,
  prepaidCart,
  productsOnSale,
  startedAhead,
} from '#tests/support/orders.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 1000 })

/** The cheapest delivery, which goes back with the last piece. */
const CHEAPEST_GROSZE = 1_299
const IBAN = 'PL61109010140000071219812874'
let api: Api
let discounts: Awaited<ReturnType<typeof openDiscounts>>
let sample: CartItem
let bottle: CartItem
test.beforeAll(async ({ api: started }) => {
  api = started
  discounts = await openDiscounts(api)
  const [first, second] = await productsOnSale(api, 2, 1000)
  if (!first || !second) throw new Error('no products')
  await api.db.updateTable('products').set({ kind: 'bottle', filled_by: 'producer' }).execute()
  await api.db.updateTable('products').set({ kind: 'sample', price_grosze: 990 }).where('id', '=', first.id).execute()
  await api.db.updateTable('products').set({ price_grosze: 20_000 }).where('id', '=', second.id).execute()
  sample = { ...first, price: 9.9 }
  bottle = { ...second, price: 200, quantity: 1 }
  const Cookie = discounts.orders.admin
  const { preset: _, offered: __, ...rule } = await (await api.get('/api/admin/gift-rule', { Cookie })).json()
  await api.post('/api/admin/gift-rule', { ...rule, active: false, sample_codes: true }, { Cookie })
  await api.services.catalog.receiveChanges()
})

type Bought = { checkoutId: string; orderId: string; email: string }

async function deliver(orderId: string): Promise<void> {
  const change = { status: 'delivered', tracking_number: `62${String(Date.now()).padEnd(22, '0')}` }
  expect((await discounts.orders.setShipment(orderId, change)).status).toBe(200)
}

const WAYS = {
  'paid ahead': async (items: readonly CartItem[], buyer: Customer, more: object = {}): Promise<Bought> => {
    const { orderId, checkoutId } = await discounts.paid(prepaidCart(items, more), Promise.resolve(buyer))
    await deliver(orderId)
    return { orderId, checkoutId, email: buyer.email }
  },
  'on delivery': async (items: readonly CartItem[], buyer: Customer, more: object = {}): Promise<Bought> => {
    const { orderIds, checkoutId } = await discounts.placed(cart(items, more), Promise.resolve(buyer))
    const [orderId = ''] = orderIds
    await deliver(orderId)
    return { orderId, checkoutId, email: buyer.email }
  },
}

/** What the shop keeps of a buyer's money. */
async function keptOf({ email }: { email: string }): Promise<number> {
  for (const { id } of await api.db.selectFrom('refunds').select('id').where('status', '=', 'pending').execute()) {
    await makeRefund(api.services, id)
  }
  const rows = await api.db
    .selectFrom('money_movements')
    .innerJoin('orders', 'orders.id', 'money_movements.order_id')
    .select(['kind', 'grosze'])
    .where('email', '=', email)
    .execute()
  return rows.reduce((sum, { kind, grosze }) => sum + (kind === 'sold' ? Number(grosze) : -Number(grosze)), 0)
}

async function codeFor({ email }: { email: string }) {
  await giveSampleCodes.run(api.services, {}, { last: false })
  const code = (await discounts.codes.ofSamples()).find((each) => each.email === email)
  if (!code) throw new Error('no code was given')
  return code
}

/** Gives back what the desk owes for a case. */
async function settle(caseId: string): Promise<void> {
  const { money, payment } = await discounts.returns.read(caseId)
  const owed_grosze = money?.owed_grosze ?? 0
  const iban = payment === 'cash_on_delivery' && owed_grosze > 0 ? { iban: IBAN } : {}
  const settled = await discounts.returns.act(caseId, 'settle', { owed_grosze, ...iban })
  if (settled.status !== 200) throw new Error(await settled.text())
}

const piecesOf = (quantity: number) => [{ product_id: sample.id, quantity }]
const UNDOINGS = {
  withdrawal: ({ checkoutId }: Bought, pieces: number) =>
    discounts.returns.withdrawByLink(checkoutId, piecesOf(pieces)),
  'accepted complaint': async ({ checkoutId }: Bought, pieces: number) => {
    const caseId = await discounts.returns.complainByLink(checkoutId, 'withdrawal', piecesOf(pieces))
    await discounts.returns.act(caseId, 'answer', { decision: 'accepted', answer: 'Przepraszamy.' })
    return caseId
  },
}

const rounds = Object.keys(WAYS).flatMap((way) =>
  Object.keys(UNDOINGS).flatMap((undoing) => [8, 3].map((back) => [way, undoing, back] as const)),
) as [keyof typeof WAYS, keyof typeof UNDOINGS, number][]

test.each(rounds)(
  '%s, %s: the code of 8 samples that a bottle used is deducted when %i come back',
  async (way, undoing, back) => {
    const buyer = await api.customer()
    const samples = await WAYS[way]([{ ...sample, quantity: 8 }], buyer)
    const { code, value } = await codeFor(samples)
    expect(value).toBe(8 * 990)
    const used = await WAYS['paid ahead']([bottle], buyer, discounted(code, 8 * 990))
    const caseId = await UNDOINGS[undoing](samples, back)
    const { money } = await discounts.returns.read(caseId)
    const number = (await discounts.orders.read(used.orderId)).number
    expect(money?.advantages).toEqual([{ kind: 'sample_code', code, orders: [number], grosze: back * 990 }])
    await settle(caseId)
    // The bottle costs its price, and so do the samples that are kept, whose price came back as the code.
    const shipping = await api.db
      .selectFrom('orders')
      .select(({ fn }) => fn.sum<string>('shipping_grosze').as('grosze'))
      .where('email', '=', buyer.email)
      .executeTakeFirstOrThrow()
    expect(await keptOf(buyer)).toBeGreaterThanOrEqual(20_000 + Number(shipping.grosze) - 1_299)
    const linked = await discounts.returns.onOrderPage(samples.checkoutId)
    expect(linked[0]?.advantages[0]).toContain(`Kod ${code} za te próbki, użyty w zamówieniu ${number}`)
  },
)

test('samples returned one after another are deducted once; a waived deduction stays with the buyer', async () => {
  const buyer = await api.customer()
  const samples = await WAYS['paid ahead']([{ ...sample, quantity: 4 }], buyer)
  const { code } = await codeFor(samples)
  await WAYS['paid ahead']([bottle], buyer, discounted(code, 4 * 990))
  const deducted: number[] = []
  for (const pieces of [1, 2]) {
    const caseId = await UNDOINGS.withdrawal(samples, pieces)
    deducted.push((await discounts.returns.read(caseId)).money?.deduction_grosze ?? 0)
    await settle(caseId)
    await keptOf(buyer)
  }
  expect(deducted).toEqual([990, 2 * 990])
  const last = await UNDOINGS.withdrawal(samples, 1)
  const before = (await discounts.returns.read(last)).money
  expect((await discounts.returns.act(last, 'advantages', { waived: true })).status).toBe(200)
  const after = (await discounts.returns.read(last)).money
  expect((after?.owed_grosze ?? 0) - (before?.owed_grosze ?? 0)).toBe(990)
  await settle(last)
  expect(await errorOf(await discounts.returns.act(last, 'advantages', { waived: false }))).toMatchObject({
    code: 'case_closed',
  })
})

test('a discount that the owner left to the buyer is not asked for by the next return', async () => {
  const buyer = await api.customer()
  const { code } = await discounts.codes.add({ percent: 10, least_grosze: 70_000 })
  const bought = await WAYS['paid ahead']([{ ...bottle, quantity: 4 }], buyer, discounted(code, 8_000))
  const lostBy = async (waived: boolean) => {
    const items = [{ product_id: bottle.id, quantity: 1 }]
    const caseId = await discounts.returns.withdrawByLink(bought.checkoutId, items)
    if (waived) expect((await discounts.returns.act(caseId, 'advantages', { waived })).status).toBe(200)
    const { money } = await discounts.returns.read(caseId)
    await settle(caseId)
    await keptOf(buyer)
    return { lost: money?.advantages.map(({ grosze }) => grosze), owed: money?.owed_grosze }
  }
  expect(await lostBy(true)).toEqual({ lost: [6_000], owed: 18_000 })
  expect(await lostBy(false)).toEqual({ lost: [], owed: 18_000 })
})

test('a bottle that comes back after its code was deducted names the order whose money gives that back', async () => {
  const buyer = await api.customer()
  const samples = await WAYS['paid ahead']([{ ...sample, quantity: 2 }], buyer)
  const { code } = await codeFor(samples)
  const used = await WAYS['paid ahead']([bottle], buyer, discounted(code, 2 * 990))
  await settle(await UNDOINGS.withdrawal(samples, 2))
  const caseId = await discounts.returns.withdrawByLink(used.checkoutId, [{ product_id: bottle.id, quantity: 1 }])
  const { number } = await discounts.orders.read(samples.orderId)
  expect((await discounts.returns.read(caseId)).deducted_elsewhere).toEqual({ code, order: number, grosze: 2 * 990 })
})

test('nothing is deducted when the goods that used the code come back as well', async () => {
  const buyer = await api.customer()
  const samples = await WAYS['paid ahead']([{ ...sample, quantity: 2 }], buyer)
  const { code } = await codeFor(samples)
  const used = await WAYS['paid ahead']([bottle], buyer, discounted(code, 2 * 990))
  await settle(await discounts.returns.withdrawByLink(used.checkoutId, [{ product_id: bottle.id, quantity: 1 }]))
  const caseId = await UNDOINGS.withdrawal(samples, 2)
  expect((await discounts.returns.read(caseId)).money).toMatchObject({ advantages: [], deduction_grosze: 0 })
})

test('a withdrawal from the goods that used the code counts once they are back, because it may still be refused', async () => {
  const buyer = await api.customer()
  const samples = await WAYS['paid ahead']([{ ...sample, quantity: 2 }], buyer)
  const { code } = await codeFor(samples)
  const used = await WAYS['paid ahead']([bottle], buyer, discounted(code, 2 * 990))
  const ofBottle = await discounts.returns.withdrawByLink(used.checkoutId, [{ product_id: bottle.id, quantity: 1 }])
  const ofSamples = await UNDOINGS.withdrawal(samples, 2)
  const deducted = async () => (await discounts.returns.read(ofSamples)).money?.deduction_grosze
  expect(await deducted()).toBe(2 * 990)
  expect((await discounts.returns.act(ofBottle, 'sent-back', {})).status).toBe(200)
  expect(await deducted()).toBe(0)
  expect(
    (await discounts.returns.act(ofBottle, 'answer', { decision: 'rejected', answer: 'Pusty flakon.' })).status,
  ).toBe(200)
  expect(await deducted()).toBe(2 * 990)
})

test('a refund on the order’s page ends the unused code unless the owner keeps it, and names a used one', async () => {
  for (const ends of [undefined, false]) {
    const buyer = await api.customer()
    const samples = await WAYS['paid ahead']([{ ...sample, quantity: 2 }], buyer)
    const { code } = await codeFor(samples)
    expect((await discounts.orders.read(samples.orderId)).sample_code).toEqual({
      code,
      active: true,
      orders: [],
      used_grosze: 0,
    })
    const { id } = await discounts.paymentOf(samples.orderId)
    const asked = { ...refundOf(id, 990), ...(ends === false && { end_code: false }) }
    expect((await discounts.orders.change(samples.orderId, 'refunds', asked)).status).toBe(200)
    expect((await discounts.codes.check(code)).ok).toBe(ends === false)
    if (ends !== false) continue
    const used = await WAYS['paid ahead']([bottle], buyer, discounted(code, 2 * 990))
    const { sample_code, number } = await discounts.orders.read(samples.orderId)
    const of = (await discounts.orders.read(used.orderId)).number
    expect(sample_code).toMatchObject({ orders: [of], used_grosze: 2 * 990 })
    expect(number).not.toBe(of)
  }
})

test.each(Object.keys(WAYS) as (keyof typeof WAYS)[])(
  '%s: a code with a least sum takes nothing off what alone costs less, and a fault keeps it',
  async (way) => {
    const { code } = await discounts.codes.add({ percent: 10, least_grosze: 40_000 })
    const two = [{ ...bottle, quantity: 2 }]
    const buyer = await api.customer()
    const bought = await WAYS[way](two, buyer, discounted(code, 4_000))
    const pieces = [{ product_id: bottle.id, quantity: 1 }]
    const complained = await discounts.returns.complainByLink(bought.checkoutId, 'withdrawal', pieces)
    await discounts.returns.act(complained, 'answer', { decision: 'accepted', answer: 'Przepraszamy.' })
    expect((await discounts.returns.read(complained)).money).toMatchObject({ pieces_grosze: 18_000, advantages: [] })

    const other = await WAYS[way](two, await api.customer(), discounted(code, 4_000))
    const withdrawn = await discounts.returns.withdrawByLink(other.checkoutId, pieces)
    expect((await discounts.returns.read(withdrawn)).money).toMatchObject({
      pieces_grosze: 18_000,
      deduction_grosze: 2_000,
      owed_grosze: 16_000,
    })
    await settle(withdrawn)
    // With the rest everything is back, and so is the whole sum.
    const rest = await discounts.returns.withdrawByLink(other.checkoutId, pieces)
    expect((await discounts.returns.read(rest)).money).toMatchObject({
      pieces_grosze: 18_000,
      advantages: [{ kind: 'least_sum', grosze: -2_000 }],
      owed_grosze: 20_000 + 1_299,
    })
  },
)

test('a code once per person is free again after all was withdrawn, not after a part', async () => {
  const { code } = await discounts.codes.add({ percent: 10, once_per_person: true })
  const buyer = await api.customer()
  const bought = await WAYS['paid ahead']([{ ...bottle, quantity: 2 }], buyer, discounted(code, 4_000))
  const again = () => buyer.order(cart([bottle], discounted(code, 2_000)))
  for (const isLast of [false, true]) {
    expect(await errorOf(await again())).toMatchObject({ code: 'code_used_already' })
    await settle(await discounts.returns.withdrawByLink(bought.checkoutId, [{ product_id: bottle.id, quantity: 1 }]))
    await keptOf(buyer)
    if (isLast) expect((await again()).status).toBe(200)
  }
})

test('unpaid, on delivery: a part that is withdrawn before dispatch takes its discount out of the sum due, once', async () => {
  const { code } = await discounts.codes.add({ percent: 10, least_grosze: 50_000 })
  const buyer = await api.customer()
  const body = cart([{ ...bottle, quantity: 3 }], discounted(code, 6_000))
  const { orderIds, checkoutId, totalGrosze } = await discounts.placed(body, Promise.resolve(buyer))
  const [orderId = ''] = orderIds
  const takeOut = async (quantity: number) => {
    const pieces = [{ product_id: bottle.id, quantity }]
    const caseId = await discounts.returns.withdrawByLink(checkoutId, pieces)
    expect((await discounts.returns.act(caseId, 'take-out', { owed_grosze: 0 })).status).toBe(200)
  }
  const due = async () => {
    const { total_grosze } = await api.db
      .selectFrom('orders')
      .select('total_grosze')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    expect(await keptOf(buyer)).toBe(Number(total_grosze))
    return Number(total_grosze)
  }
  // The owner's dialog to change its pieces says what they gave.
  const { change } = await discounts.orders.read(orderId)
  expect(change.advantages).toEqual([{ name: `Rabat kodem ${code}`, from_grosze: 50_000 }])
  // Two of three bottles cost less than the code asks for: the buyer pays their price.
  await takeOut(1)
  expect(await due()).toBe(totalGrosze + 6_000 - 20_000)
  const mails = await api.db.selectFrom('order_changes').select('lines').where('checkout_id', '=', checkoutId).execute()
  expect(mails.flatMap(({ lines }) => lines)).toContainEqual({
    field: 'discount',
    before: expect.stringMatching(/^40,00/),
    after: expect.stringMatching(/^0,00/),
  })
  await takeOut(1)
  expect(await due()).toBe(totalGrosze + 6_000 - 40_000)
})

test('free delivery by the sum is deducted when the parcel has not left, because the delivery costs its price', async () => {
  const costs = await api.db
    .selectFrom('shipping_costs')
    .select('id')
    .orderBy('updated_at', 'desc')
    .executeTakeFirstOrThrow()
  await api.db
    .updateTable('shipping_costs')
    .set({ free_delivery_from_grosze: 30_000 })
    .where('id', '=', costs.id)
    .execute()
  const body = prepaidCart([{ ...bottle, quantity: 2 }], { shippingCost: 0 })
  const { checkoutId } = await discounts.paid(body)
  const caseId = await discounts.returns.withdrawByLink(checkoutId, [{ product_id: bottle.id, quantity: 1 }])
  expect((await discounts.returns.read(caseId)).money).toMatchObject({
    deduction_grosze: Math.round(PREPAID_COURIER * 100),
    advantages: [{ kind: 'free_delivery' }],
  })
  // On delivery the sum due is raised by it.
  const onDelivery = await discounts.placed(cart([{ ...bottle, quantity: 2 }], { shippingCost: 0 }))
  const other = await discounts.returns.withdrawByLink(onDelivery.checkoutId, [{ product_id: bottle.id, quantity: 1 }])
  expect((await discounts.returns.act(other, 'take-out', { owed_grosze: 0 })).status).toBe(200)
  const [row] = await api.db
    .selectFrom('orders')
    .select(['items_grosze', 'shipping_grosze'])
    .where('checkout_id', '=', onDelivery.checkoutId)
    .execute()
  expect(row).toMatchObject({ items_grosze: 20_000, shipping_grosze: Math.round(COURIER * 100) })
  await api.db
    .updateTable('shipping_costs')
    .set({ free_delivery_from_grosze: null })
    .where('id', '=', costs.id)
    .execute()
})

test('a code for samples cannot be used while the bank holds their money', async () => {
  vi.spyOn(log, 'warn').mockReturnValue()
  for (const isGiven of [true, false]) {
    const buyer = await api.customer()
    const samples = await WAYS['paid ahead']([{ ...sample, quantity: 2 }], buyer)
    const { code } = isGiven ? await codeFor(samples) : { code: null }
    await discounts.orders.tellDispute(samples.orderId, 'needs_response')
    if (code) expect(await errorOf(await discounts.codes.check(code))).toMatchObject({ code: 'code_unknown' })
    else await expect(codeFor(samples)).rejects.toThrow('no code was given')
    await discounts.orders.tellDispute(samples.orderId, 'won')
    expect((await discounts.codes.check(code ?? (await codeFor(samples)).code)).ok).toBe(true)
  }
})

test('a complaint that lowered the price of samples lowers their code, and what they cover of a used one', async () => {
  const buyer = await api.customer()
  const samples = await WAYS['paid ahead']([{ ...sample, quantity: 4 }], buyer)
  const { code } = await codeFor(samples)
  const complaint = await discounts.returns.complainByLink(samples.checkoutId, 'lower_price', piecesOf(4))
  const answer = { decision: 'accepted', answer: 'Przepraszamy.', amount_grosze: 3_000 }
  expect((await discounts.returns.act(complaint, 'answer', answer)).status).toBe(200)
  await settle(complaint)
  expect(await (await discounts.codes.check(code)).json()).toMatchObject({ value: 960 })
  expect(await codeFor(samples)).toMatchObject({ value: 960, active: true })
  await WAYS['paid ahead']([bottle], buyer, discounted(code, 960))
  // They are all paid for by the complaint and the code.
  const caseId = await UNDOINGS.withdrawal(samples, 2)
  expect((await discounts.returns.read(caseId)).money).toMatchObject({ pieces_grosze: 960, owed_grosze: 0 })
})

test('a complaint about samples whose code was used lowers no price again, unless the owner leaves that to the buyer', async () => {
  const buyer = await api.customer()
  const samples = await WAYS['paid ahead']([{ ...sample, quantity: 2 }], buyer)
  const { code } = await codeFor(samples)
  await WAYS['paid ahead']([bottle], buyer, discounted(code, 2 * 990))
  const caseId = await discounts.returns.complainByLink(samples.checkoutId, 'lower_price', piecesOf(2))
  const accept = () =>
    discounts.returns.act(caseId, 'answer', { decision: 'accepted', answer: 'Przepraszamy.', amount_grosze: 500 })
  expect(await errorOf(await accept())).toMatchObject({
    code: 'reduction_too_large',
    message: expect.stringMatching(/najwyżej o 0,00\szł/),
  })
  expect((await discounts.returns.act(caseId, 'advantages', { waived: true })).status).toBe(200)
  expect((await accept()).status).toBe(200)
})

test.each(['least sum', 'samples'] as const)(
  '%s: of two withdrawals the later one may be settled first, and as much is deducted',
  async (kind) => {
    const buyer = await api.customer()
    const ofSamples = kind === 'samples'
    const { code } = ofSamples ? { code: '' } : await discounts.codes.add({ percent: 10, least_grosze: 40_000 })
    const [items, more] = ofSamples
      ? [[{ ...sample, quantity: 3 }], {}]
      : [[{ ...bottle, quantity: 3 }], discounted(code, 6_000)]
    const bought = await WAYS['paid ahead'](items, buyer, more)
    if (ofSamples) await WAYS['paid ahead']([bottle], buyer, discounted((await codeFor(bought)).code, 3 * 990))
    const before = await keptOf(buyer)
    const { id } = ofSamples ? sample : bottle
    const cases: string[] = []
    for (const _ of ['first', 'second'])
      cases.push(await discounts.returns.withdrawByLink(bought.checkoutId, [{ product_id: id, quantity: 1 }]))
    const deducted: number[] = []
    for (const caseId of cases.toReversed()) {
      deducted.push((await discounts.returns.read(caseId)).money?.deduction_grosze ?? 0)
      await settle(caseId)
      await keptOf(buyer)
    }
    expect(deducted).toEqual(ofSamples ? [990, 990] : [2_000, 0])
    expect(before - (await keptOf(buyer))).toBe(ofSamples ? 0 : 2 * 18_000 - 2_000)
  },
)

test('a return of samples waits for the unpaid order with their code, which is not paid for again afterwards', async () => {
  const buyer = await api.customer()
  const samples = await WAYS['paid ahead']([{ ...sample, quantity: 2 }], buyer)
  const { code } = await codeFor(samples)
  const unpaid = await startedAhead(api, buyer, prepaidCart([bottle], discounted(code, 2 * 990)))
  const caseId = await UNDOINGS.withdrawal(samples, 2)
  const { number } = await discounts.orders.read(unpaid.orderId)
  const waits = await errorOf(await discounts.returns.act(caseId, 'settle', { owed_grosze: CHEAPEST_GROSZE }))
  expect(waits).toMatchObject({ code: 'code_in_unpaid_order', message: expect.stringContaining(number) })
  const answerOf = async (act: string) => api.post(`/api/orders/${unpaid.orderId}/${act}`, {}, { Cookie: buyer.cookie })
  expect((await answerOf('give-up')).status).toBe(200)
  await checkPayment(api.services, (await discounts.paymentOf(unpaid.orderId)).id)
  expect((await discounts.returns.read(caseId)).money).toMatchObject({ advantages: [], deduction_grosze: 0 })
  await settle(caseId)
  expect(await errorOf(await answerOf('pay'))).toMatchObject({ code: 'code_used_up' })
})
