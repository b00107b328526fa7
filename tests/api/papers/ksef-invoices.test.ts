// Invoices of companies in KSeF, from the certificate to the official receipt and the correction.
import { unzipSync } from 'fflate'
import { checkPayment } from '#domain/flows/payments/check-payment.server.ts'
import { nextMonth } from '#domain/month/month.ts'
import type { ListedInvoice } from '#domain/papers/invoices/invoice-list-queries.server.ts'
import type { Api, ApiOptions } from '#tests/support/api.ts'
import { findGapsOf } from '#tests/support/checks.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { KSEF_SELLER, openKsefShop } from '#tests/support/ksef-shop.ts'
import { openOrderChanges } from '#tests/support/order-changes.ts'
import { errorOf, prepaidCart, startedAhead, TYPED_COMPANY } from '#tests/support/orders.ts'

const clock = { now: new Date() }
const test = base.extend('apiOptions', { scope: 'file' }, (): ApiOptions => ({ clock }))

let api: Api
let ksef: Awaited<ReturnType<typeof openKsefShop>>
/** A sale whose invoice did not go to KSeF. */
let outside: { order_id: string }
test.beforeAll(async ({ api: started }) => {
  api = started
  ksef = await openKsefShop(api, clock)
})
// KSeF refuses invoices of tomorrow, to which the time that earlier tests let pass would lead in the evening.
test.beforeEach(() => {
  clock.now = new Date()
})

test('without a certificate an invoice is mailed at once, and does not go to KSeF', async () => {
  const { order_id, email } = await ksef.sell()
  outside = { order_id }
  const [invoice] = await ksef.listed(order_id)
  expect(invoice.ksef).toBeNull()
  expect(await ksef.markInSales(invoice.id)).toEqual(['BFK'])
  await expect.poll(() => ksef.mailsTo(email)).toContain(`Faktura ${invoice.number}`)
})

test('a certificate of the wrong kind or NIP is refused with a sentence; a right one is kept, its key sealed', async () => {
  const [login, offline] = [
    api.sandbox.loadKsefCertificate('authentication', KSEF_SELLER.seller_nip),
    api.sandbox.loadKsefCertificate('offline', KSEF_SELLER.seller_nip),
  ]
  expect((await errorOf(await ksef.upload('authentication', offline))).code).toBe('certificate_of_another_kind')
  expect((await errorOf(await ksef.upload('authentication', login, offline))).code).toBe('key_of_another_certificate')
  const other = api.sandbox.loadKsefCertificate('authentication', '7740001454')
  expect((await errorOf(await ksef.upload('authentication', other))).code).toBe('certificate_of_another_nip')
  expect((await errorOf(await ksef.upload('authentication', 'to nie to'))).code).toBe('certificate_unreadable')
  expect((await ksef.desk()).certificates).toEqual([])
  expect((await ksef.upload('authentication', login)).status).toBe(200)
  expect((await ksef.upload('offline', offline)).status).toBe(200)
  const shown = await ksef.desk()
  expect(shown.certificates.map(({ kind }: { kind: string }) => kind)).toEqual(['authentication', 'offline'])
  expect(shown.certificates[0].days_left).toBeGreaterThan(0)
  const secrets = [login, offline].map((pem) => /PRIVATE KEY-----\s*(\S{40})/.exec(pem)?.[1] ?? 'none')
  const stored = JSON.stringify([
    await api.db.selectFrom('ksef_certificates').selectAll().execute(),
    await api.db.selectFrom('audit_events').selectAll().execute(),
    shown,
  ])
  for (const secret of secrets) expect(stored).not.toContain(secret)
})

test('an invoice gets its number and receipt in KSeF, and is mailed then; its correction names that number', async () => {
  const { order_id, email } = await ksef.sell()
  const [waiting] = await ksef.listed(order_id)
  expect(waiting.ksef).toBe('waiting')
  expect(await ksef.mailsTo(email)).not.toContain(`Faktura ${waiting.number}`)
  await ksef.sendAll()
  const [accepted] = await ksef.listed(order_id)
  expect(accepted).toMatchObject({
    ksef: 'accepted',
    ksef_number: expect.stringMatching(new RegExp(`^${KSEF_SELLER.seller_nip}-`)),
  })
  await expect.poll(() => ksef.mailsTo(email)).toContain(`Faktura ${accepted.number}`)
  expect(await ksef.paperText(accepted.id)).toContain(accepted.ksef_number)
  const upo = await (await api.get(`/api/admin/invoices/${accepted.id}/upo`, ksef.headers)).text()
  expect(upo).toContain(accepted.ksef_number)

  await api.db.insertInto('transfers').values({ order_id, amount_grosze: 500, reason: 'rabat' }).execute()
  await ksef.issue()
  await ksef.sendAll()
  const [correction] = await ksef.listed(order_id)
  expect(correction).toMatchObject({ ksef: 'accepted', corrects: accepted.number, gross_grosze: -500 })
  const { xml } = await api.db
    .selectFrom('ksef_invoices')
    .select('xml')
    .where('invoice_id', '=', correction.id)
    .executeTakeFirstOrThrow()
  expect(xml).toContain(accepted.ksef_number)
})

