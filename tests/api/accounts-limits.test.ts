import { limitKey, RATE_LIMITS } from '#domain/rate-limits/rate-limits.ts'
import { hashPassword } from '#infra/auth/password.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'

const [
  { most: PER_NETWORK_AND_ACCOUNT, mostPerSite: PER_SITE_AND_ACCOUNT },
  { most: PER_NETWORK },
  { most: PER_ACCOUNT },
] = RATE_LIMITS.sign_in.limits
const [{ most: SIGN_UPS_PER_NETWORK }] = RATE_LIMITS.sign_up.limits

const EMAIL = 'ala@example.com'
const PASSWORD = 'sekret1'

// Each test counts its attempts in a database of its own, at a time that it moves itself.
let api: Api
const clock = { now: new Date() }
test.override('demo', false)
test.beforeEach(async ({ newApi }) => {
  clock.now = new Date()
  api = await newApi({ clock })
})

const guest = (email: string, password: string, headers: Record<string, string> = {}) =>
  api.post('/api/guest-sign-in', { email, password, acceptedTerms: true }, headers)

const from = (address: string) => ({ 'X-Forwarded-For': address })

/** As if so many attempts had been counted in this window: hashing them all would only take time. */
async function countedBefore(key: string, hits: number): Promise<void> {
  const window = 15 * 60 * 1000
  const window_start = new Date(Math.floor(clock.now.getTime() / window) * window)
  await api.db
    .insertInto('rate_limits')
    .values({ key, hits, window_start })
    .onConflict((conflict) => conflict.columns(['key', 'window_start']).doUpdateSet({ hits }))
    .execute()
}

async function countOf(key: string): Promise<number> {
  const rows = await api.db.selectFrom('rate_limits').select('hits').where('key', '=', key).execute()
  return rows.reduce((sum, row) => sum + row.hits, 0)
}

