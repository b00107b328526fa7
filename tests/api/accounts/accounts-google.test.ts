import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { log } from '#domain/kernel/log.ts'
import { type Api, type Customer, cookieOf, PASSWORD } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { chooseAtGoogle, type GoogleAnswer, readAnswer } from '#tests/support/google.ts'
import { proveAddresses } from '#tests/support/prove-addresses.ts'
import { totpCode } from '#tests/support/totp.ts'

const test = base.extend('demo', { scope: 'file' }, false)

let api: Api
test.beforeAll(({ api: started }) => {
  api = started
})

type Attempt = { url: string; cookie: string }

async function begin(path: string, cookie = ''): Promise<Attempt> {
  const begun = await api.post(path, {}, { Cookie: cookie })
  expect(begun.status).toBe(200)
  const { url } = (await begun.json()) as { url: string }
  return { url, cookie: [cookie, cookieOf(begun)].filter(Boolean).join('; ') }
}

const finish = (answer: GoogleAnswer, cookie: string) =>
  api.post('/api/auth/callback/google', answer, { Cookie: cookie })

/** Signs in with the Google account of this address, from the first call to the last. */
async function signIn(email: string) {
  const { url, cookie } = await begin('/api/auth/sign-in/google')
  return finish(readAnswer(await chooseAtGoogle(url, email)), cookie)
}

async function link({ cookie }: Pick<Customer, 'cookie'>, email: string) {
  const attempt = await begin('/api/auth/link-google', cookie)
  return finish(readAnswer(await chooseAtGoogle(attempt.url, email)), attempt.cookie)
}

const newAddress = () => `${randomUUID()}@poczta.example`
const userOf = (email: string) => api.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
const securityOf = async (cookie: string) => (await api.get('/api/me/account', { Cookie: cookie })).json()
const customerHeaders = (answer: Response) => ({ Cookie: cookieOf(answer) })
const codeOf = async (answer: Response) => {
  const { error } = (await answer.json()) as { error?: { code: string } }
  return [answer.status, error?.code]
}

test('a new address creates an account with accepted terms, and later signs in to it', async () => {
  const email = newAddress()
  const first = await signIn(email)
  expect([first.status, await first.json()]).toMatchObject([200, { outcome: 'signed_in', user: { email } }])
  expect(first.headers.getSetCookie().join()).toMatch(/shop\.session_token=[^;]+;[^,]*HttpOnly; SameSite=Lax/)
  const user = await userOf(email)
  expect(user).toMatchObject({
    role: 'customer',
    first_name: 'Osoba',
    last_name: 'Próbna',
    terms_version: api.services.profile.effectiveDate,
    // Google confirmed it once but does not deliver its mail, so the welcome asks for the proof.
    email_verified: false,
  })
  expect(await securityOf(cookieOf(first))).toMatchObject({ has_password: false, google_linked: true })
  const mails = api.db.selectFrom('mail_outbox').select('template').where('recipient', '=', email)
  expect(await mails.execute()).toEqual([{ template: 'welcome' }])
  const tokens = await api.db
    .selectFrom('identities')
    .selectAll()
    .where('user_id', '=', user?.id ?? '')
    .execute()
  expect(tokens).toMatchObject([{ provider_id: 'google', access_token: null, id_token: null, refresh_token: null }])

  const again = await signIn(email.toUpperCase())
  expect(await again.json()).toMatchObject({ user: { id: user?.id } })
})

test('an address whose mail Google delivers is proven by it', async () => {
  expect((await signIn('anna.probna@firma.example')).status).toBe(200)
  expect(await userOf('anna.probna@firma.example')).toMatchObject({ email_verified: true, first_name: 'Anna' })
})

