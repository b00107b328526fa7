// Till receipts: what waits for one, one press per receipt, and the agent that prints. Printed once, or shown as unclear.
import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { log } from '#domain/kernel/log.ts'
import { countPendingWork } from '#domain/orders/admin/pending-work-queries.server.ts'
import { sumByRate } from '#domain/papers/vat.ts'
import { CLAIM_MS, type PrintedReceipt, type TillDesk, type TillJob } from '#domain/till/receipt.ts'
import type { ReturnRegister } from '#domain/till/return-register.ts'
import { openAdminOrders, refundOf } from '#tests/support/admin-orders.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { cart, errorOf, productsOnSale, TYPED_COMPANY, toCourier } from '#tests/support/orders.ts'
import { enterAsPacker } from '#tests/support/packer.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 1000 })

let api: Api
let orders: Awaited<ReturnType<typeof openAdminOrders>>
test.beforeAll(async ({ api: started }) => {
  api = started
  api.startMail()
  orders = await openAdminOrders(api)
})
test.beforeEach(async () => {
  vi.spyOn(log, 'warn').mockReturnValue()
  // Each test has the till to itself.
  await api.db.deleteFrom('receipts').execute()
  await api.db
    .updateTable('till_agent')
    .set({ key_hash: null, key_made_at: null, seen_at: null, problem: null })
    .execute()
})

/** As if the agent had taken its receipts earlier. */
const ageClaims = () =>
  api.db
    .updateTable('receipts')
    .set({ claimed_at: new Date(Date.now() - CLAIM_MS - 1_000) })
    .where('state', '=', 'printing')
    .execute()
const read = async <Value>(path: string): Promise<Value> =>
  (await (await api.get(`/api/admin/${path}`, { Cookie: orders.admin })).json()) as Value
const desk = () => read<TillDesk>('till')
const printed = async () => (await read<{ items: PrintedReceipt[] }>(`till/printed?day=${today()}`)).items
const today = () =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: 'Europe/Warsaw' }).format(new Date())
const register = () => read<ReturnRegister>(`till/returns?month=${today().slice(0, 7)}`)
const act = (id: string, what: string, body: object) =>
  api.post(`/api/admin/till/${id}/${what}`, body, { Cookie: orders.admin })
const press = (id: string, gross_grosze: number, number = '') => act(id, 'printed', { number, gross_grosze })
const auditOf = async (id: string) => (await orders.auditOf(id)).map(({ action }) => action)
const numberOfReceipt = async () => {
  const [only] = await printed()
  return only?.number
}

/** A sale that waits for its receipt. */
async function sell() {
  const sale = await orders.paidAhead()
  return { ...sale, id: sale.checkoutId }
}

async function openAgent() {
  const made = await api.post('/api/admin/till-agent', {}, { Cookie: orders.admin })
  const { key } = (await made.json()) as { key: string }
  const send = (what: string, body: object, given = key) =>
    api.post(`/api/till/${what}`, body, { Authorization: `Bearer ${given}` })
  return {
    key,
    send,
    async take(claim: string = randomUUID(), problem: string | null = null) {
      const answer = await send('next', { claim, problem })
      expect(answer.status).toBe(200)
      return { claim, ...((await answer.json()) as { receipt: TillJob }) }
    },
    report: (claim: string, outcome: string, number = '') => send('result', { claim, outcome, number }),
  }
}

test('paid ahead: it waits from the payment on, with lines and rates that add up, and is pressed once', async () => {
  const before = await countPendingWork(api.db)
  const { id, totalGrosze } = await sell()
  const { items } = await desk()
  expect(items).toMatchObject([{ checkout_id: id, state: 'waiting', payment: 'prepaid', gross_grosze: totalGrosze }])
  const [sale] = items
  expect(sumByRate(sale?.lines ?? [])).toMatchObject([{ rate: '23', gross_grosze: totalGrosze }])
  expect(sale?.lines.map(({ name, quantity }) => [name.length <= 40, quantity])).toEqual([
    [true, 2],
    [true, 1],
  ])
  expect((await countPendingWork(api.db)).receipts).toBe(before.receipts + 1)

  const answers = await Promise.all([
    press(id, totalGrosze, '17'),
    press(id, totalGrosze, '17'),
    press(id, totalGrosze, '18'),
  ])
  expect(await orders.codesOf(answers)).toEqual(expect.arrayContaining(['ok', 'receipt_printed']))
  expect((await auditOf(id)).filter((action) => action === 'receipt.printed')).toHaveLength(1)
  expect((await desk()).items).toEqual([])
  expect(await printed()).toMatchObject([{ checkout_id: id, gross_grosze: totalGrosze, by_agent: false }])
  expect((await countPendingWork(api.db)).receipts).toBe(before.receipts)
})

