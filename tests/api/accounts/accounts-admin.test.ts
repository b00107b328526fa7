import { type Api, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { openWindowClock } from '#tests/support/window-clock.ts'

const test = base
  .extend('demo', { scope: 'file' }, false)
  .extend('apiOptions', { scope: 'file' }, () => ({ clock: openWindowClock() }))

let api: Api
test.beforeAll(({ api: started }) => {
  api = started
})
test.beforeEach(async () => {
  await api.db.deleteFrom('rate_limits').execute()
})

const enter = (email: string, password: string, headers: Record<string, string> = {}) =>
  api.post('/api/admin-sign-in', { email, password }, headers)

const customer = async (email: string) =>
  cookieOf(await api.post('/api/guest-sign-in', { email, password: 'sekret1', acceptedTerms: true }))

const isSignedIn = async (cookie: string) =>
  ((await (await api.get('/api/me', { Cookie: cookie })).json()) as { user: unknown }).user !== null

test('POST admin-sign-in: signs the admin in', async () => {
  const answer = await enter(` ${api.admin.email.toUpperCase()}`, api.admin.password)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ user: { email: api.admin.email, role: 'admin' } })
  expect(await isSignedIn(cookieOf(answer))).toBe(true)
})

test('POST admin-sign-in: refuses a customer and leaves no session behind', async () => {
  const cookie = await customer('klient@example.com')
  const answer = await enter('klient@example.com', 'sekret1')
  expect(answer.status).toBe(403)
  expect(await answer.json()).toEqual({
    error: { code: 'admin_required', message: 'Access denied. Admin privileges required.' },
  })
  expect(cookieOf(answer)).toBe('')
  const [user] = await api.db.selectFrom('users').select('id').where('email', '=', 'klient@example.com').execute()
  const sessions = await api.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user?.id ?? '')
    .execute()
  expect(sessions).toHaveLength(1) // the earlier session, of another browser
  expect(await isSignedIn(cookie)).toBe(true)
})

test('POST admin-sign-in: refuses the role admin at another address', async () => {
  await customer('other-admin@example.com')
  await api.db.updateTable('users').set({ role: 'admin' }).where('email', '=', 'other-admin@example.com').execute()
  expect((await enter('other-admin@example.com', 'sekret1')).status).toBe(403)
})

test('POST admin-sign-in: first ends all sessions of the signed-in user, even when the login then fails', async () => {
  const here = await customer('dwa@example.com')
  const there = await customer('dwa@example.com')
  const answer = await enter(api.admin.email, 'wrong password', { Cookie: here })
  expect(answer.status).toBe(401)
  expect(await answer.json()).toMatchObject({
    error: { code: 'invalid_credentials', message: 'Nieprawidłowy email lub hasło.' },
  })
  expect(answer.headers.getSetCookie().some((cookie) => /session_token=;/.test(cookie))).toBe(true)
  expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([false, false])
})

test('POST admin-sign-in: has the same limits as every sign-in', async () => {
  for (let n = 0; n < 10; n++) expect((await enter(api.admin.email, `guess-${n}`)).status).toBe(401)
  expect((await enter(api.admin.email, api.admin.password)).status).toBe(429)
})

test('POST change-password: refuses a short password of the admin, with its length', async () => {
  const cookie = cookieOf(await enter(api.admin.email, api.admin.password))
  const change = (newPassword: string) =>
    api.post('/api/auth/change-password', { currentPassword: api.admin.password, newPassword }, { Cookie: cookie })
  const short = await change('elevenchars')
  const message = 'Hasło do panelu musi mieć minimum 12 znaków'
  expect([short.status, await short.json()]).toEqual([
    400,
    { error: { code: 'admin_password_too_short', message, fields: { newPassword: message } } },
  ])
  expect((await change('twelve chars')).status).toBe(200)
})