test('Google does not sign in to an existing account, as the admin, or with an unconfirmed address', async () => {
  const { email } = await api.customer(newAddress())
  expect(await codeOf(await signIn(email))).toEqual([409, 'google_address_taken'])
  expect(await codeOf(await signIn(api.admin.email))).toEqual([409, 'google_address_taken'])
  const unconfirmed = 'ewa.niepotwierdzona@poczta.example'
  expect(await codeOf(await signIn(unconfirmed))).toEqual([403, 'google_email_unverified'])
  expect(await userOf(unconfirmed)).toBeUndefined()
  const linked = await api.db
    .selectFrom('identities')
    .innerJoin('users', 'users.id', 'user_id')
    .select('email')
    .where('provider_id', '=', 'google')
    .where('email', 'in', [email, api.admin.email])
    .execute()
  expect(linked).toEqual([])
})

test('Google’s answer works once, in the browser that began, with the state and code of that attempt', async () => {
  const warn = vi.spyOn(log, 'warn').mockReturnValue()
  const email = newAddress()
  const { url, cookie } = await begin('/api/auth/sign-in/google')
  const answer = readAnswer(await chooseAtGoogle(url, email))
  const invalid = [400, 'google_attempt_invalid']
  expect(await codeOf(await finish(answer, '')), 'another browser').toEqual(invalid)
  const other = await begin('/api/auth/sign-in/google')
  expect(await codeOf(await finish(answer, other.cookie)), 'the cookie of another attempt').toEqual(invalid)
  expect(await codeOf(await finish({ ...answer, state: 'x'.repeat(32) }, cookie)), 'made up').toEqual(invalid)
  const stolen = { ...readAnswer(await chooseAtGoogle(other.url, email)), state: answer.state }
  expect(await codeOf(await finish(stolen, cookie)), 'the code of another attempt').toEqual([400, 'google_refused'])
  expect(await codeOf(await finish(answer, cookie)), 'the state is used').toEqual(invalid)
  expect(await userOf(email)).toBeUndefined()

  const next = await begin('/api/auth/sign-in/google')
  const entered = readAnswer(await chooseAtGoogle(next.url, email))
  expect((await finish(entered, next.cookie)).status).toBe(200)
  expect(await codeOf(await finish(entered, next.cookie)), 'replayed').toEqual(invalid)
  const third = await begin('/api/auth/sign-in/google')
  const replayed = { code: entered.code, state: new URL(third.url).searchParams.get('state') ?? '' }
  expect(await codeOf(await finish(replayed, third.cookie)), 'a used code').toEqual([400, 'google_refused'])
  expect(JSON.stringify(warn.mock.calls)).not.toContain(entered.code)
})

test('the redirect to Google carries state, PKCE and nonce, and returns to the shop only', async () => {
  const { url } = await begin('/api/auth/sign-in/google')
  const { searchParams } = new URL(url)
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    redirect_uri: `${api.services.profile.shopUrl}/logowanie/google`,
  })
  for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)).toMatch(/^[\w-]{32,}$/)
  const elsewhere = { callbackURL: 'https://zly.example' }
  expect((await api.post('/api/auth/sign-in/google', elsewhere)).status).toBe(400)
  expect((await api.post('/api/auth/sign-in/google?callbackURL=https://zly.example', {})).status).toBe(400)
})

test('linking requires the same confirmed address and the session that began it', async () => {
  const [customer, stranger] = [await api.customer(newAddress()), await api.customer(newAddress())]
  expect(await codeOf(await link(customer, newAddress()))).toEqual([409, 'google_other_address'])
  const attempt = await begin('/api/auth/link-google', customer.cookie)
  const answer = readAnswer(await chooseAtGoogle(attempt.url, stranger.email))
  const swapped = attempt.cookie.replace(customer.cookie, stranger.cookie)
  expect(await codeOf(await finish(answer, swapped))).toEqual([400, 'google_attempt_invalid'])
  const admin = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  expect(await codeOf(await api.post('/api/auth/link-google', {}, { Cookie: admin }))).toEqual([
    409,
    'google_not_for_admin',
  ])
  expect(await securityOf(admin)).toMatchObject({ google_linked: null })

  expect(await (await link(customer, customer.email)).json()).toMatchObject({ outcome: 'linked' })
  expect((await link(customer, customer.email)).status).toBe(200)
  const entered = await signIn(customer.email)
  expect(await entered.json()).toMatchObject({ user: { email: customer.email } })
  // The device is known from now on, as after any sign-in.
  expect(entered.headers.getSetCookie().join()).toContain('shop.device=')
  const copy = (await (await api.get('/api/me/export', customerHeaders(entered))).json()) as { sign_in: object[] }
  expect(copy.sign_in).toMatchObject([{ method: 'credential' }, { method: 'google' }])
})

