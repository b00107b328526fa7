import { afterEach, expect, test } from 'vitest'
import {
  FAILURES_PER_ACCOUNT,
  FAILURES_PER_NETWORK,
  FAILURES_PER_PAIR,
  FAILURES_PER_SITE_PAIR,
  limitKey,
  SIGN_UPS_PER_NETWORK,
} from '#domain/rate-limits/limit-attempts.server.ts'
import { type AccountServer, cookieOf, startAccountServer } from '#tests/support/account-server.ts'

const EMAIL = 'ala@example.com'
const PASSWORD = 'sekret1'

let server: AccountServer
afterEach(() => server.stop())

const guest = (email: string, password: string, headers: Record<string, string> = {}) =>
  server.post('/api/guest-sign-in', { email, password, acceptedTerms: true }, headers)

const from = (address: string) => ({ 'X-Forwarded-For': address })

/** As if so many attempts had been counted in this window: hashing them all would only take time. */
async function countedBefore(key: string, hits: number): Promise<void> {
  const window = 15 * 60 * 1000
  const window_start = new Date(Math.floor(server.clock.now.getTime() / window) * window)
  await server.db.insertInto('rate_limits').values({ key, hits, window_start }).execute()
}

async function countOf(key: string): Promise<number> {
  const rows = await server.db.selectFrom('rate_limits').select('hits').where('key', '=', key).execute()
  return rows.reduce((sum, row) => sum + row.hits, 0)
}

test('fifty guesses at once: ten are looked at, the others told when to come back; then it opens again', async () => {
  server = await startAccountServer()
  await guest(EMAIL, PASSWORD)
  const guesses = await Promise.all(Array.from({ length: 50 }, (_, n) => guest(EMAIL, `guess-${n}`)))
  expect(guesses.filter((answer) => answer.status === 401)).toHaveLength(FAILURES_PER_PAIR)
  const refused = guesses.filter((answer) => answer.status === 429)
  expect(refused).toHaveLength(50 - FAILURES_PER_PAIR)
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

  server.clock.now = new Date(server.clock.now.getTime() + 15 * 60 * 1000)
  expect((await guest(EMAIL, PASSWORD)).status).toBe(200)
  await guest(EMAIL, 'guess-1') // the first failure of a window sweeps those that are over
  const windows = await server.db.selectFrom('rate_limits').select('window_start').execute()
  expect(windows.filter((row) => row.window_start < new Date(server.clock.now.getTime() - 15 * 60 * 1000))).toEqual([])
}, 30_000)

test('the right password never counts', async () => {
  server = await startAccountServer()
  for (let n = 0; n <= FAILURES_PER_PAIR; n++) expect((await guest(EMAIL, PASSWORD)).status).toBe(200)
  expect(await countOf(limitKey('sign-in', EMAIL))).toBe(0)
})

