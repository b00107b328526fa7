// Invoices of companies in KSeF: from the certificate to the official receipt, while KSeF is there and while it is away.
import { vi } from 'vitest'
import { checkPayment } from '#domain/flows/payments/check-payment.server.ts'
import { addDays, startOfDay } from '#domain/kernel/calendar-day.ts'
import issueInvoices from '#domain/papers/invoices/issue-invoices.job.server.ts'
import { type KsefGateway, toBase64Url } from '#domain/papers/ksef/ksef.ts'
import { hashInvoice } from '#domain/papers/ksef/ksef-file.server.ts'
import { claimDueInvoices } from '#domain/papers/ksef/ksef-store.server.ts'
import sendInvoices from '#domain/papers/ksef/send-invoices.job.server.ts'
import { type Api, type ApiOptions, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { openOrderChanges } from '#tests/support/order-changes.ts'
import {
  type CartItem,
  cart,
  errorOf,
  prepaidCart,
  productsOnSale,
  startedAhead,
  TYPED_COMPANY,
  toCourier,
} from '#tests/support/orders.ts'
import { readPdf } from '#tests/support/pdf-text.ts'

const clock = { now: new Date() }
const test = base.extend('apiOptions', { scope: 'file' }, (): ApiOptions => ({ clock }))
const NIP = '6761020309'
const PERSON = { name: 'Anna Nowak', street: 'Krótka 2', postal_code: '31-146', city: 'Kraków' }

let api: Api
let headers: { Cookie: string }
let items: CartItem[]
/** A sale whose invoice did not go to KSeF. */
let outside: { order_id: string }
test.beforeAll(async ({ api: started }) => {
  api = started
  api.startMail()
  headers = { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) }
  items = await productsOnSale(api, 1)
  const { version } = await (await api.get('/api/admin/shop-profile', headers)).json()
  const seller = { seller_nip: NIP, seller_name: 'Anna Nowak Zapachy', seller_address: 'ul. Długa 3, 31-146 Kraków' }
  expect(
    (await api.post('/api/admin/shop-profile', { version, ...seller, seller_regon: '351234565' }, headers)).status,
  ).toBe(200)
})

const upload = (kind: string, pem: string, key = pem) =>
  api.post('/api/admin/ksef/certificates', { kind, certificate: pem, key, password: '' }, headers)
const desk = async () => (await api.get('/api/admin/ksef', headers)).json()

/** Sells on delivery to a company; null: to a person who asks for an invoice. */
async function sell(company: object | null = TYPED_COMPANY) {
  const buyer = await api.customer()
  const placed = await (await buyer.order(cart(items, { customerData: { ...toCourier, ...company } }))).json()
  const order_id: string = placed.orderId
  const event = { subject: 'shipment', from_status: 'created', to_status: 'shipped', actor: 'admin' } as const
  await api.db
    .insertInto('order_events')
    .values({ order_id, ...event })
    .execute()
  if (company === null) {
    const asked = await api.post(`/api/me/orders/${order_id}/invoices`, PERSON, { Cookie: buyer.cookie })
    expect(asked.status).toBe(200)
  }
  await issueInvoices.run(api.services, {}, { last: false })
  return { order_id, email: buyer.email }
}
/** Runs the job until nothing is on its way, each time two minutes later. */
async function sendAll() {
  for (let run = 0; run < 10; run += 1) {
    await sendInvoices.run(api.services, {}, { last: false })
    clock.now = new Date(clock.now.getTime() + 2 * 60_000)
    const { open_invoices } = await desk()
    if (open_invoices === 0) return
  }
}
const listed = async (orderId: string) =>
  (await (await api.get(`/api/admin/invoices?search=${orderId.slice(0, 8)}`, headers)).json()).items
const mailsTo = async (email: string) => (await api.mailbox.messagesTo(email)).map(({ subject }) => subject)
async function paperText(id: string) {
  const answer = await api.get(`/api/admin/invoices/${id}`, headers)
  return (await readPdf(new Uint8Array(await answer.arrayBuffer()))).join(' ')
}

test('without a certificate an invoice is mailed at once, and does not go to KSeF', async () => {
  const { order_id, email } = await sell()
  outside = { order_id }
  const [invoice] = await listed(order_id)
  expect(invoice.ksef).toBeNull()
  await expect.poll(() => mailsTo(email)).toContain(`Faktura ${invoice.number}`)
})

