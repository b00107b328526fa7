// Invoices of companies in KSeF, from the certificate to the official receipt and the correction.
import { checkPayment } from '#domain/flows/payments/check-payment.server.ts'
import type { Api, ApiOptions } from '#tests/support/api.ts'
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