test('the same limits stand before Better Auth, whatever the spelling, and share one count', async () => {
  server = await startAccountServer()
  await guest(EMAIL, PASSWORD)
  await countedBefore(limitKey('sign-in', EMAIL, '127.0.0.1'), FAILURES_PER_PAIR - 1)
  const signIn = (email: string) => server.post('/api/auth/sign-in/email', { email, password: 'guess-1' })
  expect((await signIn('ALA@example.com')).status).toBe(401)
  expect((await signIn('Ala@Example.com')).status).toBe(429)
  expect((await guest(EMAIL, 'guess-2')).status).toBe(429)
  expect((await server.post('/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD })).status).toBe(429)
})

test('one network fails so often with any e-mail, second factors and passwords alike', async () => {
  server = await startAccountServer()
  const cookie = { Cookie: cookieOf(await guest(EMAIL, PASSWORD)) }
  await countedBefore(limitKey('sign-in from', '127.0.0.1'), FAILURES_PER_NETWORK - 1)
  expect((await server.post('/api/auth/two-factor/verify-totp', { code: '000000' })).status).toBe(401)
  expect((await server.post('/api/auth/two-factor/verify-totp', { code: '000001' })).status).toBe(429)
  expect((await guest('jan@example.com', PASSWORD)).status).toBe(200) // a new account is no guess
  expect((await guest('jan@example.com', PASSWORD)).status).toBe(429)
  expect((await server.post('/api/auth/sign-out', {}, cookie)).status).toBe(200) // leaving is free
})

test('one network opens so many accounts', async () => {
  server = await startAccountServer()
  await countedBefore(limitKey('sign-up from', '127.0.0.1'), SIGN_UPS_PER_NETWORK - 1)
  expect((await guest('one@example.com', PASSWORD)).status).toBe(200)
  expect((await guest('two@example.com', PASSWORD)).status).toBe(429)
  expect(
    (await server.post('/api/auth/sign-up/email', { name: '', email: 'two@example.com', password: PASSWORD })).status,
  ).toBe(429)
})

test('a forwarded address counts only behind a trusted proxy', async () => {
  server = await startAccountServer()
  await guest(EMAIL, PASSWORD)
  await countedBefore(limitKey('sign-in', EMAIL, '127.0.0.1'), FAILURES_PER_PAIR)
  for (const address of ['203.0.113.1', '203.0.113.2, 127.0.0.1']) {
    expect((await guest(EMAIL, 'guess-1', { ...from(address), 'X-Shop-Client-Address': address })).status).toBe(429)
  }
})

test('a stranger does not lock a customer out, and a crowd of them only where the customer is not known', async () => {
  server = await startAccountServer({ trustedProxy: ['127.0.0.1'] })
  const home = from('2001:db8:1:2::7')
  await guest(EMAIL, PASSWORD, home)
  await countedBefore(limitKey('sign-in', EMAIL, '203.0.113.1'), FAILURES_PER_PAIR)
  expect((await guest(EMAIL, PASSWORD, from('203.0.113.1'))).status).toBe(429)
  expect(await countOf(limitKey('sign-in', EMAIL))).toBe(0)
  expect((await guest(EMAIL, PASSWORD, from('203.0.113.2'))).status).toBe(200)

  await countedBefore(limitKey('sign-in', EMAIL), FAILURES_PER_ACCOUNT)
  expect((await guest(EMAIL, PASSWORD, from('203.0.113.3'))).status).toBe(429)
  expect((await guest(EMAIL, PASSWORD, from('2001:db8:1:2:ffff::9'))).status).toBe(200)
  expect((await guest(EMAIL, PASSWORD, from('2001:db8:1:3::7'))).status).toBe(429)
})

test('nobody can spell the count of another: an e-mail with an address in it, an address for an e-mail', async () => {
  server = await startAccountServer()
  await guest(EMAIL, PASSWORD)
  for (const email of [`${EMAIL}|127.0.0.1`, '127.0.0.1', `["sign-in","${EMAIL}"]`, `${EMAIL}\u0000`]) {
    for (let n = 0; n < FAILURES_PER_PAIR; n++) {
      const answer = await server.post('/api/auth/sign-in/email', { email, password: 'guess-1' })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
    }
  }
  expect(await countOf(limitKey('sign-in', EMAIL))).toBe(0)
  expect((await guest(EMAIL, PASSWORD)).status).toBe(200)
})

test('a crowd behind one address that knows its passwords is let in, however many come at once', async () => {
  server = await startAccountServer()
  const people = Array.from({ length: FAILURES_PER_NETWORK + 30 }, (_, n) => `osoba-${n}@example.com`)
  const joined = await Promise.all(people.map((email) => guest(email, PASSWORD)))
  expect(joined.map((answer) => answer.status)).toEqual(people.map(() => 200))
  const back = await Promise.all(people.map((email) => guest(email, PASSWORD)))
  expect(back.map((answer) => answer.status)).toEqual(people.map(() => 200))
  expect(await countOf(limitKey('sign-in from', '127.0.0.1'))).toBe(0)
}, 60_000)

test('one password pressed twenty times at once is right twenty times', async () => {
  server = await startAccountServer()
  const answers = await Promise.all(Array.from({ length: 20 }, () => guest(EMAIL, PASSWORD)))
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
})

test('an IPv6 site is one person with many networks', async () => {
  server = await startAccountServer({ trustedProxy: ['127.0.0.1'] })
  await guest(EMAIL, PASSWORD, from('2001:db8:1:2::7'))
  await countedBefore(limitKey('sign-in', EMAIL, '2001:0db8:0009::/48'), FAILURES_PER_SITE_PAIR)
  expect((await guest(EMAIL, PASSWORD, from('2001:db8:9:77::1'))).status).toBe(429)
  expect((await guest(EMAIL, PASSWORD, from('2001:db8:8:77::1'))).status).toBe(200)
})