test('a certificate of the wrong kind or NIP is refused with a sentence; a right one is kept, its key sealed', async () => {
  const [login, offline] = [
    api.sandbox.loadKsefCertificate('authentication', NIP),
    api.sandbox.loadKsefCertificate('offline', NIP),
  ]
  expect((await errorOf(await upload('authentication', offline))).code).toBe('certificate_of_another_kind')
  expect((await errorOf(await upload('authentication', login, offline))).code).toBe('key_of_another_certificate')
  const other = api.sandbox.loadKsefCertificate('authentication', '7740001454')
  expect((await errorOf(await upload('authentication', other))).code).toBe('certificate_of_another_nip')
  expect((await errorOf(await upload('authentication', 'to nie to'))).code).toBe('certificate_unreadable')
  expect((await desk()).certificates).toEqual([])
  expect((await upload('authentication', login)).status).toBe(200)
  expect((await upload('offline', offline)).status).toBe(200)
  const shown = await desk()
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
  const { order_id, email } = await sell()
  const [waiting] = await listed(order_id)
  expect(waiting.ksef).toBe('waiting')
  expect(await mailsTo(email)).not.toContain(`Faktura ${waiting.number}`)
  await sendAll()
  const [accepted] = await listed(order_id)
  expect(accepted).toMatchObject({ ksef: 'accepted', ksef_number: expect.stringMatching(new RegExp(`^${NIP}-`)) })
  await expect.poll(() => mailsTo(email)).toContain(`Faktura ${accepted.number}`)
  expect(await paperText(accepted.id)).toContain(accepted.ksef_number)
  const upo = await (await api.get(`/api/admin/invoices/${accepted.id}/upo`, headers)).text()
  expect(upo).toContain(accepted.ksef_number)

  await api.db.insertInto('transfers').values({ order_id, amount_grosze: 500, reason: 'rabat' }).execute()
  await issueInvoices.run(api.services, {}, { last: false })
  await sendAll()
  const [correction] = await listed(order_id)
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
  await issueInvoices.run(api.services, {}, { last: false })
  await sendAll()
  expect((await changes.setPieces(orderId, [{ ...other, price: one.price }])).status).toBe(200)
  for (let run = 0; run < 3; run += 1) await issueInvoices.run(api.services, {}, { last: false })
  await sendAll()
  const papers = await listed(orderId)
  expect(papers).toHaveLength(2)
  expect(papers[0]).toMatchObject({ ksef: 'accepted', corrects: papers[1].number, gross_grosze: 0 })
  expect(await paperText(papers[0].id)).toMatch(/Po korekcie.*VAT 8%.*Stawka 23%.*Bez zmiany \(brutto\) 0,00 zł/)
})

test('while KSeF is away the buyer gets the invoice with both codes after half an hour; it is sent later, once', async () => {
  await api.mailbox.planFault({ service: 'ksef', mode: 'away', times: 1000 })
  const { order_id, email } = await sell()
  await api.db.insertInto('transfers').values({ order_id, amount_grosze: 500, reason: 'rabat' }).execute()
  await sendInvoices.run(api.services, {}, { last: false })
  expect((await desk()).failure).toMatchObject({ reason: 'ksef_unavailable' })
  const [waiting] = await listed(order_id)
  expect(await paperText(waiting.id)).toContain('OFFLINE')
  clock.now = new Date(clock.now.getTime() + 31 * 60_000)
  await sendInvoices.run(api.services, {}, { last: false })
  await expect.poll(() => mailsTo(email)).toContain(`Faktura ${waiting.number}`)
  expect(await paperText(waiting.id)).toContain('CERTYFIKAT')
  // A correction waits for the number of its invoice.
  await issueInvoices.run(api.services, {}, { last: false })
  expect(await listed(order_id)).toHaveLength(1)
  await api.mailbox.clearFaults()
  clock.now = new Date(clock.now.getTime() + 60 * 60_000)
  await sendAll()
  expect((await listed(order_id))[0]).toMatchObject({ ksef: 'accepted' })
  expect((await desk()).failure).toBeNull()
  expect((await mailsTo(email)).filter((subject) => subject === `Faktura ${waiting.number}`)).toHaveLength(1)
})

test('an answer that is lost after KSeF took the invoice leads to the same number, not to a second invoice', async () => {
  await api.mailbox.planFault({ service: 'ksef', mode: 'cut_after', path: '/invoices', times: 1 })
  const { order_id } = await sell()
  await sendAll()
  clock.now = new Date(clock.now.getTime() + 60 * 60_000)
  await sendAll()
  const [invoice, ...others] = await listed(order_id)
  expect([invoice.ksef, others]).toEqual(['accepted', []])
})

test('an invoice that KSeF forgot or cancelled while it was in the works is sent again', async () => {
  await api.mailbox.planFault({ service: 'ksef', mode: 'stuck', times: 1 })
  const { order_id } = await sell()
  await sendInvoices.run(api.services, {}, { last: false })
  const [stuck] = await listed(order_id)
  expect(stuck.ksef).toBe('processing')
  await api.db.updateTable('ksef_invoices').set({ reference: 'gone' }).where('invoice_id', '=', stuck.id).execute()
  await sendAll()
  expect(await listed(order_id)).toEqual([expect.objectContaining({ id: stuck.id, ksef: 'accepted' })])
})

