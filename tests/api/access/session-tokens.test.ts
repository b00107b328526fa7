import { type Api, cookieOf, PASSWORD } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

const test = base.extend('demo', { scope: 'file' }, false)

const DAY_MS = 24 * 60 * 60 * 1000

let api: Api
test.beforeAll(({ api: started }) => {
  api = started
})

type Me = { user: { email: string } | null; expires_at: string | null }

async function me(cookie: string) {
  const answer = await api.get('/api/me', { Cookie: cookie })
  const { user, expires_at } = (await answer.json()) as Me
  return {
    email: user?.email ?? null,
    expiresAt: expires_at,
    cookie: cookieOf(answer),
    lines: answer.headers.getSetCookie(),
  }
}

const signedInAs = async (cookie: string) => (await me(cookie)).email

/** Lets this time pass for every session. */
async function pass(ms: number): Promise<void> {
  const sessions = await api.db.selectFrom('sessions').selectAll().execute()
  const back = (moment: Date) => new Date(moment.getTime() - ms)
  for (const { id, expires_at, last_seen_at, previous_token_until } of sessions) {
    await api.db
      .updateTable('sessions')
      .set({
        expires_at: back(expires_at),
        last_seen_at: back(last_seen_at),
        previous_token_until: previous_token_until && back(previous_token_until),
      })
      .where('id', '=', id)
      .execute()
  }
}

test('session: is prolonged once a day under a new token, in an HttpOnly cookie', async () => {
  const { email, cookie } = await api.customer()
  const same = await me(cookie)
  expect(same.lines).toEqual([])
  await pass(DAY_MS + 1000)
  const prolonged = await me(cookie)
  expect(prolonged.email).toBe(email)
  expect(Date.parse(prolonged.expiresAt ?? '') - Date.now()).toBeGreaterThan(29.9 * DAY_MS)
  const line = prolonged.lines.find((set) => set.startsWith('shop.session_token=')) ?? ''
  expect(line).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(cookie).not.toContain(line.split(';')[0])
  expect((await me(prolonged.cookie)).lines).toEqual([])
})

test('session: the previous token works until a minute after the new one was used', async () => {
  const { email, cookie } = await api.customer()
  await pass(DAY_MS + 1000)
  const [first, second] = await Promise.all([me(cookie), me(cookie)])
  const prolonged = [first, second].find(({ lines }) => lines.length > 0) ?? first
  expect([first.email, second.email]).toEqual([email, email])
  expect([first, second].filter(({ lines }) => lines.length > 0)).toHaveLength(1)
  // The answer was lost, so the browser keeps its old token for days.
  await pass(3 * 60_000)
  expect(await signedInAs(cookie)).toBe(email)

  expect(await signedInAs(prolonged.cookie)).toBe(email)
  await pass(30_000)
  expect([await signedInAs(cookie), await signedInAs(prolonged.cookie)]).toEqual([email, email])
  await pass(31_000)
  expect(await signedInAs(cookie)).toBeNull()
})

test('session: using a replaced token ends the session for everyone', async () => {
  const { cookie: stolen } = await api.customer()
  await pass(DAY_MS + 1000)
  const { cookie } = await me(stolen)
  await me(cookie)
  await pass(61_000)
  expect([await signedInAs(stolen), await signedInAs(cookie)]).toEqual([null, null])
})

test('session: changing the password and signing out work with the previous token, too', async () => {
  const { email, cookie } = await api.customer()
  await pass(DAY_MS + 1000)
  const prolonged = await me(cookie)
  const change = { currentPassword: PASSWORD, newPassword: 'sekret2' }
  const changed = await api.post('/api/auth/change-password', change, { Cookie: cookie })
  expect(changed.status).toBe(200)
  expect([await signedInAs(cookieOf(changed)), await signedInAs(prolonged.cookie)]).toEqual([email, null])

  const again = cookieOf(changed)
  await pass(DAY_MS + 1000)
  const next = await me(again)
  expect((await api.post('/api/auth/sign-out', {}, { Cookie: again })).status).toBe(200)
  expect(await signedInAs(next.cookie)).toBeNull()
})

test('GET list-sessions: names the device, its last use, and the present session', async () => {
  const email = 'urzadzenia@example.com'
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'
  const windows =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
  await api.post('/api/auth/sign-up/email', { email, password: PASSWORD }, { 'User-Agent': iphone })
  await pass(60 * 60_000)
  const here = await api.post('/api/auth/sign-in/email', { email, password: PASSWORD }, { 'User-Agent': windows })
  const listed = await api.get('/api/auth/list-sessions', { Cookie: cookieOf(here) })
  const sessions = (await listed.json()) as { device: string; current: boolean; last_seen_at: string }[]
  expect(sessions.map(({ device, current }) => ({ device, current }))).toEqual([
    { device: 'Chrome, Windows', current: true },
    { device: 'Safari, iPhone', current: false },
  ])
  const [now = 0, earlier = 0] = sessions.map(({ last_seen_at }) => Date.parse(last_seen_at))
  expect(now - earlier).toBeGreaterThan(59 * 60_000)
  await pass(20 * 60_000)
  await me(cookieOf(here))
  const again = (await (await api.get('/api/auth/list-sessions', { Cookie: cookieOf(here) })).json()) as typeof sessions
  expect(Date.now() - Date.parse(again[0]?.last_seen_at ?? '')).toBeLessThan(60_000)
})