test('Google can be unlinked if the account has a password, never as the last way to sign in', async () => {
  const email = newAddress()
  const session = customerHeaders(await signIn(email))
  const unlink = () => api.post('/api/auth/unlink-google', {}, session)
  expect(await codeOf(await unlink())).toEqual([409, 'last_way_in'])
  expect((await api.post('/api/me/password', { newPassword: PASSWORD }, session)).status).toBe(200)
  expect((await unlink()).status).toBe(200)
  expect(await securityOf(session.Cookie)).toMatchObject({ has_password: true, google_linked: false })
  expect(await codeOf(await signIn(email))).toEqual([409, 'google_address_taken'])
})

test('a second factor is asked for after Google, too', async () => {
  const customer = await api.customer(newAddress())
  await proveAddresses(api.db)
  const headers = { Cookie: customer.cookie }
  const enabled = await api.post('/api/auth/two-factor/enable', { password: PASSWORD }, headers)
  const { totpURI } = (await enabled.json()) as { totpURI: string }
  const confirmed = await api.post('/api/auth/two-factor/verify-totp', { code: totpCode(totpURI) }, headers)
  expect((await link({ cookie: cookieOf(confirmed) }, customer.email)).status).toBe(200)

  const asked = await signIn(customer.email)
  expect(asked.headers.getSetCookie().join()).not.toMatch(/session_token=[^;]/)
  const challenge = customerHeaders(asked)
  expect(await codeOf(asked)).toEqual([401, 'second_factor_required'])
  expect(await (await api.get('/api/me', challenge)).json()).toMatchObject({ user: null })
  const verified = await api.post('/api/auth/two-factor/verify-totp', { code: totpCode(totpURI) }, challenge)
  expect(await (await api.get('/api/me', customerHeaders(verified))).json()).toMatchObject({
    user: { email: customer.email },
  })
})

test('two first sign-ins at once make one account', async () => {
  const email = newAddress()
  const answers = await Promise.all([signIn(email), signIn(email), signIn(email)])
  expect(answers.map(({ status }) => status).toSorted()).toContain(200)
  const users = api.db.selectFrom('users').select('id').where('email', '=', email)
  expect(await users.execute()).toHaveLength(1)
})

test('while Google is unavailable the shop says so, and the attempt can be repeated', async ({ sandbox, newApi }) => {
  const warn = vi.spyOn(log, 'warn').mockReturnValue()
  const away = { ...sandbox, google: { ...sandbox.google, tokenUrl: 'http://127.0.0.1:1/token' } }
  const other = await newApi({ google: away.google })
  const begun = await other.post('/api/auth/sign-in/google', {})
  const { url } = (await begun.json()) as { url: string }
  const answer = readAnswer(await chooseAtGoogle(url, newAddress()))
  const refused = await other.post('/api/auth/callback/google', answer, customerHeaders(begun))
  expect(await codeOf(refused)).toEqual([503, 'google_unavailable'])
  expect(warn).toHaveBeenCalled()
})

test('without keys for Google the shop does not offer it', async ({ newApi }) => {
  const other = await newApi({ google: null })
  expect(await (await other.get('/api/auth/providers')).json()).toEqual({ google: false })
  const { cookie } = await other.customer()
  const calls = {
    '/api/auth/sign-in/google': {},
    '/api/auth/callback/google': { code: 'x', state: 'x' },
    '/api/auth/link-google': {},
    '/api/auth/unlink-google': {},
  }
  for (const [path, body] of Object.entries(calls)) {
    expect((await other.post(path, body, { Cookie: cookie })).status, path).toBe(404)
  }
  expect(await (await other.get('/api/me/account', { Cookie: cookie })).json()).toMatchObject({ google_linked: null })
})
