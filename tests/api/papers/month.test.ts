// The month of the accountant: every document counts once, what does not agree is named, and a closed month stays.
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { issueInvoice } from '#domain/papers/invoices/issue-invoice.server.ts'
import { type Api, type ApiOptions, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { errorOf, STORED_COMPANY } from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf-text.ts'
import { storeCheckout, TO_LOCKER } from '#tests/support/stored-checkout.ts'

const clock = { now: new Date('2026-09-20T10:00:00Z') }
const test = base.extend('apiOptions', { scope: 'file' }, (): ApiOptions => ({ clock }))

let api: Api
let headers: { Cookie: string }
test.beforeAll(async ({ api: started }) => {
  api = started
  headers = { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) }
})

/** A sale on delivery of 123,00, sent at this moment. The event queues its receipt, unless it is for a company. */
async function sell(moment: string, company: object | null = null) {
  const id = crypto.randomUUID()
  const items = [{ name: 'Oud', brand: 'Dom', quantity: 1, priceGrosze: 12_300 }]
  const created_at = new Date(moment)
  const checkoutId = await storeCheckout(api.db, [{ id, items, shippingGrosze: 0 }], { ...TO_LOCKER, created_at })
  if (company) {
    await sql`update checkouts set company = ${JSON.stringify(company)}::jsonb where id = ${checkoutId}`.execute(api.db)
  }
  const event = { subject: 'shipment', from_status: 'created', to_status: 'shipped', actor: 'admin' } as const
  await api.db
    .insertInto('order_events')
    .values({ order_id: id, ...event, created_at })
    .execute()
  await api.db.updateTable('receipts').set({ created_at }).where('checkout_id', '=', checkoutId).execute()
  return { id, checkoutId }
}
async function print({ checkoutId }: { checkoutId: string }, moment: string, number: string) {
  const lines = [{ name: 'Oud', quantity: 1, gross_grosze: 12_300, rate: '23' as const }]
  await api.db
    .updateTable('receipts')
    .set({
      as_sold: true,
      state: 'printed',
      number,
      printed_at: new Date(moment),
      lines: JSON.stringify(lines),
      gross_grosze: 12_300,
    })
    .where('checkout_id', '=', checkoutId)
    .execute()
}
const giveBack = (order_id: string, amount_grosze: number, moment: string) =>
  api.db
    .insertInto('transfers')
    .values({ order_id, amount_grosze, reason: 'zwrot', created_at: new Date(moment) })
    .execute()

async function addPieces(order_id: string, difference_grosze: number, moment: string) {
  await api.db
    .updateTable('orders')
    .set({ items_grosze: sql<number>`items_grosze + ${difference_grosze}` })
    .where('id', '=', order_id)
    .execute()
  await api.db
    .insertInto('order_amendments')
    .values({ order_id, difference_grosze, created_at: new Date(moment) })
    .execute()
}

const readMonth = async (month: string) => (await api.get(`/api/admin/month?month=${month}`, headers)).json()
const close = (month: string) => api.post('/api/admin/month', { month }, headers)
const counts = (report: { groups: { count: number }[] }) => report.groups.map(({ count }) => count)
const totals = (report: { sums: { gross_grosze: number; vat_grosze: number }[] }) =>
  report.sums.map(({ gross_grosze, vat_grosze }) => [gross_grosze, vat_grosze])

test('a month lists documents and discrepancies; after its closing changes belong to the next one', async () => {
  const company = await sell('2026-09-02T10:00:00Z', STORED_COMPANY)
  const printed = await sell('2026-09-03T10:00:00Z')
  const forgotten = await sell('2026-09-04T10:00:00Z')
  const later = await sell('2026-09-30T21:30:00Z')
  await sell('2026-09-30T22:30:00Z')
  await print(printed, '2026-09-03T18:00:00Z', 'W1')
  await print(later, '2026-09-30T21:45:00Z', 'W2')
  await giveBack(printed.id, 2_300, '2026-09-10T10:00:00Z')

  const before = await readMonth('2026-09')
  expect([counts(before), totals(before)]).toEqual([[0, 0, 2, 1], [[22_300, 4_170]]])
  expect(before.problems).toEqual([
    { problem: 'no_invoice', order_id: company.id, order_number: company.id.slice(0, 8), grosze: 12_300 },
    { problem: 'no_receipt', order_id: forgotten.id, order_number: forgotten.id.slice(0, 8), grosze: 12_300 },
  ])
  expect((await errorOf(await close('2026-09'))).code).toBe('month_not_over')

  await issueInvoice(api.services, company.checkoutId)
  await print(forgotten, '2026-09-20T18:00:00Z', 'W3')
  clock.now = new Date('2026-10-05T10:00:00Z')
  const whole = await readMonth('2026-09')
  expect([counts(whole), totals(whole), whole.problems]).toEqual([[1, 0, 3, 1], [[46_900, 8_770]], []])
  expect(whole).toMatchObject({ may_close: true, closed_at: null })
  const presses = await Promise.all([close('2026-09'), close('2026-09')])
  expect(presses.map(({ status }) => status).toSorted()).toEqual([200, 409])

  // What happens to September's sales from now on is October's, also with an earlier day.
  await giveBack(later.id, 300, '2026-09-29T10:00:00Z')
  await giveBack(company.id, 1_230, '2026-10-02T10:00:00Z')
  await issueInvoice(api.services, company.checkoutId)
  const closed = await readMonth('2026-09')
  expect(closed).toMatchObject({ groups: whole.groups, sums: whole.sums, may_close: false })
  expect(closed.closed_at).not.toBeNull()
  const october = await readMonth('2026-10')
  expect([counts(october), october.groups[1].sums[0].gross_grosze]).toEqual([[0, 1, 0, 1], -1_230])
  await giveBack(later.id, 400, '2026-10-03T10:00:00Z')
  expect(counts(await readMonth('2026-10'))).toEqual([0, 1, 0, 2])
  expect((await errorOf(await close('2026-08'))).code).toBe('month_not_over')

  // A piece that was added after the receipt is reported in October, because September is closed.
  await addPieces(forgotten.id, 1_500, '2026-10-04T10:00:00Z')
  expect((await readMonth('2026-10')).problems).toEqual([
    { problem: 'receipt_differs', order_id: forgotten.id, order_number: forgotten.id.slice(0, 8), grosze: 1_500 },
    ...october.problems,
  ])
  expect((await readMonth('2026-09')).problems).toEqual([])
})