test('on delivery: it waits once the parcel is sent, once for all of its orders', async () => {
  const buyer = await api.customer()
  const placed = (await (await buyer.order(cart(await productsOnSale(api, 2)))).json()) as {
    orderIds: string[]
    checkoutId: string
  }
  expect((await desk()).items).toEqual([])
  for (const orderId of placed.orderIds) await orders.setShipment(orderId, { status: 'shipped' })
  const { items } = await desk()
  expect(items).toMatchObject([{ checkout_id: placed.checkoutId, payment: 'cash_on_delivery', state: 'waiting' }])
  expect(items[0]?.order_numbers).toHaveLength(placed.orderIds.length)
  expect(items[0]?.gross_grosze).toBe(items[0]?.lines.reduce((sum, line) => sum + line.gross_grosze, 0))
})

test('a company gets an invoice and no receipt', async () => {
  const customerData = { ...toCourier, ...TYPED_COMPANY }
  const placed = await (await api.customer()).order(cart(await productsOnSale(api, 1), { customerData }))
  const { orderId } = (await placed.json()) as { orderId: string }
  await orders.setShipment(orderId, { status: 'shipped' })
  expect((await desk()).items).toEqual([])
  const { take } = await openAgent()
  expect((await take()).receipt).toBeNull()
})

test('a sale from before the till was kept never waits, also when its parcel is delivered later', async () => {
  const { orderId } = await orders.onDelivery()
  await orders.setShipment(orderId, { status: 'shipped' })
  await api.db.deleteFrom('receipts').execute()
  await orders.setShipment(orderId, { status: 'delivered' })
  expect((await desk()).items).toEqual([])
})

test('cancelled and refunded before its receipt, a sale needs none; refunded in part, it is what the shop keeps', async () => {
  const gone = await sell()
  await orders.change(gone.orderId, 'cancel-and-refund', { seen: 'paid', reason: 'test' })
  await orders.makeRefunds(gone.paymentId)
  expect((await desk()).items).toEqual([])
  expect(await errorOf(await press(gone.id, gone.totalGrosze))).toMatchObject({ status: 404, code: 'receipt_not_due' })

  const { id, orderId, paymentId, totalGrosze } = await sell()
  await orders.change(orderId, 'refunds', refundOf(paymentId, 1_000))
  await orders.makeRefunds(paymentId)
  const { items } = await desk()
  expect(items).toMatchObject([{ checkout_id: id, gross_grosze: totalGrosze - 1_000 }])
  // The window still shows the sum before the refund.
  expect((await errorOf(await press(id, totalGrosze))).code).toBe('receipt_amount_changed')
  expect((await press(id, totalGrosze - 1_000)).status).toBe(200)
  expect((await register()).items).toEqual([])
})

test('a mistaken press is taken back, and the sale waits again', async () => {
  const { id, totalGrosze } = await sell()
  await press(id, totalGrosze, '5')
  expect((await act(id, 'reopen', {})).status).toBe(200)
  expect((await desk()).items).toMatchObject([{ checkout_id: id, state: 'waiting' }])
  expect(await auditOf(id)).toEqual(['receipt.printed', 'receipt.undone'])
  expect((await press(id, totalGrosze, 'W/7')).status).toBe(200)
  expect(await numberOfReceipt()).toBe('W/7')
})

test('agent: takes each sale once, in their order, prints it, and a repeated report changes nothing', async () => {
  const { take, report } = await openAgent()
  const [first, second] = [await sell(), await sell()]
  const one = await take()
  expect(one.receipt).toMatchObject({ gross_grosze: first.totalGrosze, order_number: first.orderId.slice(0, 8) })
  // The answer was lost: the same claim is the same receipt, with its full time to print.
  await api.db
    .updateTable('receipts')
    .set({ claimed_at: new Date(Date.now() - CLAIM_MS + 20_000) })
    .execute()
  expect(await take(one.claim)).toEqual(one)
  const { claimed_at } = await api.db
    .selectFrom('receipts')
    .select('claimed_at')
    .where('claim', '=', one.claim)
    .executeTakeFirstOrThrow()
  expect(claimed_at?.getTime()).toBeGreaterThan(Date.now() - 60_000)
  const two = await take()
  expect(two.receipt?.order_number).toBe(second.orderId.slice(0, 8))
  expect((await take()).receipt).toBeNull()
  expect((await desk()).items.map(({ state }) => state)).toEqual(['printing', 'printing'])
  expect((await errorOf(await press(first.id, first.totalGrosze))).code).toBe('receipt_printing')
  for (const _ of [1, 2]) expect((await report(one.claim, 'printed', '101')).status).toBe(200)
  expect(await printed()).toMatchObject([{ checkout_id: first.id, number: '101', by_agent: true }])
  expect((await errorOf(await act(first.id, 'reopen', {}))).code).toBe('receipt_by_agent')
  expect((await errorOf(await report(randomUUID(), 'printed'))).code).toBe('till_claim_unknown')
})

