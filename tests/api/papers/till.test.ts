// Till receipts at the desk: what waits for one, one press per receipt, and the register of returns.
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { vi } from 'vitest'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { log } from '#domain/kernel/log.ts'
import { countPendingWork } from '#domain/orders/admin/pending-work-queries.server.ts'
import { sumByRate } from '#domain/papers/vat.ts'
import { refundOf } from '#tests/support/admin-orders.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { enterAsPacker } from '#tests/support/invited-people.ts'
import { openOrderChanges } from '#tests/support/order-changes.ts'
import { cart, errorOf, productsOnSale, TYPED_COMPANY, toCourier } from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf-text.ts'
import { openTill } from '#tests/support/till.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 1000 })

let api: Api
let till: Awaited<ReturnType<typeof openTill>>
let changes: Awaited<ReturnType<typeof openOrderChanges>>
test.beforeAll(async ({ api: started }) => {
  api = started
  api.startMail()
  till = await openTill(api)
  changes = await openOrderChanges(api)
})
test.beforeEach(async () => {
  vi.spyOn(log, 'warn').mockReturnValue()
  // Each test has the till to itself.
  await till.empty()
})

const sumGrosze = (rows: readonly { gross_grosze: number }[]) => rows.reduce((sum, row) => sum + row.gross_grosze, 0)

test('paid ahead: a sale waits from the payment on, with exact lines and rates, and is printed once', async () => {
  const before = await countPendingWork(api.db)
  const { id, totalGrosze } = await till.sell()
  const { items } = await till.desk()
  expect(items).toMatchObject([{ checkout_id: id, state: 'waiting', payment: 'prepaid', gross_grosze: totalGrosze }])
  const [sale] = items
  expect(sumByRate(sale?.lines ?? [])).toMatchObject([{ rate: '23', gross_grosze: totalGrosze }])
  expect(sale?.lines.map(({ name, quantity }) => [name.length <= 40, quantity])).toEqual([
    [true, 2],
    [true, 1],
  ])
  expect((await countPendingWork(api.db)).receipts).toBe(before.receipts + 1)

  const answers = await Promise.all([
    till.press(id, totalGrosze, '17'),
    till.press(id, totalGrosze, '17'),
    till.press(id, totalGrosze, '18'),
  ])
  expect(await till.orders.codesOf(answers)).toEqual(expect.arrayContaining(['ok', 'receipt_printed']))
  expect((await till.auditOf(id)).filter((action) => action === 'receipt.printed')).toHaveLength(1)
  expect((await till.desk()).items).toEqual([])
  expect(await till.printed()).toMatchObject([{ checkout_id: id, gross_grosze: totalGrosze, by_agent: false }])
  expect((await countPendingWork(api.db)).receipts).toBe(before.receipts)
})

test('on delivery: it waits once the parcel is sent, once for all of its orders', async () => {
  const buyer = await api.customer()
  const placed = (await (await buyer.order(cart(await productsOnSale(api, 2)))).json()) as {
    orderIds: string[]
    checkoutId: string
  }
  expect((await till.desk()).items).toEqual([])
  for (const orderId of placed.orderIds) await till.orders.setShipment(orderId, { status: 'shipped' })
  const { items } = await till.desk()
  expect(items).toMatchObject([{ checkout_id: placed.checkoutId, payment: 'cash_on_delivery', state: 'waiting' }])
  expect(items[0]?.order_numbers).toHaveLength(placed.orderIds.length)
  expect(items[0]?.gross_grosze).toBe(items[0]?.lines.reduce((sum, line) => sum + line.gross_grosze, 0))
})

test('a company gets an invoice and no receipt', async () => {
  const customerData = { ...toCourier, ...TYPED_COMPANY }
  const placed = await (await api.customer()).order(cart(await productsOnSale(api, 1), { customerData }))
  const { orderId } = (await placed.json()) as { orderId: string }
  await till.orders.setShipment(orderId, { status: 'shipped' })
  expect((await till.desk()).items).toEqual([])
  const { take } = await till.openAgent()
  expect((await take()).receipt).toBeNull()
})

test('a sale from before the till was kept never waits, also when its parcel is delivered later', async () => {
  const { orderId } = await till.orders.onDelivery()
  await till.orders.setShipment(orderId, { status: 'shipped' })
  await api.db.deleteFrom('receipts').execute()
  await till.orders.setShipment(orderId, { status: 'delivered' })
  expect((await till.desk()).items).toEqual([])
})