test('what is written down late of a closed month is told there: a receipt, which counts in the next one, a number', async () => {
  const late = await sell('2026-09-25T10:00:00Z')
  await print(late, '2026-09-25T18:00:00Z', 'W9')
  const { changes } = await readMonth('2026-09')
  expect(changes.rows).toEqual([
    expect.objectContaining({ change: 'later', name: 'paragon W9', order_number: late.id.slice(0, 8) }),
  ])
  expect((await readMonth('2026-10')).groups[2].count).toBe(1)
  await api.db.updateTable('receipts').set({ number: 'W1/2' }).where('number', '=', 'W1').execute()
  const told = (await readMonth('2026-09')).changes.rows.map(({ what }: { what: string }) => what)
  expect(told).toContainEqual('numer W1/2 (był W1)')
  await api.db.updateTable('receipts').set({ number: 'W1' }).where('number', '=', 'W1/2').execute()
  await api.db.deleteFrom('receipts').where('number', '=', 'W9').execute()
  expect((await readMonth('2026-09')).changes.rows).toEqual([])
})

test('the files of a month have the figures of its page', async () => {
  const answer = await api.get('/api/admin/month/files?month=2026-09', headers)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  expect(Object.keys(files).toSorted()).toEqual([
    'dokumenty-2026-09.csv',
    'jpk-sprzedaz-2026-09.csv',
    'zestawienie-2026-09.pdf',
  ])
  const text = (await readPdf(files['zestawienie-2026-09.pdf'] ?? new Uint8Array())).join(' ').replaceAll('\u00a0', ' ')
  for (const part of [
    'wrzesień 2026',
    'Miesiąc jest zamknięty',
    'Faktury: 1',
    'Paragony: 3',
    '469,00 zł',
    'VAT należny 87,70 zł',
  ])
    expect(text).toContain(part)
  const lines = new TextDecoder().decode(files['dokumenty-2026-09.csv']).trimEnd().split('\r\n')
  expect(lines).toHaveLength(6)
  expect(new TextDecoder().decode(files['jpk-sprzedaz-2026-09.csv'])).toContain(';RO 2026-09;2026-09-30;')
})

test('a receipt of a closed month that is printed once more counts in the month of that day, and once', async () => {
  const sale = await sell('2026-09-30T10:00:00Z')
  await print(sale, '2026-09-30T18:00:00Z', 'W20')
  clock.now = new Date('2026-11-02T10:00:00Z')
  expect((await close('2026-10')).status).toBe(200)
  const closed = await readMonth('2026-10')
  const till = (what: string, body: object) => api.post(`/api/admin/till/${sale.checkoutId}/${what}`, body, headers)
  expect((await till('reopen', {})).status).toBe(200)
  expect((await till('printed', { number: 'W21', gross_grosze: 12_300 })).status).toBe(200)

  expect((await readMonth('2026-10')).changes.rows).toEqual([
    expect.objectContaining({ change: 'gone', name: 'paragon W20' }),
  ])
  const november = await readMonth('2026-11')
  expect([counts(november), totals(november)]).toEqual([[0, 0, 1, 0], [[12_300, 2_300]]])
  clock.now = new Date('2026-12-02T10:00:00Z')
  // The owner has just typed the password.
  await api.db.updateTable('sessions').set({ proven_at: clock.now }).where('proven_at', 'is not', null).execute()
  expect((await close('2026-11')).status).toBe(200)
  expect([counts(await readMonth('2026-10')), counts(await readMonth('2026-12'))]).toEqual([
    counts(closed),
    [0, 0, 0, 0],
  ])
  expect((await readMonth('2026-11')).changes.rows).toEqual([])
})
