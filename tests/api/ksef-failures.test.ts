// Invoices of companies while KSeF is away, busy, slow or refuses: none is lost, none is sent twice.
import { vi } from 'vitest'
import { addDays, startOfDay } from '#domain/kernel/calendar-day.ts'
import { type KsefGateway, toBase64Url } from '#domain/papers/ksef/ksef.ts'
import { hashInvoice } from '#domain/papers/ksef/ksef-file.server.ts'
import { claimDueInvoices } from '#domain/papers/ksef/ksef-store.server.ts'
import type { Api, ApiOptions } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { openKsefShop } from '#tests/support/ksef-shop.ts'
import { errorOf } from '#tests/support/orders.ts'

const clock = { now: new Date() }
const test = base.extend('apiOptions', { scope: 'file' }, (): ApiOptions => ({ clock }))

let api: Api
let ksef: Awaited<ReturnType<typeof openKsefShop>>
test.beforeAll(async ({ api: started }) => {
  api = started
  ksef = await openKsefShop(api, clock)
  await ksef.uploadBoth()
})

test('while KSeF is away the buyer gets the invoice with both codes after half an hour; it is sent later, once', async () => {
  await api.mailbox.planFault({ service: 'ksef', mode: 'away', times: 1000 })
  const { order_id, email } = await ksef.sell()
  await api.db.insertInto('transfers').values({ order_id, amount_grosze: 500, reason: 'rabat' }).execute()
  await ksef.send()
  expect((await ksef.desk()).failure).toMatchObject({ reason: 'ksef_unavailable' })
  const [waiting] = await ksef.listed(order_id)
  expect(await ksef.paperText(waiting.id)).toContain('OFFLINE')
  expect(await ksef.markInSales(waiting.id)).toEqual(['DI'])
  ksef.passTime(31)
  await ksef.send()
  await expect.poll(() => ksef.mailsTo(email)).toContain(`Faktura ${waiting.number}`)
  expect(await ksef.paperText(waiting.id)).toContain('CERTYFIKAT')
  expect(await ksef.markInSales(waiting.id)).toEqual(['DI'])
  // A correction waits for the number of its invoice.
  await ksef.issue()
  expect(await ksef.listed(order_id)).toHaveLength(1)
  await api.mailbox.clearFaults()
  ksef.passTime(60)
  await ksef.sendAll()
  expect((await ksef.listed(order_id))[0]).toMatchObject({ ksef: 'accepted' })
  expect(await ksef.markInSales(waiting.id)).toEqual(['NrKSeF'])
  expect((await ksef.desk()).failure).toBeNull()
  expect((await ksef.mailsTo(email)).filter((subject) => subject === `Faktura ${waiting.number}`)).toHaveLength(1)
})

test('an answer that is lost after KSeF took the invoice leads to the same number, not to a second invoice', async () => {
  await api.mailbox.planFault({ service: 'ksef', mode: 'cut_after', path: '/invoices', times: 1 })
  const { order_id } = await ksef.sell()
  await ksef.sendAll()
  ksef.passTime(60)
  await ksef.sendAll()
  const [invoice, ...others] = await ksef.listed(order_id)
  expect([invoice.ksef, others]).toEqual(['accepted', []])
})

test('an invoice that KSeF forgot or cancelled while processing it is sent again', async () => {
  await api.mailbox.planFault({ service: 'ksef', mode: 'stuck', times: 1 })
  const { order_id } = await ksef.sell()
  await ksef.send()
  const [stuck] = await ksef.listed(order_id)
  expect(stuck.ksef).toBe('processing')
  await api.db.updateTable('ksef_invoices').set({ reference: 'gone' }).where('invoice_id', '=', stuck.id).execute()
  await ksef.sendAll()
  expect(await ksef.listed(order_id)).toEqual([expect.objectContaining({ id: stuck.id, ksef: 'accepted' })])
})