test('goods whose whole price went back stay with their pieces on the correction, which KSeF takes', async () => {
  const { order_id } = await ksef.sell()
  await ksef.sendAll()
  const [invoice] = await ksef.listed(order_id)
  const { items_grosze } = await api.db
    .selectFrom('orders')
    .select('items_grosze')
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow()
  await api.db.insertInto('transfers').values({ order_id, amount_grosze: items_grosze, reason: 'rabat' }).execute()
  await ksef.issue()
  await ksef.sendAll()
  const [correction] = await ksef.listed(order_id)
  expect(correction).toMatchObject({ ksef: 'accepted', corrects: invoice.number, gross_grosze: -items_grosze })
  expect(await ksef.paperText(correction.id)).toMatch(/Po korekcie 1\. .+ 1 szt\. po 0,00 zł, VAT 23% 0,00 zł/)
})

test('a mended buyer waits for the number of the invoice, then goes to KSeF as Podmiot2K, another NIP as another invoice', async () => {
  const { order_id } = await ksef.sell()
  const path = `/api/admin/orders/${order_id}/buyer`
  const mend = async (act: string, changes: object) => {
    const { version } = await (await api.get(path, ksef.headers)).json()
    clock.now = new Date()
    const answer = await api.post(path, { version, act, ...TYPED_COMPANY, ...changes }, ksef.headers)
    expect(answer.status).toBe(200)
  }
  const numbersOf = async () =>
    (await ksef.listed(order_id)).map(({ ksef, gross_grosze, nip, corrects, replaces }: ListedInvoice) => [
      ...[ksef, Math.sign(gross_grosze), nip, corrects !== null, replaces !== null],
    ])
  await mend('correct', { company_name: 'Gabinet Maj' })
  expect((await (await api.get(path, ksef.headers)).json()).awaits_ksef).toBe(true)
  await ksef.issue()
  expect(await ksef.listed(order_id)).toHaveLength(1)
  await ksef.sendAll()
  await ksef.issue()
  await ksef.sendAll()
  const [correction] = await ksef.listed(order_id)
  const { xml } = await api.db
    .selectFrom('ksef_invoices')
    .select('xml')
    .where('invoice_id', '=', correction.id)
    .executeTakeFirstOrThrow()
  expect(xml).toMatch(/<Podmiot2>.*Gabinet Maj.*<TypKorekty>1<.*<Podmiot2K>.*7740001454.*Gabinet „Róża”.*<\/Podmiot2K>/)
  await mend('other_nip', { company_name: 'Gabinet Maj', company_nip: '5213017228' })
  await ksef.sendAll()
  expect(await numbersOf()).toEqual([
    ['accepted', 1, '5213017228', false, true],
    ['accepted', -1, '7740001454', true, false],
    ['accepted', 0, '7740001454', true, false],
    ['accepted', 1, '7740001454', false, false],
  ])
  const [fresh] = await ksef.listed(order_id)
  await api.db.insertInto('transfers').values({ order_id, amount_grosze: 500, reason: 'rabat' }).execute()
  await ksef.issue()
  await ksef.sendAll()
  const [later] = await ksef.listed(order_id)
  expect(later).toMatchObject({ ksef: 'accepted', corrects: fresh.number, nip: '5213017228', gross_grosze: -500 })
})

test('goods exchanged for others of the same price after the payment are corrected, though no money moves', async () => {
  const changes = await openOrderChanges(api)
  const [one, other] = await changes.products(2)
  if (!one || !other) throw new Error('too few products')
  const price_grosze = Math.round(one.price * 100)
  await api.db.updateTable('products').set({ price_grosze, vat_rate: '8' }).where('id', '=', other.id).execute()
  const body = prepaidCart([one])
  const { orderId, sessionId } = await startedAhead(api, await api.customer(), {
    ...body,
    customerData: { ...body.customerData, ...TYPED_COMPANY },
  })
  await changes.orders.stripe.act(sessionId, { action: 'pay' })
  const { id } = await api.db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  await checkPayment(api.services, id)
  await ksef.issue()
  await ksef.sendAll()
  expect((await changes.setPieces(orderId, [{ ...other, price: one.price }])).status).toBe(200)
  for (let run = 0; run < 3; run += 1) await ksef.issue()
  await ksef.sendAll()
  const papers = await ksef.listed(orderId)
  expect(papers).toHaveLength(2)
  expect(papers[0]).toMatchObject({ ksef: 'accepted', corrects: papers[1].number, gross_grosze: 0 })
  expect(await ksef.paperText(papers[0].id)).toMatch(/Po korekcie.*VAT 8%.*Stawka 23%.*Bez zmiany \(brutto\) 0,00 zł/)
})

