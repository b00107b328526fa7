import { type Api, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

const PASSWORD = 'sekret1'

const test = base.extend('demo', { scope: 'file' }, false)

let api: Api
test.beforeAll(({ api: started }) => {
  api = started
})
test.beforeEach(async () => {
  await api.db.deleteFrom('rate_limits').execute()
})

const guest = (email: string, headers: Record<string, string> = {}, password = PASSWORD) =>
  api.post('/api/guest-sign-in', { email, password, acceptedTerms: true }, headers)
const isSignedIn = async (cookie: string) =>
  ((await (await api.get('/api/me', { Cookie: cookie })).json()) as { user: unknown }).user !== null
const sessionsOf = (email: string) =>
  api.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'sessions.token', 'sessions.user_agent'])
    .where('users.email', '=', email)
    .execute()

test('sign-in: stores at most 300 characters of the User-Agent', async () => {
  await guest('agent@example.com', { 'User-Agent': 'x'.repeat(5_000) })
  await guest('agent@example.com', { 'User-Agent': 'Firefox' })
  const agents = (await sessionsOf('agent@example.com')).map(({ user_agent }) => user_agent)
  expect(agents.toSorted()).toEqual(['Firefox', 'x'.repeat(300)])
})

test('sign-in: an account has at most fifty sessions, the newest', async () => {
  const first = cookieOf(await guest('duzo@example.com'))
  const { id } = await api.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'duzo@example.com')
    .executeTakeFirstOrThrow()
  const expires_at = new Date(Date.now() + 1_000_000)
  const older = Array.from({ length: 60 }, (_, n) => ({
    user_id: id,
    token: `older-${n}`,
    expires_at,
    created_at: new Date(Date.now() - 1_000_000 - n * 1000),
    ip_address: null,
    user_agent: null,
  }))
  await api.db.insertInto('sessions').values(older).execute()
  const entered = await Promise.all(Array.from({ length: 5 }, () => guest('duzo@example.com')))
  const tokens = (await sessionsOf('duzo@example.com')).map(({ token }) => token)
  expect(tokens).toHaveLength(50)
  expect(tokens.filter((token) => token.startsWith('older-'))).toEqual(
    expect.arrayContaining(older.slice(0, 44).map(({ token }) => token)),
  )
  for (const cookie of [first, ...entered.map(cookieOf)]) expect(await isSignedIn(cookie)).toBe(true)
})

test('sign-in: ends only the session that the request carried, whichever account it belongs to', async () => {
  const here = cookieOf(await guest('tu@example.com'))
  const elsewhere = cookieOf(await guest('tu@example.com'))
  const again = await guest('tu@example.com', { Cookie: here })
  expect([await isSignedIn(here), await isSignedIn(cookieOf(again))]).toEqual([false, true])
  const other = await guest('inny@example.com', { Cookie: cookieOf(again) })
  expect([await isSignedIn(cookieOf(again)), await isSignedIn(cookieOf(other))]).toEqual([false, true])
  const joined = await api.post(
    '/api/auth/sign-up/email',
    { email: 'nowa@example.com', password: PASSWORD },
    { Cookie: cookieOf(other) },
  )
  expect([await isSignedIn(cookieOf(other)), await isSignedIn(cookieOf(joined))]).toEqual([false, true])
  expect(await isSignedIn(elsewhere)).toBe(true)
})

test('sign-in: a wrong password ends no session', async () => {
  const here = cookieOf(await guest('blad@example.com'))
  expect((await guest('blad@example.com', { Cookie: here }, 'sekret2')).status).toBe(401)
  expect(await isSignedIn(here)).toBe(true)
})

test('session: once signed out or ended, a session cannot order', async () => {
  const order = (cookie: string) => api.post('/api/create-cash-on-delivery-order', {}, { Cookie: cookie })
  const credentials = { email: 'koniec@example.com', password: PASSWORD }
  const enter = async () => cookieOf(await api.post('/api/auth/sign-in/email', credentials))
  const staying = cookieOf(await guest(credentials.email))
  for (const end of [
    (cookie: string) => api.post('/api/auth/sign-out', {}, { Cookie: cookie }),
    () => api.post('/api/auth/revoke-other-sessions', {}, { Cookie: staying }),
    async () => {
      const [newest] = (await (await api.get('/api/auth/list-sessions', { Cookie: staying })).json()) as {
        id: string
      }[]
      return api.post('/api/auth/revoke-session', { id: newest?.id }, { Cookie: staying })
    },
  ]) {
    const cookie = await enter()
    expect((await order(cookie)).status).toBe(400)
    expect((await end(cookie)).status).toBe(200)
    expect((await order(cookie)).status).toBe(401)
  }
})

const DEVICE = /^(__Host-)?shop\.device=([\w.~-]+); Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax(; Secure)?$/
const deviceIn = (answer: Response) => answer.headers.getSetCookie().find((cookie) => cookie.includes('shop.device='))
const pairOf = (cookie = '') => cookie.split(';', 1)[0] ?? ''

