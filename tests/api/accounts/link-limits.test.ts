import { linksOf, requestToken } from '#tests/support/account-links.ts'
import { type Api, cookieOf, PASSWORD } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

const test = base
  .extend('demo', { scope: 'file' }, false)
  // A clock that stands still: limits count by quarters of an hour, and no test may run across the end of one.
  .extend('apiOptions', { scope: 'file' }, { trustedProxy: ['127.0.0.1'], clock: { now: new Date() } })

let api: Api
test.beforeAll(async ({ api: started }) => {
  api = started
  await api.startJobs()
})

/** A new client address each time, as a proxy forwards it. */
let clients = 0
function elsewhere() {
  clients += 1
  return {
    'X-Forwarded-For': `198.${18 + Math.floor(clients / 62_500)}.${Math.floor(clients / 250) % 250}.${clients % 250}`,
  }
}

const ask = async (path: string, email: string, headers: Record<string, string>) =>
  (await api.post(path, { email }, headers)).status
const times = async (count: number, attempt: () => Promise<number>) => {
  const statuses: number[] = []
  for (let n = 0; n < count; n++) statuses.push(await attempt())
  return statuses
}

test.for(['/api/recover', '/api/login-link'])(
  '%s: three links an hour for one address from all networks, whether or not an account has it',
  async (path) => {
    const { email } = await api.customer()
    for (const address of [email, `nikt-${crypto.randomUUID()}@example.com`]) {
      expect(await times(5, () => ask(path, address, elsewhere()))).toEqual([200, 200, 200, 429, 429])
    }
  },
)

test('POST recover: ten links an hour for one network, a hundred for a /48', async () => {
  const anybody = () => `${crypto.randomUUID()}@example.com`
  const one = elsewhere()
  expect((await times(12, () => ask('/api/recover', anybody(), one))).filter((status) => status === 200)).toHaveLength(
    10,
  )
  let network = 0
  const inSite = () => {
    network += 1
    return { 'X-Forwarded-For': `2001:db8:7:${network.toString(16)}::1` }
  }
  const answers = await times(103, () => ask('/api/recover', anybody(), inSite()))
  expect(answers.filter((status) => status === 200)).toHaveLength(100)
})

test('POST recover: is no failed sign-in, and strangers cannot use up the links of a known device', async () => {
  const home = elsewhere()
  const email = 'u-siebie@example.com'
  const joined = await api.post('/api/auth/sign-up/email', { email, password: PASSWORD }, home)
  const device = { ...home, Cookie: cookieOf(joined).replace(/shop\.session_token=[^;]+/, 'x=1') }
  expect(await times(4, () => ask('/api/recover', email, elsewhere()))).toEqual([200, 200, 200, 429])
  expect(await ask('/api/recover', email, device)).toBe(200)
  const signedIn = await api.post('/api/auth/sign-in/email', { email, password: PASSWORD }, elsewhere())
  expect(signedIn.status).toBe(200)
  const wrong = await api.db
    .selectFrom('rate_limits')
    .select('hits')
    .where('key', 'like', '["wrong_password"%u-siebie%')
    .execute()
  expect(wrong.every(({ hits }) => hits === 0)).toBe(true)
})

test('of a thousand guesses from as many addresses twenty are checked, and the person recovers access', async () => {
  const email = 'ofiara@example.com'
  await api.post('/api/auth/sign-up/email', { email, password: PASSWORD }, elsewhere())
  const statuses: Record<number, number> = {}
  const guesses = Array.from({ length: 1000 }, (_, n) => `guess-${n}`)
  const guess = async (password: string): Promise<void> => {
    const { status } = await api.post('/api/auth/sign-in/email', { email, password }, elsewhere())
    statuses[status] = (statuses[status] ?? 0) + 1
  }
  while (guesses.length > 0) await Promise.all(guesses.splice(0, 40).map(guess))
  expect(statuses[401]).toBeLessThanOrEqual(20)
  expect(statuses[200] ?? 0).toBe(0)
  // The guesses used up the limit, so even the right password from an unknown device is refused.
  expect((await api.post('/api/auth/sign-in/email', { email, password: PASSWORD }, elsewhere())).status).toBe(429)

  const token = await requestToken(api, email, 'password-reset', elsewhere())
  const home = elsewhere()
  const done = await api.post('/api/reset-password', { token, newPassword: 'odzyskane-1' }, home)
  expect(done.status).toBe(200)
  const device = cookieOf(done).replace(/shop\.session_token=[^;]+/, 'x=1')
  const again = await api.post(
    '/api/auth/sign-in/email',
    { email, password: 'odzyskane-1' },
    { ...home, Cookie: device },
  )
  expect(again.status).toBe(200)
  expect(await linksOf(api, email, 'password-reset')).toHaveLength(1)
})