test('invoices of people go to KSeF only from when the owner says so', async () => {
  const { order_id: before } = await ksef.sell(null)
  expect(await ksef.listed(before)).toEqual([expect.objectContaining({ ksef: null })])
  expect((await ksef.desk()).with_persons).toBe(false)
  // The proof of the password is as old as the machine says.
  clock.now = new Date()
  expect((await api.post('/api/admin/ksef', { with_persons: true }, ksef.headers)).status).toBe(200)
  expect((await ksef.desk()).with_persons).toBe(true)
  const { order_id } = await ksef.sell(null)
  await ksef.sendAll()
  expect(await ksef.listed(order_id)).toEqual([expect.objectContaining({ ksef: 'accepted', nip: null })])
  expect(await ksef.listed(before)).toEqual([expect.objectContaining({ ksef: null })])
})

test('the correction of an invoice from before the shop was in KSeF goes there, and says so', async () => {
  const { order_id } = outside
  await api.db.insertInto('transfers').values({ order_id, amount_grosze: 500, reason: 'rabat' }).execute()
  await ksef.issue()
  await ksef.sendAll()
  const [correction, invoice] = await ksef.listed(order_id)
  expect(invoice.ksef).toBeNull()
  expect(correction).toMatchObject({ ksef: 'accepted', corrects: invoice.number, gross_grosze: -500 })
  const { xml } = await api.db
    .selectFrom('ksef_invoices')
    .select('xml')
    .where('invoice_id', '=', correction.id)
    .executeTakeFirstOrThrow()
  expect(xml).toContain('<NrKSeFN>1</NrKSeFN>')
})

test('a month closed before the number came: red line, then what changed, told until the JPK is said to be corrected', async () => {
  const { order_id } = await ksef.sell()
  const [waiting] = await ksef.listed(order_id)
  const month = waiting.issued_on.slice(0, 7)
  const readMonth = async () => (await api.get(`/api/admin/month?month=${month}`, ksef.headers)).json()
  const act = async (path: string, body: object) => {
    await api.db.updateTable('sessions').set({ proven_at: clock.now }).where('proven_at', 'is not', null).execute()
    return api.post(`/api/admin/${path}`, { month, ...body }, ksef.headers)
  }
  const gapsOf = async () => (await findGapsOf(api.services, 'closed-months')).map(({ todo }) => todo)
  expect((await readMonth()).problems).toContainEqual(
    expect.objectContaining({ problem: 'awaits_ksef', order_id, grosze: waiting.gross_grosze }),
  )
  clock.now = new Date(`${nextMonth(month)}-05T10:00:00Z`)
  expect((await act('month', {})).status).toBe(200)
  expect([(await readMonth()).changes.rows, await gapsOf()]).toEqual([[], []])

  await ksef.sendAll()
  const [accepted] = await ksef.listed(order_id)
  const { changes } = await readMonth()
  expect(changes.rows).toContainEqual({
    change: 'changed',
    name: `faktura ${accepted.number}`,
    order_number: order_id.slice(0, 8),
    what: `numer KSeF ${accepted.ksef_number}`,
  })
  expect(await gapsOf()).toEqual([expect.stringMatching(/^Popraw JPK za .*: zmieniło się po zamknięciu: \d+\.$/)])

  // The wrong NIP was there from the beginning: its papers amend the month of the sale, and are in no later one.
  // KSeF takes no invoice of a later day.
  clock.now = new Date()
  const path = `orders/${order_id}/buyer`
  const { version } = await (await api.get(`/api/admin/${path}`, ksef.headers)).json()
  await api.db.updateTable('sessions').set({ proven_at: clock.now }).where('proven_at', 'is not', null).execute()
  const mended = { version, act: 'other_nip', ...TYPED_COMPANY, company_nip: '5213017228' }
  expect((await api.post(`/api/admin/${path}`, mended, ksef.headers)).status).toBe(200)
  expect((await errorOf(await act('month/changes', { version: changes.version }))).code).toBe('changed_meanwhile')
  await ksef.sendAll()
  const all = (await readMonth()).changes
  expect(all.rows.filter(({ change }: { change: string }) => change === 'added')).toHaveLength(2)
  const later = await (await api.get(`/api/admin/month?month=${nextMonth(month)}`, ksef.headers)).json()
  expect(later.groups.map(({ count }: { count: number }) => count)).toEqual([0, 0, 0, 0])
  await api.db.updateTable('sessions').set({ proven_at: clock.now }).where('proven_at', 'is not', null).execute()
  const zip = await api.get(`/api/admin/month/files?month=${month}`, ksef.headers)
  const files = unzipSync(new Uint8Array(await zip.arrayBuffer()))
  const amended = new TextDecoder().decode(files[`jpk-sprzedaz-${month}-po-zmianach.csv`])
  for (const part of [
    accepted.ksef_number,
    ...(await ksef.listed(order_id)).slice(0, 2).map(({ number }: ListedInvoice) => number),
  ])
    expect(amended).toContain(part)

  for (const _ of ['press', 'press again'])
    expect((await act('month/changes', { version: all.version })).status).toBe(200)
  expect([(await readMonth()).changes.rows, await gapsOf()]).toEqual([[], []])
})