test('an invoice that KSeF refused is sent again under its number, when the owner says so, and no other is', async () => {
  // Sent at once, so that nobody has it with both codes.
  clock.now = new Date(Date.now() + 60_000)
  await api.mailbox.planFault({ service: 'ksef', mode: 'refused', times: 1 })
  const { order_id, email } = await ksef.sell()
  await ksef.sendAll()
  const [refused] = await ksef.listed(order_id)
  expect(refused).toMatchObject({ ksef: 'refused', problem: expect.stringContaining('450') })
  expect(await ksef.mailsTo(email)).not.toContain(`Faktura ${refused.number}`)
  // In law it is not issued yet, so the buyer sees it nowhere.
  const own = async () => {
    const headers = { Cookie: (await api.customer(email)).cookie }
    const { invoices } = await (await api.get(`/api/me/orders/${order_id}/invoices`, headers)).json()
    return { invoices, file: (await api.get(`/api/me/invoices/${refused.id}`, headers)).status }
  }
  expect(await own()).toEqual({ invoices: [], file: 404 })
  const sendAgain = (id: string) => api.post(`/api/admin/invoices/${id}/send-again`, {}, ksef.headers)
  const pressed = await Promise.all([sendAgain(refused.id), sendAgain(refused.id)])
  expect(pressed.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await ksef.sendAll()
  const [accepted] = await ksef.listed(order_id)
  expect(accepted).toMatchObject({ ksef: 'accepted', number: refused.number, id: refused.id })
  await expect.poll(() => ksef.mailsTo(email)).toContain(`Faktura ${accepted.number}`)
  expect(await own()).toEqual({ invoices: [{ id: refused.id, number: refused.number }], file: 200 })
  expect((await errorOf(await sendAgain(refused.id))).code).toBe('invoice_not_refused')
  expect((await errorOf(await sendAgain(crypto.randomUUID()))).code).toBe('invoice_not_found')
})

test('a refused invoice that the buyer has with both codes is sent as the file that replaces it', async () => {
  await api.mailbox.planFault({ service: 'ksef', mode: 'away', times: 1000 })
  const { order_id, email } = await ksef.sell()
  ksef.passTime(31)
  await ksef.send()
  const [handedOver] = await ksef.listed(order_id)
  await expect.poll(() => ksef.mailsTo(email)).toContain(`Faktura ${handedOver.number}`)
  await api.mailbox.clearFaults()
  await api.mailbox.planFault({ service: 'ksef', mode: 'refused', times: 1 })
  ksef.passTime(60)
  await ksef.sendAll()
  const codes = () =>
    api.db
      .selectFrom('ksef_invoices')
      .select(['state', 'xml', 'link', 'proof', 'replaces_hash', 'offline'])
      .where('invoice_id', '=', handedOver.id)
      .executeTakeFirstOrThrow()
  const before = await codes()
  expect(before).toMatchObject({ state: 'refused', replaces_hash: null })
  expect((await api.post(`/api/admin/invoices/${handedOver.id}/send-again`, {}, ksef.headers)).status).toBe(200)
  await ksef.sendAll()
  const after = await codes()
  expect(after).toMatchObject({ state: 'accepted', offline: true, replaces_hash: hashInvoice(before.xml) })
  // Both codes are those of the new file.
  for (const link of [after.link, after.proof]) expect(link).toContain(toBase64Url(hashInvoice(after.xml)))
})

test('two processes at once send an invoice once, and a later run completes one that was interrupted', async () => {
  const { order_id } = await ksef.sell()
  const sent = vi.spyOn(api.services.ksef as KsefGateway, 'send')
  await Promise.all([1, 2, 3].map(() => ksef.send()))
  expect(sent.mock.calls.flatMap(([, invoices]) => invoices)).toHaveLength(1)
  sent.mockRestore()
  await ksef.sendAll()
  expect(await ksef.listed(order_id)).toEqual([expect.objectContaining({ ksef: 'accepted' })])
  // Taken by a process that was killed.
  const { order_id: other } = await ksef.sell()
  await claimDueInvoices(api.db, { now: clock.now, seconds: 600, most: 20 })
  await ksef.send()
  expect(await ksef.listed(other)).toEqual([expect.objectContaining({ ksef: 'waiting' })])
  clock.now = new Date(clock.now.getTime() + 601_000)
  await ksef.sendAll()
  expect(await ksef.listed(other)).toEqual([expect.objectContaining({ ksef: 'accepted' })])
})

test('a receipt that KSeF did not give with the number is fetched later, and the number stays', async () => {
  const { order_id, email } = await ksef.sell()
  await api.mailbox.planFault({ service: 'ksef', mode: 'error', path: '/upo', times: 3 })
  await ksef.send()
  const [accepted] = await ksef.listed(order_id)
  expect(accepted).toMatchObject({ ksef: 'accepted', has_upo: false })
  await api.mailbox.clearFaults()
  ksef.passTime(3)
  await ksef.send()
  expect(await ksef.listed(order_id)).toEqual([{ ...accepted, has_upo: true }])
  await expect.poll(() => ksef.mailsTo(email)).toContain(`Faktura ${accepted.number}`)
  expect((await ksef.mailsTo(email)).filter((subject) => subject.startsWith('Faktura'))).toHaveLength(1)
})

test('a key that was sealed with another secret is reported to the owner, and nothing is sent', async () => {
  const { sealed_key } = await api.db
    .selectFrom('ksef_certificates')
    .select('sealed_key')
    .where('kind', '=', 'authentication')
    .executeTakeFirstOrThrow()
  const seal = (key: string) =>
    api.db.updateTable('ksef_certificates').set({ sealed_key: key }).where('kind', '=', 'authentication').execute()
  await seal('damaged')
  const { order_id } = await ksef.sell()
  await ksef.send()
  expect((await ksef.desk()).failure).toMatchObject({ reason: 'ksef_certificate_refused' })
  expect(await ksef.listed(order_id)).toEqual([expect.objectContaining({ ksef: 'waiting' })])
  await seal(sealed_key)
  await ksef.sendAll()
  expect((await ksef.desk()).failure).toBeNull()
})

test('KSeF is asked with growing pauses while it processes an invoice or is busy', async () => {
  await api.mailbox.planFault({ service: 'ksef', mode: 'stuck', times: 1 })
  const { order_id } = await ksef.sell()
  const asked = vi.spyOn(api.services.ksef as KsefGateway, 'ask')
  const minutesLater = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      ksef.passTime(1)
      await ksef.send()
    }
  }
  await ksef.send()
  await minutesLater(30)
  expect(asked.mock.calls.length).toBeGreaterThan(2)
  expect(asked.mock.calls.length).toBeLessThan(7)
  // An hour's pause that KSeF asks for is kept.
  ksef.passTime(60)
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
  ksef.passTime(60)
  await ksef.sendAll()
  expect(await ksef.listed(order_id)).toEqual([expect.objectContaining({ ksef: 'accepted' })])
})

test('an invoice issued before midnight and sent after it has both codes', async () => {
  const { order_id } = await ksef.sell()
  const [issued] = await ksef.listed(order_id)
  clock.now = new Date(startOfDay(addDays(issued.issued_on, 1)).getTime() + 60_000)
  await ksef.send()
  expect(await ksef.listed(order_id)).toEqual([expect.objectContaining({ ksef: 'accepted' })])
  const stored = await api.db
    .selectFrom('ksef_invoices')
    .select(['offline', 'proof'])
    .where('invoice_id', '=', issued.id)
    .executeTakeFirstOrThrow()
  expect(stored).toEqual({ offline: true, proof: expect.any(String) })
})
