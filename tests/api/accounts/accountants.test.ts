import type { AuditPage } from '#domain/kernel/audit/audit-queries.server.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import type { MonthReport } from '#domain/month/month-report.ts'
import type { InvoiceList } from '#domain/papers/invoices/invoice-list-queries.server.ts'
import { prepareWorld } from '#tests/api/access/access-world.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { enterAsAccountant, INVITED_PASSWORD } from '#tests/support/invited-people.ts'
import { errorOf } from '#tests/support/orders.ts'

// An accountant whom the owner has invited. What each role may call: access-matrix.test.ts.

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 100 })
const EMAIL = 'ksiegowa@example.test'

let api: Api
let Cookie: string
let invoiceId: string
test.beforeAll(async ({ api: started }) => {
  api = started
  api.startMail()
  await api.startJobs()
  invoiceId = (await prepareWorld(api)).invoiceId
  Cookie = await enterAsAccountant(api, EMAIL)
})
const read = (path: string) => api.get(`/api/admin/${path}`, { Cookie })
const month = () => readWarsawClock(new Date()).day.slice(0, 7)

test('the invitation of an accountant names the papers, and its acceptance and sign-in are in the log', async () => {
  await eventually(async () => {
    const [mail] = await api.mailbox.messagesTo(EMAIL)
    expect([mail?.subject, mail?.text]).toEqual([
      expect.stringMatching(/^Zaproszenie do księgowości w sklepie /),
      expect.stringContaining('faktury z KSeF i ewidencję zwrotów'),
    ])
  })
  const owner = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  const { items } = (await (await api.get('/api/admin/audit?noun=person', { Cookie: owner })).json()) as AuditPage
  const sentences = items.filter(({ sentence }) => /księgowoś/.test(sentence)).map((entry) => entry.sentence)
  expect(sentences.slice(0, 4)).toEqual([
    'Logowanie do księgowości hasłem',
    'Logowanie do księgowości linkiem z wiadomości',
    'Przyjęto zaproszenie do księgowości',
    `Zaproszono do księgowości osobę „${EMAIL}”`,
  ])
})

test('an accountant reads the month, its invoices and the register of returns, with no people besides the buyers on papers', async () => {
  const report = (await (await read(`month?month=${month()}`)).json()) as MonthReport
  expect(report.groups.some(({ kind, count }) => kind === 'invoice' && count > 0)).toBe(true)
  const { items } = (await (await read('invoices')).json()) as InvoiceList
  expect(items).toMatchObject([{ id: invoiceId }])
  const pdf = await read(`invoices/${invoiceId}`)
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  expect((await read(`till/returns?month=${month()}`)).status).toBe(200)
  for (const path of [
    'orders',
    'buyers',
    'packing',
    'messages',
    'returns',
    'overview',
    'people',
    'audit',
    'exports/orders',
  ])
    expect((await errorOf(await read(path))).code, path).toBe('not_found')
})

test('an accountant is told of no buyer whose paper is not issued; the owner is', async () => {
  const { checkout_id } = await api.db
    .selectFrom('orders')
    .select('checkout_id')
    .where('checkout_id', 'not in', api.db.selectFrom('invoices').select('checkout_id'))
    .limit(1)
    .executeTakeFirstOrThrow()
  const mistakes = JSON.stringify([{ about: 'buyer', text: 'NIP nabywcy 000-000-00-00 nie istnieje.' }])
  await api.db.insertInto('invoice_problems').values({ checkout_id, mistakes }).execute()
  const owner = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  const readUnissued = async (cookie: string) =>
    ((await (await api.get('/api/admin/invoices', { Cookie: cookie })).json()) as InvoiceList).unissued
  expect(await readUnissued(owner)).toHaveLength(1)
  expect(await readUnissued(Cookie)).toEqual([])
})

test('an accountant who wants the account deleted is sent to the owner', async () => {
  const refused = await errorOf(await api.post('/api/me/delete-account', { password: INVITED_PASSWORD }, { Cookie }))
  expect(refused).toMatchObject({
    code: 'admin_account_stays',
    message: expect.stringContaining('konto osoby zaproszonej do panelu usuwa właściciel'),
  })
})

test('an accountant changes nothing: closing the month, sending an invoice again and importing payouts do not exist', async () => {
  for (const [path, body] of [
    ['month', { month: month() }],
    ['month/changes', { month: month(), version: 'v' }],
    [`invoices/${invoiceId}/send-again`, {}],
    ['payouts', { name: 'a.csv', content: 'a', token: null }],
    ['people', { email: 'inna@example.test', role: 'accountant' }],
  ] as const)
    expect((await errorOf(await api.post(`/api/admin/${path}`, body, { Cookie }))).code, path).toBe('not_found')
})

test('files of a month need the accountant’s own password again', async () => {
  await api.db
    .updateTable('sessions')
    .set({ proven_at: new Date(0) })
    .execute()
  expect((await errorOf(await read(`month/files?month=${month()}`))).code).toBe('proof_required')
  const wrong = await api.post('/api/admin/prove', { password: 'inne-haslo-do-paczek' }, { Cookie })
  expect((await errorOf(wrong)).code).toBe('invalid_password')
  expect((await api.post('/api/admin/prove', { password: INVITED_PASSWORD }, { Cookie })).status).toBe(200)
  const files = await read(`month/files?month=${month()}`)
  expect([files.status, files.headers.get('content-type')]).toEqual([200, 'application/zip'])
})

test('files with buyers’ data that an accountant takes are in the log of changes', async () => {
  expect((await read(`exports/invoices?month=${month()}`)).status).toBe(200)
  expect((await read(`month/files?month=${month()}`)).status).toBe(200)
  const owner = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  const { items } = (await (await api.get('/api/admin/audit', { Cookie: owner })).json()) as AuditPage
  const taken = items.filter(({ person }) => person === EMAIL).slice(0, 2)
  expect(taken.map(({ sentence }) => sentence)).toEqual([
    `Pobrano pliki miesiąca ${month()}`,
    'Pobrano listę faktur do pliku CSV: 1',
  ])
})
