import { isRecentlyProven } from '#domain/accounts/recent-proof.server.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { totpCode } from '#tests/support/totp.ts'

const test = base
  .extend('demo', { scope: 'file' }, false)
  .extend('apiOptions', { scope: 'file' }, { clock: { now: new Date() } })

let api: Api
let clock: { now: Date }
test.beforeAll(({ api: started, apiOptions }) => {
  api = started
  if (!apiOptions.clock) throw new Error('the tests move the clock')
  clock = apiOptions.clock
})
test.beforeEach(async () => {
  clock.now = new Date()
  await api.db.deleteFrom('rate_limits').execute()
})

const login = () => api.post('/api/admin-sign-in', api.admin)
const prove = (Cookie: string, proof: object) => api.post('/api/admin/prove', proof, { Cookie })
const codeOf = async (answer: Response) => ((await answer.json()) as { error?: { code: string } }).error?.code
const isAsked = async (cookie: string) => !(await isRecentlyProven(api.services, new Headers({ cookie })))
const MINUTE_MS = 60_000

test('recent proof: a fresh login counts for ten minutes', async () => {
  const cookie = cookieOf(await login())
  expect(await isAsked(cookie)).toBe(false)
  clock.now = new Date(Date.now() + 9.5 * MINUTE_MS)
  expect(await isAsked(cookie)).toBe(false)
  clock.now = new Date(Date.now() + 10.5 * MINUTE_MS)
  expect(await isAsked(cookie)).toBe(true)
})

/** The session one hour after it was opened. */
async function agedSession(): Promise<string> {
  const cookie = cookieOf(await login())
  await api.db
    .updateTable('sessions')
    .set({ proven_at: new Date(0) })
    .execute()
  return cookie
}

test('recent proof: required by the export of orders, new delivery costs and an import with changes', async () => {
  const Cookie = await agedSession()
  const costs = { paczkomat_prepaid: '1,00', paczkomat_cod: '1,00', kurier_prepaid: '1,00', kurier_cod: '1,00' }
  const change = { ...costs, free_delivery_from: '', seen: null }
  const calls = () => [
    api.get('/api/admin/exports/orders', { Cookie }),
    api.get('/api/admin/prove', { Cookie }),
    api.post('/api/admin/shipping-costs', change, { Cookie }),
    api.post('/api/admin/products/import', { csv: 'nazwa', token: 'x' }, { Cookie }),
  ]
  for (const answer of await Promise.all(calls())) expect(await codeOf(answer)).toBe('proof_required')
  const report = await api.post('/api/admin/products/import', { csv: 'nazwa', token: null }, { Cookie })
  expect(await codeOf(report)).not.toBe('proof_required')
  expect((await prove(Cookie, { password: api.admin.password })).status).toBe(200)
  const [exported, proven] = await Promise.all(calls())
  expect([exported?.status, proven?.status]).toEqual([200, 200])
})

test('POST prove: a right password counts for its session only, a wrong one for none', async () => {
  const [here, there] = [await agedSession(), await agedSession()]
  const wrong = await prove(here, { password: 'not the password' })
  expect([wrong.status, await codeOf(wrong)]).toEqual([400, 'invalid_password'])
  expect(await isAsked(here)).toBe(true)
  expect((await prove(here, { password: api.admin.password })).status).toBe(200)
  expect([await isAsked(here), await isAsked(there)]).toEqual([false, true])
})

test('POST prove: refuses all but one password or one code, and is limited like sign-ins', async () => {
  const cookie = await agedSession()
  for (const proof of [{}, { password: 'x', code: 'y' }, { password: '' }, { code: 5 }]) {
    expect((await prove(cookie, proof)).status).toBe(400)
  }
  for (let n = 0; n < 10; n++) expect((await prove(cookie, { password: `guess-${n}` })).status).toBe(400)
  expect(await codeOf(await prove(cookie, { password: api.admin.password }))).toBe('too_many_attempts')
})

test('recent proof: a link that opens a session does not count', async () => {
  const admin = await api.db.selectFrom('users').select('id').where('role', '=', 'admin').executeTakeFirstOrThrow()
  const caller = { headers: new Headers(), clientAddress: '127.0.0.1' }
  const opened = await api.services.accounts.openSession(admin.id, caller)
  if (!opened.ok) throw new Error('no session was opened')
  const cookie = opened.value.cookies.map((line) => line.split(';')[0]).join('; ')
  expect((await api.get('/api/me', { Cookie: cookie })).status).toBe(200)
  expect(await isAsked(cookie)).toBe(true)
})

test('POST prove: takes codes of the authenticator app and backup codes once a second factor is on', async () => {
  const cookie = await agedSession()
  expect(await codeOf(await prove(cookie, { code: '123456' }))).toBe('invalid_code')
  const set = await api.post('/api/auth/two-factor/enable', { password: api.admin.password }, { Cookie: cookie })
  const { totpURI, backupCodes } = (await set.json()) as { totpURI: string; backupCodes: string[] }
  // A factor that was set up but never confirmed proves nothing.
  const first = totpCode(totpURI)
  expect(await codeOf(await prove(cookie, { code: first }))).toBe('invalid_code')
  const confirmed = await api.post('/api/auth/two-factor/verify-totp', { code: first }, { Cookie: cookie })
  const session = cookieOf(confirmed)
  for (const code of [totpCode(totpURI), backupCodes[0]]) {
    await api.db
      .updateTable('sessions')
      .set({ proven_at: new Date(0) })
      .execute()
    expect(await codeOf(await prove(session, { code: '00000-00000' }))).toBe('invalid_code')
    expect(await isAsked(session)).toBe(true)
    expect((await prove(session, { code })).status).toBe(200)
    expect(await isAsked(session)).toBe(false)
  }
  expect(await codeOf(await prove(session, { code: backupCodes[0] }))).toBe('invalid_code')
})

test('log of changes: has every login of the admin and, ten an hour at most, refused ones', async () => {
  await api.db.deleteFrom('audit_events').execute()
  await api.db.updateTable('users').set({ two_factor_enabled: false }).execute()
  await login()
  for (let n = 0; n < 12; n++) {
    await api.db.deleteFrom('rate_limits').where('key', 'not like', '%logged_refusal%').execute()
    await api.post('/api/admin-sign-in', { email: api.admin.email, password: `guess-${n}` })
  }
  await api.post('/api/admin-sign-in', { email: 'ktos@example.test', password: 'guess' })
  const { email } = await api.customer()
  const written = await api.db
    .selectFrom('audit_events')
    .select(['action', 'user_id', 'details'])
    .orderBy('id')
    .execute()
  expect(written.map(({ action, details }) => [action, details])).toEqual([
    ['admin.signed_in', { by: 'password' }],
    ...Array.from({ length: 10 }, () => ['admin.sign_in_refused', { by: 'password' }]),
  ])
  expect(written.map(({ user_id }) => user_id !== null)).toEqual([true, ...Array(10).fill(false)])
  expect(JSON.stringify(written)).not.toContain(email)
})