test('cancelled and refunded before its receipt, a sale needs none; refunded in part, it is printed as it was sold', async () => {
  const gone = await till.sell()
  await till.orders.change(gone.orderId, 'cancel-and-refund', { seen: 'paid', reason: 'test' })
  await till.orders.makeRefunds(gone.paymentId)
  expect((await till.desk()).items).toEqual([])
  expect(await errorOf(await till.press(gone.id, gone.totalGrosze))).toMatchObject({
    status: 404,
    code: 'receipt_not_due',
  })

  const { id, orderId, paymentId, totalGrosze } = await till.sell()
  await till.orders.change(orderId, 'refunds', refundOf(paymentId, 1_000))
  await till.orders.makeRefunds(paymentId)
  const { items } = await till.desk()
  expect(items).toMatchObject([{ checkout_id: id, gross_grosze: totalGrosze }])
  expect((await till.press(id, totalGrosze)).status).toBe(200)
  expect((await till.register()).items).toMatchObject([{ gross_grosze: 1_000, reason: 'Obniżenie ceny' }])
  // The bank brings the refund back: the shop keeps what the receipt says.
  expect(await till.problemsOf(orderId)).toEqual([])
  await api.db.updateTable('refunds').set({ status: 'failed' }).where('payment_id', '=', paymentId).execute()
  expect(await till.problemsOf(orderId)).toEqual([])
  expect(sumGrosze((await till.register()).items)).toBe(0)
})

test('a receipt marked as printed by mistake is reopened, and the sale waits again', async () => {
  const { id, totalGrosze } = await till.sell()
  await till.press(id, totalGrosze, '5')
  expect((await till.act(id, 'reopen', {})).status).toBe(200)
  expect((await till.desk()).items).toMatchObject([{ checkout_id: id, state: 'waiting' }])
  expect(await till.auditOf(id)).toEqual(['receipt.printed', 'receipt.undone'])
  expect((await till.press(id, totalGrosze, 'W/7')).status).toBe(200)
  expect(await till.numberOfReceipt()).toBe('W/7')
})

test('all sales of a list are marked with one call, each as it was seen; what cannot be is told', async () => {
  const [one, two, changed, gone] = [await till.sell(), await till.sell(), await till.sell(), await till.sell()]
  await till.orders.change(gone.orderId, 'cancel-and-refund', { seen: 'paid', reason: 'test' })
  const sales = [one, two, gone].map(({ id, totalGrosze }) => ({ id, gross_grosze: totalGrosze }))
  const body = { sales: [...sales, { id: changed.id, gross_grosze: changed.totalGrosze + 1 }] }
  const mark = async () => (await till.markAll(body)).json()
  expect(await mark()).toEqual({
    printed: 2,
    refused: [
      { id: gone.id, reason: 'receipt_not_due' },
      { id: changed.id, reason: 'receipt_amount_changed' },
    ],
  })
  expect((await till.printed()).map(({ checkout_id }) => checkout_id).toSorted()).toEqual([one.id, two.id].toSorted())
  expect((await till.desk()).items.map(({ checkout_id }) => checkout_id)).toEqual([changed.id])
  // The same press again, whose answer was lost.
  expect((await mark()).printed).toBe(2)
  const { take, report } = await till.openAgent()
  const unclear = await till.sell()
  await report((await take()).claim, 'unclear')
  const again = await till.markAll({ sales: [{ id: unclear.id, gross_grosze: unclear.totalGrosze }] })
  expect(await again.json()).toEqual({ printed: 0, refused: [{ id: unclear.id, reason: 'receipt_unclear' }] })
})

test('a packer cannot read the till', async () => {
  const packer = await enterAsPacker(api)
  expect((await api.get('/api/admin/till', { Cookie: packer })).status).toBe(404)
  expect((await api.get('/api/admin/packing', { Cookie: packer })).status).toBe(200)
})

test('register: what goes back after the receipt is a row with its VAT, in the file too', async () => {
  const { id, orderId, paymentId, totalGrosze } = await till.sell()
  await till.press(id, totalGrosze, '55')
  await till.orders.change(orderId, 'refunds', refundOf(paymentId, 2_460))
  await till.orders.makeRefunds(paymentId)
  await till.orders.change(orderId, 'cancel-and-refund', { seen: 'paid', reason: 'test' })
  await till.orders.makeRefunds(paymentId)
  const { items, sums } = await till.register()
  expect(items).toMatchObject([
    { checkout_id: id, number: '55', reason: 'Obniżenie ceny', gross_grosze: 2_460, sums: [{ rate: '23' }] },
    { checkout_id: id, reason: 'Anulowanie zamówienia', gross_grosze: totalGrosze - 2_460 },
  ])
  expect(sums).toEqual(sumByRate([{ rate: '23', gross_grosze: totalGrosze }]))
  const month = till.month()
  const file = await (
    await api.get(`/api/admin/exports/till-returns?month=${month}`, { Cookie: till.orders.admin })
  ).text()
  expect(file.split('\r\n')[0]).toContain('Numer paragonu')
  expect(file).toContain(';55;')
  expect(file).toContain(';24,60;23%;24,60;20,00;4,60')
})

