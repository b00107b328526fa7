import purge from '#domain/retention/purge.job.server.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { errorOf } from '#tests/support/orders.ts'

const clock = { now: new Date('2026-11-21T12:00:00Z') }
const test = base
  .extend('apiOptions', { scope: 'file' }, { clock, trustedProxy: ['127.0.0.1'] })
  .extend('demo', { scope: 'file' }, false)

let api: Api
let Cookie: string
test.beforeAll(async ({ api: started }) => {
  api = started
  Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
})
test.beforeEach(async () => {
  clock.now = new Date('2026-11-21T12:00:00Z')
  for (const table of ['subscribers', 'mail_outbox', 'rate_limits'] as const) await api.db.deleteFrom(table).execute()
})

const ask = (email: string) => api.post('/api/newsletter', { email, agreed: true })
const rows = (email: string) =>
  api.db.selectFrom('subscribers').selectAll().where('email', '=', email).orderBy('asked_at').execute()
const tokenOf = async (email: string) =>
  api.services.linkTokens.create('newsletter', (await rows(email)).at(-1)?.id ?? crypto.randomUUID())
const confirm = async (email: string) => api.post('/api/newsletter/confirm', { token: await tokenOf(email) })
const end = (token: string) => api.post('/api/newsletter/end', { token })
const list = async () => (await api.get('/api/admin/exports/subscribers', { Cookie })).text()
const count = async () => (await api.get('/api/admin/subscribers', { Cookie })).json()

test('a subscriber is on the list once the address is confirmed, with wording, time and a link to unsubscribe', async () => {
  expect(await (await ask('Ala@Example.test')).json()).toEqual({ ok: true })
  expect(await count()).toEqual({ subscribers: 0 })
  expect(await list()).not.toContain('ala@example.test')
  for (const _ of [1, 2]) expect((await confirm('ala@example.test')).status).toBe(200)
  expect(await count()).toEqual({ subscribers: 1 })
  const line = (await list()).split('\r\n')[1] ?? ''
  expect(line).toMatch(/^ala@example\.test;21 listopada 2026 13:00;.*informacje handlowe o nowościach i promocjach/)
  const token = /\/newsletter\/wypisz\/([\w-]{64})$/.exec(line)?.[1] ?? ''
  expect((await end(token)).status).toBe(200)
  expect(await count()).toEqual({ subscribers: 0 })
  expect(await errorOf(await confirm('ala@example.test'))).toMatchObject({ code: 'subscription_over' })

  api.startMail()
  await eventually(async () => expect(await api.mailbox.messagesTo('ala@example.test')).toHaveLength(1))
})

test('without consent nothing is stored; a confirmed address gets no mail; others get one a day', async () => {
  const refused = await errorOf(await api.post('/api/newsletter', { email: 'ala@example.test', agreed: false }))
  expect(refused.fields).toEqual({ agreed: 'Zaznacz zgodę, aby się zapisać.' })
  expect(await rows('ala@example.test')).toEqual([])
  for (const _ of [1, 2, 3]) await ask('ala@example.test')
  const mails = async () => (await api.db.selectFrom('mail_outbox').select('key').execute()).length
  expect(await mails()).toBe(1)
  await confirm('ala@example.test')
  clock.now = new Date('2026-11-22T12:00:00Z')
  expect((await ask('ala@example.test')).status).toBe(200)
  expect(await mails()).toBe(1)
  expect(await rows('ala@example.test')).toMatchObject([{ confirmed_at: new Date('2026-11-21T12:00:00Z') }])
})

test('a withdrawn consent is kept as proof after a new one, which the link of an old mail withdraws, too', async () => {
  await ask('ala@example.test')
  await confirm('ala@example.test')
  const old = await tokenOf('ala@example.test')
  await end(old)
  clock.now = new Date('2026-11-23T12:00:00Z')
  await Promise.all([ask('ala@example.test'), ask('ala@example.test')])
  expect(await rows('ala@example.test')).toHaveLength(2)
  await confirm('ala@example.test')
  expect(await count()).toEqual({ subscribers: 1 })
  await end(old)
  expect(await count()).toEqual({ subscribers: 0 })

  const day = 24 * 60 * 60 * 1000
  clock.now = new Date(Date.parse('2026-11-22T12:00:00Z') + 3 * 366 * day)
  await purge.run(api.services, {}, { last: false })
  expect(await rows('ala@example.test'), 'only the first is three years old').toHaveLength(1)
})

test('unconfirmed addresses are deleted after seven days, valid consents never', async () => {
  await ask('ala@example.test')
  await ask('ola@example.test')
  await confirm('ola@example.test')
  clock.now = new Date('2026-11-29T12:00:00Z')
  await purge.run(api.services, {}, { last: false })
  expect([await rows('ala@example.test'), await rows('ola@example.test')]).toMatchObject([[], [{}]])
  clock.now = new Date('2032-11-29T12:00:00Z')
  await purge.run(api.services, {}, { last: false })
  expect(await rows('ola@example.test')).toHaveLength(1)
})