/** Whether the device of these cookies may still try after strangers have used up the account's attempts. */
async function isKnown(email: string, cookie: string): Promise<boolean> {
  return (await api.services.accounts.findKnownDevice(new Headers({ cookie }), email)) !== null
}

test('device cookie: every successful sign-in sets it, out of reach of scripts, for a year; nothing else does', async () => {
  const email = 'urzadzenie@example.com'
  const joined = await guest(email)
  const entered = await api.post('/api/auth/sign-in/email', { email, password: PASSWORD })
  const admin = await api.post('/api/admin-sign-in', { email: api.admin.email, password: api.admin.password })
  const Cookie = cookieOf(entered)
  const changed = await api.post(
    '/api/auth/change-password',
    { currentPassword: PASSWORD, newPassword: 'sekret2' },
    { Cookie },
  )
  for (const answer of [joined, entered, admin, changed]) expect(deviceIn(answer)).toMatch(DEVICE)
  expect(new Set([joined, entered, changed].map((answer) => pairOf(deviceIn(answer)))).size).toBe(3)

  const refused = await guest(email, {}, 'wrong password')
  const left = await api.post('/api/auth/sign-out', {}, { Cookie: cookieOf(changed) })
  const customer = await api.post('/api/admin-sign-in', { email, password: 'sekret2' })
  expect([refused, left, customer].map(deviceIn)).toEqual([undefined, undefined, undefined])
  expect([refused.status, left.status, customer.status]).toEqual([401, 200, 403])
})

test('device cookie: on https it is Secure and bound to the host', async ({ newApi }) => {
  const secure = await newApi({ shopUrl: 'https://perfumeria.example' })
  const credentials = { email: 'https@example.com', password: PASSWORD, acceptedTerms: true }
  const answer = await secure.post('/api/guest-sign-in', credentials, { Origin: 'https://perfumeria.example' })
  expect(deviceIn(answer)).toMatch(/^__Host-shop\.device=.*; Secure$/)
})

test('device cookie: several accounts in one browser are each known, up to five', async () => {
  const emails = Array.from({ length: 6 }, (_, n) => `rodzina-${n}@example.com`)
  let device = ''
  for (const email of emails) device = pairOf(deviceIn(await guest(email, device ? { Cookie: device } : {})))
  expect(await Promise.all(emails.map((email) => isKnown(email, device)))).toEqual([false, ...Array(5).fill(true)])
  expect(device.length).toBeLessThan(400)
  const again = pairOf(deviceIn(await guest('rodzina-1@example.com', { Cookie: device })))
  expect(again.split('~').filter((entry) => !entry.startsWith('seal.'))).toHaveLength(5)
})

test('device cookie: counts only for its own account and password, and cannot be forged', async () => {
  const [mine, other] = ['moje@example.com', 'cudze@example.com'] as const
  const joined = await guest(mine)
  const device = pairOf(deviceIn(joined))
  await guest(other)
  expect([await isKnown(mine, device), await isKnown(other, device)]).toEqual([true, false])
  expect(await isKnown('nikt@example.com', device)).toBe(false)
  // It names no account, and has the same form for an account that has not signed in here.
  expect(device).not.toContain(mine)

  const [name, value = ''] = device.split('=')
  const [id = '', issued = '', code = ''] = value.split('.')
  const ofOther = pairOf(deviceIn(await guest(other))).split('.')
  for (const forged of [
    `${id}.${issued}.${'A'.repeat(22)}`,
    `${'A'.repeat(22)}.${issued}.${code}`,
    `${id}.${(Number.parseInt(issued, 36) + 1).toString(36)}.${code}`,
    `${id}.${issued}.${ofOther[2]}`,
    `${id}.${issued}`,
    '~~~',
    '%',
  ]) {
    expect([forged, await isKnown(mine, `${name}=${forged}`)]).toEqual([forged, false])
  }

  const change = { currentPassword: PASSWORD, newPassword: 'sekret2' }
  const changed = await api.post('/api/auth/change-password', change, { Cookie: cookieOf(joined) })
  expect([await isKnown(mine, device), await isKnown(mine, pairOf(deviceIn(changed)))]).toEqual([false, true])
})

test('device cookie: prolonging a session sets it, too', async () => {
  const email = 'dlugo@example.com'
  const session = cookieOf(await guest(email))
    .split('; ')
    .filter((pair) => pair.includes('session_token'))
    .join('; ')
  expect(deviceIn(await api.get('/api/me', { Cookie: session }))).toBeUndefined()
  const expires_at = new Date(Date.now() + 10 * 24 * 60 * 60 * 1000)
  await api.db.updateTable('sessions').set({ expires_at }).execute()
  const prolonged = await api.get('/api/me', { Cookie: session })
  expect(await isKnown(email, pairOf(deviceIn(prolonged)))).toBe(true)
  expect(await isSignedIn(session)).toBe(true)
})