test('register: an order that was changed is a row once its refund arrived, and the rows before it stay', async () => {
  const { id, orderId, paymentId, totalGrosze, item } = await till.sell()
  await till.press(id, totalGrosze, '56')
  await till.orders.change(orderId, 'refunds', refundOf(paymentId, 100))
  await till.orders.makeRefunds(paymentId)
  const before = (await till.register()).items
  expect(before).toMatchObject([{ checkout_id: id, reason: 'Obniżenie ceny', gross_grosze: 100 }])
  expect((await changes.setPieces(orderId, [{ ...item, quantity: 1 }])).status).toBe(200)
  expect((await till.register()).items).toEqual(before)
  await till.orders.makeRefunds(paymentId)
  const refunds = await api.db
    .selectFrom('refunds')
    .select('amount_grosze')
    .where('payment_id', '=', paymentId)
    .execute()
  const later = refunds.reduce((sum, { amount_grosze }) => sum + amount_grosze, -100)
  expect(later).toBeGreaterThan(0)
  expect((await till.register()).items).toMatchObject([
    ...before,
    { checkout_id: id, reason: 'Zmiana zamówienia', gross_grosze: later },
  ])
})

test('register: a parcel on delivery that was cancelled after dispatch is a row', async () => {
  const returned = await till.orders.onDelivery()
  await till.orders.setShipment(returned.orderId, { status: 'shipped' })
  const [sale] = (await till.desk()).items
  if (!sale) throw new Error('no sale')
  await till.press(sale.checkout_id, sale.gross_grosze, '1')
  await till.orders.setShipment(returned.orderId, { status: 'cancelled' })
  expect((await till.register()).items).toMatchObject([
    { checkout_id: sale.checkout_id, reason: 'Nieodebrana paczka', gross_grosze: sale.gross_grosze },
  ])
})

test('a piece that is added after the receipt was printed is a discrepancy of the month, on page and PDF', async () => {
  const { orderId, item } = await till.orders.onDelivery()
  await till.orders.setShipment(orderId, { status: 'shipped' })
  const [sale] = (await till.desk()).items
  if (!sale) throw new Error('no sale')
  await till.press(sale.checkout_id, sale.gross_grosze, '9')
  expect(await till.problemsOf(orderId)).toEqual([])

  const sendAgain = async (quantity: number) => {
    expect((await till.orders.setShipment(orderId, { status: 'created' })).status).toBe(200)
    expect((await changes.setPieces(orderId, [{ ...item, quantity }])).status).toBe(200)
    expect((await till.orders.setShipment(orderId, { status: 'shipped' })).status).toBe(200)
    return (await till.orders.read(orderId)).total_grosze
  }
  const grosze = (await sendAgain(3)) - sale.gross_grosze
  expect([grosze > 0, (await till.desk()).items, (await till.register()).items]).toEqual([true, [], []])
  const [order_number] = sale.order_numbers
  expect(await till.problemsOf(orderId)).toEqual([
    { problem: 'receipt_differs', order_id: orderId, order_number, grosze },
  ])
  const files = await api.get(`/api/admin/month/files?month=${till.month()}`, { Cookie: till.orders.admin })
  const paper = unzipSync(new Uint8Array(await files.arrayBuffer()))[`zestawienie-${till.month()}.pdf`]
  const lines = (await readPdf(paper ?? new Uint8Array())).map((line) => line.replaceAll('\u00a0', ' '))
  const told = `Zamówienie ${order_number}: paragon na inną kwotę, ${formatGrosze(grosze).replaceAll('\u00a0', ' ')}`
  expect(lines.join(' ')).toContain(told)

  // What is taken out again is no return: it was on no receipt. What was on it is one.
  expect(await sendAgain(2)).toBe(sale.gross_grosze)
  expect([await till.problemsOf(orderId), (await till.register()).items]).toEqual([[], []])
  const less = sale.gross_grosze - (await sendAgain(1))
  expect(await till.problemsOf(orderId)).toEqual([])
  expect((await till.register()).items).toMatchObject([{ reason: 'Zmiana zamówienia', gross_grosze: less }])
})

test('the lists refuse an invalid day or month', async () => {
  for (const path of ['till/printed?day=2026-13-01', 'till/returns?month=2026-1', 'exports/till-returns?month=']) {
    expect((await api.get(`/api/admin/${path}`, { Cookie: till.orders.admin })).status).toBe(400)
  }
  expect(
    (await api.get('/api/admin/till', { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) })).status,
  ).toBe(200)
})

test('a receipt that was printed on an earlier day is in the report of that day, never before the sale or tomorrow', async () => {
  const { id, totalGrosze } = await till.sell()
  const daysAgo = (days: number) => readWarsawClock(new Date(Date.now() - days * 24 * 60 * 60_000)).day
  const sold = sql<Date>`now() - interval '3 days'`
  await api.db.updateTable('payments').set({ paid_at: sold }).where('paid_at', 'is not', null).execute()
  const press = (printed_on: string) => till.act(id, 'printed', { number: '', gross_grosze: totalGrosze, printed_on })
  for (const wrong of [daysAgo(4), daysAgo(-1)]) {
    expect(await errorOf(await press(wrong))).toMatchObject({
      code: 'receipt_day_wrong',
      fields: { printed_on: expect.any(String) },
    })
  }
  expect((await press(daysAgo(2))).status).toBe(200)
  expect(await till.printed()).toEqual([])
  expect(await till.printed(daysAgo(2))).toMatchObject([{ checkout_id: id }])
})