test('agent: paper out puts the sale back, and the panel says why', async () => {
  const { take, report, send } = await openAgent()
  const { id } = await sell()
  const { claim } = await take()
  expect((await report(claim, 'not_printed')).status).toBe(200)
  await send('next', { claim: null, problem: 'Drukarka nie wydrukowała: brak papieru' })
  const { items, agent } = await desk()
  expect(items).toMatchObject([{ checkout_id: id, state: 'waiting' }])
  expect(agent).toMatchObject({ problem: 'Drukarka nie wydrukowała: brak papieru', seen_at: expect.any(String) })
  expect((await take()).receipt).not.toBeNull()
  expect((await desk()).agent.problem).toBeNull()
})

test('agent: a lost answer is unclear until the owner looks at the roll, and is not printed by itself', async () => {
  const { take, report } = await openAgent()
  const [onRoll, missing] = [await sell(), await sell()]
  const lost = await take()
  await report(lost.claim, 'unclear')
  // This one never reported at all.
  await take()
  await ageClaims()
  expect((await desk()).items.map(({ state }) => state)).toEqual(['unclear', 'unclear'])
  expect((await take()).receipt).toBeNull()
  expect((await take(lost.claim)).receipt).toBeNull()

  expect((await press(onRoll.id, onRoll.totalGrosze, '77')).status).toBe(200)
  expect((await act(missing.id, 'reopen', {})).status).toBe(200)
  expect(await auditOf(missing.id)).toEqual(['receipt.not_printed'])
  expect((await take()).receipt?.order_number).toBe(missing.orderId.slice(0, 8))
  // The report of the first one comes after all: the same paper.
  expect((await report(lost.claim, 'printed', '77')).status).toBe(200)
  expect(await printed()).toMatchObject([{ checkout_id: onRoll.id, number: '77', by_agent: true }])
})

test('agent: a late report of a printed receipt clears it up; a second paper is told in the log', async () => {
  const { take, report } = await openAgent()
  const { id, totalGrosze } = await sell()
  const { claim } = await take()
  await ageClaims()
  expect((await desk()).items).toMatchObject([{ state: 'unclear' }])
  expect((await report(claim, 'printed', '9')).status).toBe(200)
  expect(await numberOfReceipt()).toBe('9')

  const other = await sell()
  const twice = await take()
  await report(twice.claim, 'unclear')
  await act(other.id, 'reopen', {})
  await press(other.id, totalGrosze, '10')
  expect((await report(twice.claim, 'printed', '11')).status).toBe(200)
  expect(await auditOf(other.id)).toEqual(['receipt.not_printed', 'receipt.printed', 'receipt.printed_twice'])
  expect((await printed()).map((each) => [each.checkout_id, each.number])).toEqual([
    [id, '9'],
    [other.id, '10'],
  ])
})

test('agent: a press that is taken back is not printed until the owner says that it is not on the roll', async () => {
  const { id, totalGrosze } = await sell()
  const { take } = await openAgent()
  await press(id, totalGrosze, '1')
  await act(id, 'reopen', {})
  expect((await desk()).items).toMatchObject([{ state: 'unclear' }])
  expect((await take()).receipt).toBeNull()
})

test('agent: prints only sales since its key was made', async () => {
  const old = await sell()
  const { take } = await openAgent()
  expect((await take()).receipt).toBeNull()
  const since = await sell()
  expect((await take()).receipt?.order_number).toBe(since.orderId.slice(0, 8))
  expect((await press(old.id, old.totalGrosze)).status).toBe(200)
})