test('sign-in limits: of fifty guesses at once ten are checked, the others refused until the window is over', async () => {
  await guest(EMAIL, PASSWORD)
  const guesses = await Promise.all(Array.from({ length: 50 }, (_, n) => guest(EMAIL, `guess-${n}`)))
  expect(guesses.filter((answer) => answer.status === 401)).toHaveLength(PER_NETWORK_AND_ACCOUNT)
  const refused = guesses.filter((answer) => answer.status === 429)
  expect(refused).toHaveLength(50 - PER_NETWORK_AND_ACCOUNT)
  const seconds = Number(refused[0]?.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(900)
  expect(await refused[0]?.json()).toEqual({
    error: {
      code: 'too_many_attempts',
      message: `Zbyt wiele prób. Spróbuj ponownie za ${Math.ceil(seconds / 60)} min.`,
    },
  })
  expect((await guest(EMAIL, PASSWORD)).status).toBe(429)

  clock.now = new Date(clock.now.getTime() + 15 * 60 * 1000)
  expect((await guest(EMAIL, PASSWORD)).status).toBe(200)
})

test('sign-in limits: the right password never counts', async () => {
  for (let n = 0; n <= PER_NETWORK_AND_ACCOUNT; n++) expect((await guest(EMAIL, PASSWORD)).status).toBe(200)
  expect(await countOf(limitKey('sign_in', 'account', EMAIL))).toBe(0)
})

test('sign-in limits: guest sign-in and /api/auth share one count, whatever the spelling of the e-mail', async () => {
  await guest(EMAIL, PASSWORD)
  await countedBefore(limitKey('sign_in', 'network_and_account', '127.0.0.1', EMAIL), PER_NETWORK_AND_ACCOUNT - 1)
  const signIn = (email: string) => api.post('/api/auth/sign-in/email', { email, password: 'guess-1' })
  expect((await signIn('ALA@example.com')).status).toBe(401)
  expect((await signIn('Ala@Example.com')).status).toBe(429)
  expect((await guest(EMAIL, 'guess-2')).status).toBe(429)
  expect((await api.post('/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD })).status).toBe(429)
})

test('sign-in limits: one network fails so often with any e-mail, second factors and passwords alike', async () => {
  const cookie = { Cookie: cookieOf(await guest(EMAIL, PASSWORD)) }
  await countedBefore(limitKey('sign_in', 'network', '127.0.0.1'), PER_NETWORK - 1)
  expect((await api.post('/api/auth/two-factor/verify-totp', { code: '000000' })).status).toBe(401)
  expect((await api.post('/api/auth/two-factor/verify-totp', { code: '000001' })).status).toBe(429)
  expect((await guest('jan@example.com', PASSWORD)).status).toBe(200) // a new account is no guess
  expect((await guest('jan@example.com', PASSWORD)).status).toBe(429)
  expect((await api.post('/api/auth/sign-out', {}, cookie)).status).toBe(200) // leaving is free
})

test('sign-up limits: one network opens so many accounts', async () => {
  await countedBefore(limitKey('sign_up', 'network', '127.0.0.1'), SIGN_UPS_PER_NETWORK - 1)
  expect((await guest('one@example.com', PASSWORD)).status).toBe(200)
  expect((await guest('two@example.com', PASSWORD)).status).toBe(429)
  expect(
    (await api.post('/api/auth/sign-up/email', { name: '', email: 'two@example.com', password: PASSWORD })).status,
  ).toBe(429)
})

test('sign-in limits: a forwarded address counts only behind a trusted proxy', async () => {
  await guest(EMAIL, PASSWORD)
  await countedBefore(limitKey('sign_in', 'network_and_account', '127.0.0.1', EMAIL), PER_NETWORK_AND_ACCOUNT)
  for (const address of ['203.0.113.1', '203.0.113.2, 127.0.0.1']) {
    expect((await guest(EMAIL, 'guess-1', { ...from(address), 'X-Shop-Client-Address': address })).status).toBe(429)
  }
})

test('sign-in limits: a stranger locks no customer out, a crowd only where the customer has no session', async ({
  newApi,
}) => {
  api = await newApi({ clock, trustedProxy: ['127.0.0.1'] })
  const home = from('2001:db8:1:2::7')
  await guest(EMAIL, PASSWORD, home)
  await countedBefore(limitKey('sign_in', 'network_and_account', '203.0.113.1', EMAIL), PER_NETWORK_AND_ACCOUNT)
  expect((await guest(EMAIL, PASSWORD, from('203.0.113.1'))).status).toBe(429)
  expect(await countOf(limitKey('sign_in', 'account', EMAIL))).toBe(0)
  expect((await guest(EMAIL, PASSWORD, from('203.0.113.2'))).status).toBe(200)

  await countedBefore(limitKey('sign_in', 'account', EMAIL), PER_ACCOUNT)
  expect((await guest(EMAIL, PASSWORD, from('203.0.113.3'))).status).toBe(429)
  expect((await guest(EMAIL, PASSWORD, from('2001:db8:1:2:ffff::9'))).status).toBe(200)
  expect((await guest(EMAIL, PASSWORD, from('2001:db8:1:3::7'))).status).toBe(429)
})

test('sign-in limits: nobody can spell the key of another account', async () => {
  await guest(EMAIL, PASSWORD)
  for (const email of [`${EMAIL}|127.0.0.1`, '127.0.0.1', `["sign-in","${EMAIL}"]`, `${EMAIL}\u0000`]) {
    for (let n = 0; n < PER_NETWORK_AND_ACCOUNT; n++) {
      const answer = await api.post('/api/auth/sign-in/email', { email, password: 'guess-1' })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
    }
  }
  expect(await countOf(limitKey('sign_in', 'account', EMAIL))).toBe(0)
  expect((await guest(EMAIL, PASSWORD)).status).toBe(200)
})

test('sign-in limits: 200 people behind one address who know their passwords all get in at once', async () => {
  const people = Array.from({ length: 200 }, (_, n) => `osoba-${n}@example.com`)
  await register(people)
  const answers = await Promise.all(people.map((email) => guest(email, PASSWORD)))
  expect(answers.map((answer) => answer.status)).toEqual(people.map(() => 200))
  expect(await countOf(limitKey('sign_in', 'network', '127.0.0.1'))).toBe(0)
})

/** Accounts that all have the same password, hashed once. */
async function register(emails: readonly string[]): Promise<void> {
  const password = await hashPassword(PASSWORD)
  const names = { image: null, first_name: null, last_name: null }
  const users = await api.db
    .insertInto('users')
    .values(emails.map((email) => ({ email, ...names })))
    .returning('id')
    .execute()
  await api.db
    .insertInto('identities')
    .values(users.map(({ id }) => ({ user_id: id, account_id: id, provider_id: 'credential', password })))
    .execute()
}

test('sign-in limits: one right password sent ten times at once is right ten times', async () => {
  const answers = await Promise.all(Array.from({ length: PER_NETWORK_AND_ACCOUNT }, () => guest(EMAIL, PASSWORD)))
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
})

test('sign-in limits: an IPv6 /48 counts as one person with many networks', async ({ newApi }) => {
  api = await newApi({ clock, trustedProxy: ['127.0.0.1'] })
  await guest(EMAIL, PASSWORD, from('2001:db8:1:2::7'))
  await countedBefore(limitKey('sign_in', 'network_and_account', '2001:0db8:0009::/48', EMAIL), PER_SITE_AND_ACCOUNT)
  expect((await guest(EMAIL, PASSWORD, from('2001:db8:9:77::1'))).status).toBe(429)
  expect((await guest(EMAIL, PASSWORD, from('2001:db8:8:77::1'))).status).toBe(200)
})