test('an invoice that KSeF refused is sent again under its number, when the owner says so, and no other is', async () => {
  await api.mailbox.planFault({ service: 'ksef', mode: 'refused', times: 1 })
  const { order_id, email } = await sell()
  await sendAll()
  const [refused] = await listed(order_id)
  expect(refused).toMatchObject({ ksef: 'refused', problem: expect.stringContaining('450') })
  expect(await mailsTo(email)).not.toContain(`Faktura ${refused.number}`)
  const sendAgain = (id: string) => api.post(`/api/admin/invoices/${id}/send-again`, {}, headers)
  const pressed = await Promise.all([sendAgain(refused.id), sendAgain(refused.id)])
  expect(pressed.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await sendAll()
  const [accepted] = await listed(order_id)
  expect(accepted).toMatchObject({ ksef: 'accepted', number: refused.number, id: refused.id })
  await expect.poll(() => mailsTo(email)).toContain(`Faktura ${accepted.number}`)
  expect((await errorOf(await sendAgain(refused.id))).code).toBe('invoice_not_refused')
  expect((await errorOf(await sendAgain(crypto.randomUUID()))).code).toBe('invoice_not_found')
})

test('a refused invoice that the buyer has with both codes is sent as the file that replaces it', async () => {
  await api.mailbox.planFault({ service: 'ksef', mode: 'away', times: 1000 })
  const { order_id, email } = await sell()
  clock.now = new Date(clock.now.getTime() + 31 * 60_000)
  await sendInvoices.run(api.services, {}, { last: false })
  const [handedOver] = await listed(order_id)
  await expect.poll(() => mailsTo(email)).toContain(`Faktura ${handedOver.number}`)
  await api.mailbox.clearFaults()
  await api.mailbox.planFault({ service: 'ksef', mode: 'refused', times: 1 })
  clock.now = new Date(clock.now.getTime() + 60 * 60_000)
  await sendAll()
  const codes = () =>
    api.db
      .selectFrom('ksef_invoices')
      .select(['state', 'xml', 'link', 'proof', 'replaces_hash', 'offline'])
      .where('invoice_id', '=', handedOver.id)
      .executeTakeFirstOrThrow()
  const before = await codes()
  expect(before).toMatchObject({ state: 'refused', replaces_hash: null })
  expect((await api.post(`/api/admin/invoices/${handedOver.id}/send-again`, {}, headers)).status).toBe(200)
  await sendAll()
  const after = await codes()
  expect(after).toMatchObject({ state: 'accepted', offline: true, replaces_hash: hashInvoice(before.xml) })
  // Both codes are those of the new file.
  for (const link of [after.link, after.proof]) expect(link).toContain(toBase64Url(hashInvoice(after.xml)))
})

test('two processes at once send an invoice once, and a run that ended in the middle is made up for later', async () => {
  const { order_id } = await sell()
  const sent = vi.spyOn(api.services.ksef as KsefGateway, 'send')
  await Promise.all([1, 2, 3].map(() => sendInvoices.run(api.services, {}, { last: false })))
  expect(sent.mock.calls.flatMap(([, invoices]) => invoices)).toHaveLength(1)
  sent.mockRestore()
  await sendAll()
  expect(await listed(order_id)).toEqual([expect.objectContaining({ ksef: 'accepted' })])
  // Taken by a process that was killed.
  const { order_id: other } = await sell()
  await claimDueInvoices(api.db, { now: clock.now, seconds: 600, most: 20 })
  await sendInvoices.run(api.services, {}, { last: false })
  expect(await listed(other)).toEqual([expect.objectContaining({ ksef: 'waiting' })])
  clock.now = new Date(clock.now.getTime() + 601_000)
  await sendAll()
  expect(await listed(other)).toEqual([expect.objectContaining({ ksef: 'accepted' })])
})

test('invoices of people go to KSeF only from when the owner says so', async () => {
  const { order_id: before } = await sell(null)
  expect(await listed(before)).toEqual([expect.objectContaining({ ksef: null })])
  expect((await desk()).with_persons).toBe(false)
  // The proof of the password is as old as the machine says.
  clock.now = new Date()
  expect((await api.post('/api/admin/ksef', { with_persons: true }, headers)).status).toBe(200)
  expect((await desk()).with_persons).toBe(true)
  const { order_id } = await sell(null)
  await sendAll()
  expect(await listed(order_id)).toEqual([expect.objectContaining({ ksef: 'accepted', nip: null })])
  expect(await listed(before)).toEqual([expect.objectContaining({ ksef: null })])
})

test('the correction of an invoice from before the shop was in KSeF goes there, and says so', async () => {
  const { order_id } = outside
  await api.db.insertInto('transfers').values({ order_id, amount_grosze: 500, reason: 'rabat' }).execute()
  await issueInvoices.run(api.services, {}, { last: false })
  await sendAll()
  const [correction, invoice] = await listed(order_id)
  expect(invoice.ksef).toBeNull()
  expect(correction).toMatchObject({ ksef: 'accepted', corrects: invoice.number, gross_grosze: -500 })
  const { xml } = await api.db
    .selectFrom('ksef_invoices')
    .select('xml')
    .where('invoice_id', '=', correction.id)
    .executeTakeFirstOrThrow()
  expect(xml).toContain('<NrKSeFN>1</NrKSeFN>')
})

test('a receipt that could not be had with the number comes later, and the number stays', async () => {
  const { order_id, email } = await sell()
  await api.mailbox.planFault({ service: 'ksef', mode: 'error', path: '/upo', times: 3 })
  await sendInvoices.run(api.services, {}, { last: false })
  const [accepted] = await listed(order_id)
  expect(accepted).toMatchObject({ ksef: 'accepted', has_upo: false })
  await api.mailbox.clearFaults()
  clock.now = new Date(clock.now.getTime() + 3 * 60_000)
  await sendInvoices.run(api.services, {}, { last: false })
  expect(await listed(order_id)).toEqual([{ ...accepted, has_upo: true }])
  await expect.poll(() => mailsTo(email)).toContain(`Faktura ${accepted.number}`)
  expect((await mailsTo(email)).filter((subject) => subject.startsWith('Faktura'))).toHaveLength(1)
})

test('a key that was sealed with another secret is told to the owner, and nothing is sent', async () => {
  const { sealed_key } = await api.db
    .selectFrom('ksef_certificates')
    .select('sealed_key')
    .where('kind', '=', 'authentication')
    .executeTakeFirstOrThrow()
  const seal = (key: string) =>
    api.db.updateTable('ksef_certificates').set({ sealed_key: key }).where('kind', '=', 'authentication').execute()
  await seal('damaged')
  const { order_id } = await sell()
  await sendInvoices.run(api.services, {}, { last: false })
  expect((await desk()).failure).toMatchObject({ reason: 'ksef_certificate_refused' })
  expect(await listed(order_id)).toEqual([expect.objectContaining({ ksef: 'waiting' })])
  await seal(sealed_key)
  await sendAll()
  expect((await desk()).failure).toBeNull()
})

test('an invoice that stays in the works, and a busy KSeF, are asked with growing pauses, not all the time', async () => {
  await api.mailbox.planFault({ service: 'ksef', mode: 'stuck', times: 1 })
  const { order_id } = await sell()
  const asked = vi.spyOn(api.services.ksef as KsefGateway, 'ask')
  const minutesLater = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      clock.now = new Date(clock.now.getTime() + 60_000)
      await sendInvoices.run(api.services, {}, { last: false })
    }
  }
  await sendInvoices.run(api.services, {}, { last: false })
  await minutesLater(30)
  expect(asked.mock.calls.length).toBeGreaterThan(2)
  expect(asked.mock.calls.length).toBeLessThan(7)
  // An hour's pause that KSeF asks for is kept.
  clock.now = new Date(clock.now.getTime() + 60 * 60_000)
  asked.mockImplementation(async () => ({
    answers: [{ state: 'again', why: 'busy' }],
    failure: { reason: 'ksef_busy', why: '429', retryAfterSeconds: 3600 },
    warnings: [],
  }))
  await minutesLater(1)
  asked.mockClear()
  await minutesLater(55)
  expect(asked).not.toHaveBeenCalled()
  asked.mockRestore()
  clock.now = new Date(clock.now.getTime() + 60 * 60_000)
  await sendAll()
  expect(await listed(order_id)).toEqual([expect.objectContaining({ ksef: 'accepted' })])
})

test('an invoice issued before midnight and sent after it is one with both codes', async () => {
  const { order_id } = await sell()
  const [issued] = await listed(order_id)
  clock.now = new Date(startOfDay(addDays(issued.issued_on, 1)).getTime() + 60_000)
  await sendInvoices.run(api.services, {}, { last: false })
  expect(await listed(order_id)).toEqual([expect.objectContaining({ ksef: 'accepted' })])
  const stored = await api.db
    .selectFrom('ksef_invoices')
    .select(['offline', 'proof'])
    .where('invoice_id', '=', issued.id)
    .executeTakeFirstOrThrow()
  expect(stored).toEqual({ offline: true, proof: expect.any(String) })
})
