import { requestToken } from '#tests/support/account-links.ts'
import { type Api, cookieOf, PASSWORD } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'
import { proveAddresses } from '#tests/support/prove-addresses.ts'
import { totpCode } from '#tests/support/totp.ts'

// All customers of this file share one address.
const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 100 })

let api: Api
test.beforeAll(async ({ api: started }) => {
  api = started
  await api.startJobs()
})

const enter = (token: string, headers = {}) => api.post('/api/sign-in-by-link', { token }, headers)

async function meOf(cookie: string): Promise<string | null> {
  const { user } = (await (await api.get('/api/me', { Cookie: cookie })).json()) as { user: { email: string } | null }
  return user?.email ?? null
}

const accountOf = async (cookie: string) => (await api.get('/api/me/account', { Cookie: cookie })).json()
const statusOf = async (answer: Promise<Response>) => {
  const { status, code } = await answer.then(async (found) => ({
    status: found.status,
    code: ((await found.json()) as { error?: { code: string } }).error?.code,
  }))
  return code ?? status
}

test('login link: signs in once, and leaves a proven account its password and sessions', async () => {
  const { email, cookie } = await api.customer()
  await proveAddresses(api.db, email)
  const token = await requestToken(api, email, 'login-link')
  const answers = await Promise.all([enter(token), enter(token), enter(token)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  const opened = answers.find(({ status }) => status === 200) ?? Response.error()
  expect([await meOf(cookieOf(opened)), await meOf(cookie)]).toEqual([email, email])
  expect(await accountOf(cookie)).toEqual({
    email_verified: true,
    second_factor: false,
    google_linked: false,
    has_password: true,
  })
})

test('login link: the first link that proves an address ends every way in that a stranger set up before', async () => {
  const email = 'cudza@example.com'
  const stranger = await api.customer(email)
  const person = cookieOf(await enter(await requestToken(api, email, 'login-link')))
  expect([await meOf(person), await meOf(stranger.cookie)]).toEqual([email, null])
  expect(await statusOf(api.post('/api/auth/sign-in/email', { email, password: PASSWORD }))).toBe('invalid_credentials')
  expect(await accountOf(person)).toMatchObject({ email_verified: true, has_password: false })

  const set = (cookie: string) => api.post('/api/me/password', { newPassword: 'moje-wlasne' }, { Cookie: cookie })
  const proven = (proven_at: Date | null) => api.db.updateTable('sessions').set({ proven_at }).execute()
  // A session left open in a browser must not give access to the account.
  for (const moment of [null, new Date(api.services.now().getTime() - 10 * 60_000 - 1)]) {
    await proven(moment)
    expect(await statusOf(set(person))).toBe('sign_in_again')
  }
  await proven(api.services.now())
  expect(await statusOf(set(person))).toBe(200)
  expect(await statusOf(set(person))).toBe('password_present')
  expect(await statusOf(api.post('/api/auth/sign-in/email', { email, password: 'moje-wlasne' }))).toBe(200)
})

test('an account without a password is deleted by a session that a link has just opened, and by no older one', async () => {
  const email = 'bez-hasla@example.com'
  await api.customer(email)
  const Cookie = cookieOf(await enter(await requestToken(api, email, 'login-link')))
  const remove = (body: object) => statusOf(api.post('/api/me/delete-account', body, { Cookie }))
  const proven = (proven_at: Date) => api.db.updateTable('sessions').set({ proven_at }).execute()
  await proven(new Date(api.services.now().getTime() - 10 * 60_000 - 1))
  expect(await remove({})).toBe('sign_in_again')
  await proven(api.services.now())
  expect(await remove({ password: '' })).toBe(200)
  expect(await meOf(Cookie)).toBeNull()

  const { cookie } = await api.customer()
  // A password cannot be left out where there is one.
  expect(await statusOf(api.post('/api/me/delete-account', {}, { Cookie: cookie }))).toBe('invalid_password')
})

test('a password changed in the panel ends mailed links and a sign-in that waits for its code, not the proof of the address', async () => {
  const buyer = await api.customer()
  const { email } = buyer
  await proveAddresses(api.db, email)
  const setup = await api.post('/api/auth/two-factor/enable', { password: PASSWORD }, { Cookie: buyer.cookie })
  const { totpURI, backupCodes } = (await setup.json()) as { totpURI: string; backupCodes: string[] }
  const code = { code: totpCode(totpURI) }
  const cookie = cookieOf(await api.post('/api/auth/two-factor/verify-totp', code, { Cookie: buyer.cookie }))
  await api.db.updateTable('users').set({ email_verified: false }).where('email', '=', email).execute()
  await api.post('/api/me/request-verification', {}, { Cookie: cookie })
  const login = await requestToken(api, email, 'login-link')
  const reset = await requestToken(api, email, 'password-reset')
  const { id: user_id } = await api.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const review = await api.db
    .insertInto('account_links')
    .values({ purpose: 'review', email, user_id, expires_at: new Date(Date.now() + 60_000) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const waiting = cookieOf(await api.post('/api/auth/sign-in/email', { email, password: PASSWORD }))

  const change = { currentPassword: PASSWORD, newPassword: 'nowe-haslo' }
  const changed = await api.post('/api/auth/change-password', change, { Cookie: cookie })
  expect(changed.status).toBe(200)
  const token = api.services.linkTokens.create('review', review.id)
  expect(await statusOf(api.post('/api/review-sign-in', { token }))).toBe('link_ended')
  expect(await statusOf(enter(login))).toBe('link_ended')
  const newPassword = 'inne-haslo'
  expect(await statusOf(api.post('/api/reset-password', { token: reset, newPassword }))).toBe('link_ended')
  const backup = { code: backupCodes[0] }
  const answered = api.post('/api/auth/two-factor/verify-backup-code', backup, { Cookie: waiting })
  expect(await statusOf(answered)).toBe('second_factor_expired')
  const proof = { token: await verificationToken(email) }
  expect(await statusOf(api.post('/api/me/verify-email', proof, { Cookie: cookieOf(changed) }))).toBe(200)
})

test('login link: asks for the second factor', async () => {
  const { email, cookie } = await api.customer()
  await proveAddresses(api.db, email)
  const setup = await api.post('/api/auth/two-factor/enable', { password: PASSWORD }, { Cookie: cookie })
  const { totpURI } = (await setup.json()) as { totpURI: string }
  await api.post('/api/auth/two-factor/verify-totp', { code: totpCode(totpURI) }, { Cookie: cookie })
  const asked = await enter(await requestToken(api, email, 'login-link'))
  expect([asked.status, await meOf(cookieOf(asked))]).toEqual([401, null])
  const verified = await api.post(
    '/api/auth/two-factor/verify-totp',
    { code: totpCode(totpURI) },
    { Cookie: cookieOf(asked) },
  )
  expect(await meOf(cookieOf(verified))).toBe(email)
})

test('login link: the browser’s earlier session ends, and the new one has another token', async () => {
  const victim = await api.customer()
  await proveAddresses(api.db, victim.email)
  const carried = await api.customer()
  const token = await requestToken(api, victim.email, 'login-link')
  const opened = await enter(token, { Cookie: carried.cookie })
  expect(await meOf(cookieOf(opened))).toBe(victim.email)
  expect(await meOf(carried.cookie)).toBeNull()
  for (const line of opened.headers.getSetCookie()) expect(line).toMatch(/; HttpOnly; SameSite=Lax/i)
})

async function verificationToken(email: string): Promise<string> {
  const { id } = await api.db
    .selectFrom('account_links')
    .select('id')
    .where('email', '=', email)
    .where('purpose', '=', 'email-verification')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return api.services.linkTokens.create('email-verification', id)
}

test('verification: proves the address only in a session of its account', async () => {
  const { email, cookie } = await api.customer()
  const stranger = await api.customer()
  const ask = () => api.post('/api/me/request-verification', {}, { Cookie: cookie })
  expect(await statusOf(ask())).toBe(200)
  const first = await verificationToken(email)
  expect(await statusOf(ask())).toBe(200)
  const token = await verificationToken(email)
  const verify = (sent: string, held: string) => api.post('/api/me/verify-email', { token: sent }, { Cookie: held })
  expect(await statusOf(verify(token, ''))).toBe('sign_in_required')
  expect(await statusOf(verify(token, stranger.cookie))).toBe('link_of_other_account')
  expect(await statusOf(verify(first, cookie))).toBe('link_replaced')
  expect(await accountOf(cookie)).toMatchObject({ email_verified: false })
  expect(await statusOf(verify(token, cookie))).toBe(200)
  expect(await accountOf(cookie)).toMatchObject({ email_verified: true, has_password: true })
  expect(await statusOf(verify(token, cookie))).toBe('link_used')
})

test('verification: proving the address attaches its orders to the account, and nothing earlier does', async () => {
  const [product] = await productsOnSale(api, 1)
  if (!product) throw new Error('no product is on sale')
  const earlier = await api.customer()
  const placed = await earlier.order(cart([product]))
  const { orderId } = (await placed.json()) as { orderId: string }
  const email = 'dawna-klientka@example.com'
  await api.db.updateTable('orders').set({ email }).where('id', '=', orderId).execute()

  const { cookie } = await api.customer(email)
  const ordersOf = async (held: string) =>
    ((await (await api.get('/api/me/orders', { Cookie: held })).json()) as { id: string }[]).map(({ id }) => id)
  expect(await ordersOf(cookie)).toEqual([])
  await api.post('/api/me/request-verification', {}, { Cookie: cookie })
  await api.post('/api/me/verify-email', { token: await verificationToken(email) }, { Cookie: cookie })
  expect([await ordersOf(cookie), await ordersOf(earlier.cookie)]).toEqual([[orderId], []])
})

test('verification: a second factor requires it, so that strangers cannot lock out the owner of an address', async () => {
  const { email, cookie } = await api.customer()
  const enable = () => api.post('/api/auth/two-factor/enable', { password: PASSWORD }, { Cookie: cookie })
  expect(await statusOf(enable())).toBe('email_not_verified')
  await proveAddresses(api.db, email)
  expect(await statusOf(enable())).toBe(200)
})
