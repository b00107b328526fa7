import { limitKey, RATE_LIMITS } from '#domain/kernel/rate-limits/rate-limits.ts'
import { type Api, askAll, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { proveAddresses } from '#tests/support/prove-addresses.ts'
import { totpCode } from '#tests/support/totp.ts'

const [{ most: PER_DEVICE }, { most: PER_NETWORK_AND_ACCOUNT }, { most: PER_NETWORK }, { most: PER_ACCOUNT }] =
  RATE_LIMITS.wrong_password.limits
const [{ most: RIGHT_PER_NETWORK_AND_ACCOUNT }, { most: RIGHT_PER_NETWORK }] = RATE_LIMITS.right_password.limits
const [{ most: SIGN_UPS_PER_NETWORK }] = RATE_LIMITS.sign_up.limits

const EMAIL = 'ala@example.com'
const PASSWORD = 'sekret1'

// Each test counts its attempts in its own database, at a time that it sets.
let api: Api
const clock = { now: new Date() }
const test = base.extend('demo', { scope: 'file' }, false)
test.beforeEach(async ({ newApi }) => {
  clock.now = new Date()
  api = await newApi({ clock })
})

const guest = (email: string, password: string, headers: Record<string, string> = {}) =>
  api.post('/api/guest-sign-in', { email, password, acceptedTerms: true }, headers)

const from = (address: string) => ({ 'X-Forwarded-For': address })

/** Stores a number of counted attempts of this window, because hashing them all would take long. */
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
  const guesses = await askAll(Array.from({ length: 50 }, (_, n) => () => guest(EMAIL, `guess-${n}`)))
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

test('sign-in limits: right passwords are counted apart from wrong ones, per e-mail and network and per network', async () => {
  await guest(EMAIL, PASSWORD)
  for (let n = 0; n <= PER_NETWORK_AND_ACCOUNT; n++) expect((await guest(EMAIL, PASSWORD)).status).toBe(200)
  expect(await countOf(limitKey('wrong_password', 'account', EMAIL))).toBe(0)
  const ofEmail = limitKey('right_password', 'network_and_account', '127.0.0.1', EMAIL)
  expect(await countOf(ofEmail)).toBe(PER_NETWORK_AND_ACCOUNT + 1)

  await countedBefore(ofEmail, RIGHT_PER_NETWORK_AND_ACCOUNT - 1)
  expect((await guest(EMAIL, 'guess-1')).status).toBe(401)
  expect((await guest(EMAIL, PASSWORD)).status).toBe(200)
  expect((await guest(EMAIL, PASSWORD)).status).toBe(429)
  await guest('jan@example.com', PASSWORD)
  expect((await guest('jan@example.com', PASSWORD)).status).toBe(200)
  await countedBefore(limitKey('right_password', 'network', '127.0.0.1'), RIGHT_PER_NETWORK)
  expect((await guest('jan@example.com', PASSWORD)).status).toBe(429)
})

test('sign-in limits: guest sign-in and /api/auth share one count for all spellings of an e-mail', async () => {
  await guest(EMAIL, PASSWORD)
  await countedBefore(
    limitKey('wrong_password', 'network_and_account', '127.0.0.1', EMAIL),
    PER_NETWORK_AND_ACCOUNT - 1,
  )
  const signIn = (email: string) => api.post('/api/auth/sign-in/email', { email, password: 'guess-1' })
  expect((await signIn('ALA@example.com')).status).toBe(401)
  expect((await signIn('Ala@Example.com')).status).toBe(429)
  expect((await guest(EMAIL, 'guess-2')).status).toBe(429)
  expect((await api.post('/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD })).status).toBe(429)
})

test('sign-in limits: a network has a limit of failures over all e-mails, and one for codes', async () => {
  const cookie = { Cookie: cookieOf(await guest(EMAIL, PASSWORD)) }
  await countedBefore(limitKey('wrong_code', 'network', '127.0.0.1'), PER_NETWORK - 1)
  expect((await api.post('/api/auth/two-factor/verify-totp', { code: '000000' })).status).toBe(401)
  expect((await api.post('/api/auth/two-factor/verify-totp', { code: '000001' })).status).toBe(429)
  await countedBefore(limitKey('wrong_password', 'network', '127.0.0.1'), PER_NETWORK)
  expect((await guest('jan@example.com', PASSWORD)).status).toBe(200) // a new account does not count as a guess
  expect((await guest('jan@example.com', PASSWORD)).status).toBe(429)
  expect((await api.post('/api/auth/sign-out', {}, cookie)).status).toBe(200) // signing out does not count
})

test('sign-up limits: a network has a limit of new accounts', async () => {
  await countedBefore(limitKey('sign_up', 'network', '127.0.0.1'), SIGN_UPS_PER_NETWORK - 1)
  expect((await guest('one@example.com', PASSWORD)).status).toBe(200)
  expect((await guest('two@example.com', PASSWORD)).status).toBe(429)
  expect(
    (await api.post('/api/auth/sign-up/email', { name: '', email: 'two@example.com', password: PASSWORD })).status,
  ).toBe(429)
})

test('sign-in limits: a forwarded address counts only behind a trusted proxy', async () => {
  await guest(EMAIL, PASSWORD)
  await countedBefore(limitKey('wrong_password', 'network_and_account', '127.0.0.1', EMAIL), PER_NETWORK_AND_ACCOUNT)
  for (const address of ['203.0.113.1', '203.0.113.2, 127.0.0.1']) {
    expect((await guest(EMAIL, 'guess-1', { ...from(address), 'X-Shop-Client-Address': address })).status).toBe(429)
  }
})

/** A different network for each number. */
const stranger = (n: number) => from(`198.${18 + (n >> 16)}.${(n >> 8) & 255}.${n & 255}`)
const GUESSES = 300
const statuses = (answers: readonly Response[]) => answers.map(({ status }) => status)

test('sign-in limits: of 300 guesses from 300 addresses twenty are checked, and a known device gets in', async ({
  newApi,
}) => {
  api = await newApi({ clock, trustedProxy: ['127.0.0.1'] })
  const device = { Cookie: cookieOf(await guest(EMAIL, PASSWORD, from('192.0.2.1'))) }
  const guesses: Response[] = []
  // In small groups, because callers who find the password queue full retry.
  for (let n = 0; n < GUESSES; n += 20) {
    const asks = Array.from({ length: 20 }, (_, more) => () => guest(EMAIL, `guess-${n + more}`, stranger(n + more)))
    guesses.push(...(await askAll(asks)))
  }
  expect(statuses(guesses).filter((status) => status === 401)).toHaveLength(PER_ACCOUNT)
  expect(statuses(guesses).filter((status) => status === 429)).toHaveLength(GUESSES - PER_ACCOUNT)

  // From a new address, and by the other ways to sign in.
  const known = { ...device, ...from('192.0.2.2') }
  expect((await guest(EMAIL, PASSWORD, known)).status).toBe(200)
  const credentials = { email: EMAIL, password: PASSWORD }
  expect((await api.post('/api/auth/sign-in/email', credentials, known)).status).toBe(200)
  expect((await guest(EMAIL, PASSWORD, from('192.0.2.1'))).status).toBe(429)

  clock.now = new Date(clock.now.getTime() + 15 * 60 * 1000)
  expect((await guest(EMAIL, PASSWORD, from('192.0.2.3'))).status).toBe(200)
})

test('sign-in limits: strangers cannot shut the admin out of a known device', async ({ newApi }) => {
  api = await newApi({ clock, trustedProxy: ['127.0.0.1'] })
  const { email, password } = api.admin
  const enter = (typed: string, headers: Record<string, string>) =>
    api.post('/api/admin-sign-in', { email, password: typed }, headers)
  const entered = await enter(password, from('192.0.2.1'))
  const device = { Cookie: deviceOf(entered) }
  const guesses = await askAll(Array.from({ length: 100 }, (_, n) => () => enter(`guess-${n}`, stranger(n))))
  expect(statuses(guesses).filter((status) => status === 401)).toHaveLength(PER_ACCOUNT)
  expect((await enter(password, from('192.0.2.1'))).status).toBe(429)
  expect((await enter(password, { ...device, ...from('192.0.2.9') })).status).toBe(200)
})

/** The device cookie alone, as after signing out. */
const deviceOf = (answer: Response) =>
  cookieOf(answer)
    .split('; ')
    .filter((pair) => pair.includes('shop.device='))
    .join('; ')

test('sign-in limits: a known device has ten guesses of its own, not counted for others', async ({ newApi }) => {
  api = await newApi({ clock, trustedProxy: ['127.0.0.1'] })
  const device = { Cookie: deviceOf(await guest(EMAIL, PASSWORD, from('192.0.2.1'))) }
  const guesses = await askAll(
    Array.from({ length: PER_DEVICE + 5 }, (_, n) => () => guest(EMAIL, `guess-${n}`, { ...device, ...stranger(n) })),
  )
  expect(statuses(guesses).filter((status) => status === 401)).toHaveLength(PER_DEVICE)
  expect((await guest(EMAIL, PASSWORD, { ...device, ...from('192.0.2.1') })).status).toBe(429)
  expect(await countOf(limitKey('wrong_password', 'account', EMAIL))).toBe(0)
  expect((await guest(EMAIL, PASSWORD, from('192.0.2.1'))).status).toBe(200)
})

test('sign-in limits: wrong codes of strangers who know the password do not lock out a known device', async ({
  newApi,
}) => {
  api = await newApi({ clock, trustedProxy: ['127.0.0.1'] })
  const signIn = (headers: Record<string, string>) =>
    api.post('/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD }, headers)
  const verify = (code: string, headers: Record<string, string>) =>
    api.post('/api/auth/two-factor/verify-totp', { code }, headers)
  const joined = await guest(EMAIL, PASSWORD, from('192.0.2.1'))
  await proveAddresses(api.db, EMAIL)
  const setup = await api.post('/api/auth/two-factor/enable', { password: PASSWORD }, { Cookie: cookieOf(joined) })
  const { totpURI } = (await setup.json()) as { totpURI: string }
  const enrolled = await verify(totpCode(totpURI), { Cookie: cookieOf(joined) })
  expect(enrolled.status).toBe(200)

  const [, , { most: CODES_PER_ACCOUNT }] = RATE_LIMITS.wrong_code.limits
  const tried: number[] = []
  for (let n = 0; n < CODES_PER_ACCOUNT + 4; n++) {
    const challenge = { Cookie: cookieOf(await signIn(stranger(n))) }
    tried.push((await verify('12345', { ...challenge, ...stranger(n) })).status)
  }
  expect(tried).toEqual([...Array(CODES_PER_ACCOUNT).fill(401), ...Array(4).fill(429)])
  const unknown = { Cookie: cookieOf(await signIn(from('192.0.2.7'))), ...from('192.0.2.7') }
  const code = totpCode(totpURI)
  expect((await verify(code, unknown)).status).toBe(429)

  // A device known before the second factor is no longer known.
  const earlier = deviceOf(joined)
  const refused = await signIn({ Cookie: earlier, ...from('192.0.2.8') })
  const forgotten = { Cookie: `${earlier}; ${cookieOf(refused)}`, ...from('192.0.2.8') }
  expect((await verify('12345', forgotten)).status).toBe(429)
  const device = deviceOf(enrolled)
  const asked = await signIn({ Cookie: device, ...from('192.0.2.8') })
  const known = { Cookie: `${device}; ${cookieOf(asked)}`, ...from('192.0.2.8') }
  expect((await verify('12345', known)).status).toBe(401)
  expect((await verify(code, known)).status).toBe(200)
})

test('sign-in limits: no e-mail address can share the counter of another account', async () => {
  await guest(EMAIL, PASSWORD)
  for (const email of [`${EMAIL}|127.0.0.1`, '127.0.0.1', `["sign-in","${EMAIL}"]`, `${EMAIL}\u0000`]) {
    for (let n = 0; n < PER_NETWORK_AND_ACCOUNT; n++) {
      const answer = await api.post('/api/auth/sign-in/email', { email, password: 'guess-1' })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
    }
  }
  expect(await countOf(limitKey('wrong_password', 'account', EMAIL))).toBe(0)
  expect((await guest(EMAIL, PASSWORD)).status).toBe(200)
})

test('sign-in limits: the right password sent ten times at once signs in ten times', async () => {
  const answers = await askAll(Array.from({ length: PER_NETWORK_AND_ACCOUNT }, () => () => guest(EMAIL, PASSWORD)))
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
})

test('sign-in limits: an IPv6 /48 counts as ten networks', async ({ newApi }) => {
  api = await newApi({ clock, trustedProxy: ['127.0.0.1'] })
  await guest(EMAIL, PASSWORD, from('2001:db8:1:2::7'))
  await countedBefore(limitKey('wrong_password', 'network', '2001:0db8:0009::/48'), 10 * PER_NETWORK)
  expect((await guest(EMAIL, PASSWORD, from('2001:db8:9:77::1'))).status).toBe(429)
  expect((await guest(EMAIL, PASSWORD, from('2001:db8:8:77::1'))).status).toBe(200)
})
