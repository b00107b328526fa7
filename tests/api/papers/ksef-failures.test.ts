// Invoices of companies while KSeF is away, busy, slow or refuses: none is lost, none is sent twice.
import { sql } from 'kysely'
import { vi } from 'vitest'
import { addDays, readWarsawClock, startOfDay } from '#domain/kernel/calendar-day.ts'
import { formatCalendarDay } from '#domain/kernel/text/dates-and-plurals.ts'
import type { MonthReport } from '#domain/month/month-report.ts'
import { type KsefGateway, toBase64Url } from '#domain/papers/ksef/ksef.ts'
import { hashInvoice } from '#domain/papers/ksef/ksef-file.server.ts'
import { claimDueInvoices } from '#domain/papers/ksef/ksef-store.server.ts'
import type { Api, ApiOptions } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { openKsefShop } from '#tests/support/ksef-shop.ts'
import { errorOf, TYPED_COMPANY } from '#tests/support/orders.ts'

const DAY_MS = 24 * 60 * 60_000
const clock = { now: new Date() }
const test = base.extend('apiOptions', { scope: 'file' }, (): ApiOptions => ({ clock }))

let api: Api
let ksef: Awaited<ReturnType<typeof openKsefShop>>
test.beforeAll(async ({ api: started }) => {
  api = started
  ksef = await openKsefShop(api, clock)
  await ksef.uploadBoth()
})
// What waits is due by the clock of the database, a moment ago.
test.beforeEach(() => {
  clock.now = new Date(Date.now() + 60_000)
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

test('the buyer of a refused invoice is mended, another NIP too, and it is sent again for that one', async () => {
  await api.mailbox.planFault({ service: 'ksef', mode: 'refused', times: 1 })
  const { order_id } = await ksef.sell()
  await ksef.sendAll()
  const [refused] = await ksef.listed(order_id)
  const path = `/api/admin/orders/${order_id}/buyer`
  const { version, acts, note } = await (await api.get(path, ksef.headers)).json()
  expect({ acts, note }).toEqual({ acts: ['change'], note: expect.stringContaining('KSeF odrzucił') })
  const typed = { ...TYPED_COMPANY, company_nip: '5213017228', company_name: 'Zapachy Wisły' }
  const mended = await api.post(path, { version, act: 'change', ...typed }, ksef.headers)
  expect(mended.status).toBe(200)
  expect((await api.post(`/api/admin/invoices/${refused.id}/send-again`, {}, ksef.headers)).status).toBe(200)
  await ksef.sendAll()
  await ksef.issue()
  expect(await ksef.listed(order_id)).toEqual([
    expect.objectContaining({ id: refused.id, number: refused.number, ksef: 'accepted' }),
  ])
  const { xml } = await api.db
    .selectFrom('ksef_invoices')
    .select('xml')
    .where('invoice_id', '=', refused.id)
    .executeTakeFirstOrThrow()
  expect(xml).toContain('<NIP>5213017228</NIP><Nazwa>Zapachy Wisły</Nazwa>')
  expect(await ksef.paperText(refused.id)).toContain('Zapachy Wisły')
})

test('a refused invoice or correction that is sent again days later is of that day: nobody had it before', async () => {
  const today = new Date()
  const days = (count: number) => new Date(today.getTime() + count * DAY_MS)
  clock.now = today
  const { order_id } = await ksef.sell()
  await ksef.sendAll()
  await api.db.insertInto('transfers').values({ order_id, amount_grosze: 500, reason: 'rabat' }).execute()
  const read = async (id: string) => {
    const { content, xml, link, offline, state } = await api.db
      .selectFrom('invoices')
      .innerJoin('ksef_invoices', 'invoice_id', 'id')
      .select(['content', 'xml', 'link', 'offline', 'state'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { content, xml, link, offline, state, day: content.issued_on }
  }
  clock.now = days(-6)
  await api.mailbox.planFault({ service: 'ksef', mode: 'refused', times: 1 })
  await ksef.issue()
  await ksef.sendAll()
  const [correction] = await ksef.listed(order_id)
  const before = await read(correction.id)
  expect(before).toMatchObject({ state: 'refused', offline: false, day: readWarsawClock(days(-6)).day })
  clock.now = today
  expect((await api.post(`/api/admin/invoices/${correction.id}/send-again`, {}, ksef.headers)).status).toBe(200)
  await ksef.sendAll()
  const day = readWarsawClock(today).day
  const after = await read(correction.id)
  expect(after).toMatchObject({ state: 'accepted', offline: false, content: { ...before.content, issued_on: day } })
  expect(after.xml).toContain(`<P_1>${day}</P_1><P_2>${correction.number}</P_2>`)
  expect(after.link).toContain(`/${day.split('-').toReversed().join('-')}/`)
  expect(await ksef.paperText(correction.id)).toContain(formatCalendarDay(day).replaceAll('\u00a0', ' '))
  expect((await ksef.listed(order_id))[0]).toMatchObject({ id: correction.id, issued_on: day })
  // Of an accepted one nothing changes.
  const change = sql`update invoices set content = jsonb_set(content, '{issued_on}', '"2026-01-01"') where id = ${correction.id}`
  await expect(change.execute(api.db)).rejects.toThrow('does not change')
})

test('after a correction that KSeF refused, the next one waits until it is sent again, and follows from it', async () => {
  const { order_id } = await ksef.sell()
  await ksef.sendAll()
  const giveBack = (amount_grosze: number) =>
    api.db.insertInto('transfers').values({ order_id, amount_grosze, reason: 'rabat' }).execute()
  await giveBack(500)
  await api.mailbox.planFault({ service: 'ksef', mode: 'refused', times: 1 })
  await ksef.issue()
  await ksef.sendAll()
  await giveBack(300)
  await ksef.issue()
  const [refused, , ...more] = await ksef.listed(order_id)
  expect([refused, more]).toMatchObject([{ ksef: 'refused', gross_grosze: -500 }, []])

  expect((await api.post(`/api/admin/invoices/${refused.id}/send-again`, {}, ksef.headers)).status).toBe(200)
  await ksef.sendAll()
  await ksef.issue()
  await ksef.sendAll()
  expect((await ksef.listed(order_id)).slice(0, 2)).toMatchObject([
    { ksef: 'accepted', gross_grosze: -300 },
    { id: refused.id, ksef: 'accepted', gross_grosze: -500 },
  ])
})

test('a refused correction of a closed month that is sent again later counts in the month of that day', async () => {
  const today = new Date()
  clock.now = today
  const { order_id } = await ksef.sell()
  await ksef.sendAll()
  await api.db.insertInto('transfers').values({ order_id, amount_grosze: 700, reason: 'rabat' }).execute()
  const present = readWarsawClock(today).day.slice(0, 7)
  const before = new Date(startOfDay(`${present}-01`).getTime() - 5 * DAY_MS)
  const past = readWarsawClock(before).day.slice(0, 7)
  const prove = () =>
    api.db.updateTable('sessions').set({ proven_at: clock.now }).where('proven_at', 'is not', null).execute()
  const corrections = async (month = '') => {
    const report: MonthReport = await (await api.get(`/api/admin/month?month=${month}`, ksef.headers)).json()
    return report.groups.find(({ kind }) => kind === 'correction')
  }
  const known = await corrections(present)
  clock.now = before
  await api.mailbox.planFault({ service: 'ksef', mode: 'refused', times: 1 })
  await ksef.issue()
  await ksef.sendAll()
  clock.now = today
  await prove()
  expect((await api.post('/api/admin/month', { month: past }, ksef.headers)).status).toBe(200)
  expect(await corrections(past)).toMatchObject({ count: 1, sums: [{ gross_grosze: -700 }] })
  expect((await corrections(present))?.count).toBe(known?.count)

  const [{ id }] = await ksef.listed(order_id)
  expect((await api.post(`/api/admin/invoices/${id}/send-again`, {}, ksef.headers)).status).toBe(200)
  await ksef.sendAll()
  expect((await corrections(present))?.count).toBe((known?.count ?? 0) + 1)
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