test('by hand and by agent at once: each of many sales is printed by one of them', async () => {
  const { take, report } = await openAgent()
  const sales: Awaited<ReturnType<typeof sell>>[] = []
  for (let n = 0; n < 6; n += 1) sales.push(await sell())
  const byHand = sales.map(({ id, totalGrosze }) => press(id, totalGrosze, 'ręcznie'))
  const byAgent = Array.from({ length: 6 }, async () => {
    const { claim, receipt } = await take()
    if (receipt !== null) await report(claim, 'printed', 'drukarka')
    return receipt !== null
  })
  const pressed = (await orders.codesOf(await Promise.all(byHand))).filter((code) => code === 'ok').length
  const taken = (await Promise.all(byAgent)).filter(Boolean).length
  const left = (await desk()).items.length
  expect(pressed + taken + left).toBe(6)
  const all = await printed()
  expect(all.filter((each) => each.number === 'ręcznie')).toHaveLength(pressed)
  expect(all.filter((each) => each.number === 'drukarka')).toHaveLength(taken)
})

test('the key opens its two calls and nothing else, and ends with the next one', async () => {
  const { key, send } = await openAgent()
  for (const path of ['/api/admin/till', '/api/admin/orders', '/api/me/account']) {
    expect([401, 404]).toContain((await api.get(path, { Authorization: `Bearer ${key}` })).status)
  }
  const ask = { claim: null, problem: null }
  for (const wrong of ['', 'x', `${key}x`, key.slice(0, -1)]) {
    expect((await errorOf(await send('next', ask, wrong))).code).toBe('till_key_wrong')
  }
  expect((await errorOf(await api.post('/api/till/next', ask, { Cookie: orders.admin }))).code).toBe('till_key_wrong')
  expect((await send('next', ask)).status).toBe(200)
  const stored = await api.db.selectFrom('till_agent').selectAll().executeTakeFirstOrThrow()
  expect(JSON.stringify(stored)).not.toContain(key)
  await openAgent()
  expect((await errorOf(await send('next', ask))).code).toBe('till_key_wrong')
})

test('who packs sees nothing of the till', async () => {
  const packer = await enterAsPacker(api)
  expect((await api.get('/api/admin/till', { Cookie: packer })).status).toBe(404)
  expect((await api.get('/api/admin/packing', { Cookie: packer })).status).toBe(200)
})

test('register: what goes back after the receipt is a row with its VAT, in the file too', async () => {
  const { id, orderId, paymentId, totalGrosze } = await sell()
  await press(id, totalGrosze, '55')
  await orders.change(orderId, 'refunds', refundOf(paymentId, 2_460))
  await orders.makeRefunds(paymentId)
  await orders.change(orderId, 'cancel-and-refund', { seen: 'paid', reason: 'test' })
  await orders.makeRefunds(paymentId)
  const { items, sums } = await register()
  expect(items).toMatchObject([
    { checkout_id: id, number: '55', reason: 'Zwrot pieniędzy', gross_grosze: 2_460, sums: [{ rate: '23' }] },
    { checkout_id: id, gross_grosze: totalGrosze - 2_460 },
  ])
  expect(sums).toEqual(sumByRate([{ rate: '23', gross_grosze: totalGrosze }]))
  const month = today().slice(0, 7)
  const file = await (await api.get(`/api/admin/exports/till-returns?month=${month}`, { Cookie: orders.admin })).text()
  expect(file.split('\r\n')[0]).toContain('Numer paragonu')
  expect(file).toContain(';55;')
  expect(file).toContain(';24,60;23%;24,60;20,00;4,60')
})

test('register: a parcel on delivery that comes back, and a transfer', async () => {
  const returned = await orders.onDelivery()
  await orders.setShipment(returned.orderId, { status: 'shipped' })
  const [sale] = (await desk()).items
  if (!sale) throw new Error('no sale')
  await press(sale.checkout_id, sale.gross_grosze, '1')
  await orders.setShipment(returned.orderId, { status: 'cancelled' })
  expect((await register()).items).toMatchObject([
    { checkout_id: sale.checkout_id, reason: 'Anulowanie po wysłaniu', gross_grosze: sale.gross_grosze },
  ])
})

test('the lists refuse a day or a month that is none', async () => {
  for (const path of ['till/printed?day=2026-13-01', 'till/returns?month=2026-1', 'exports/till-returns?month=']) {
    expect((await api.get(`/api/admin/${path}`, { Cookie: orders.admin })).status).toBe(400)
  }
  expect(
    (await api.get('/api/admin/till', { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) })).status,
  ).toBe(200)
})
