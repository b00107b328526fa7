import { linksOf, requestToken } from '#tests/support/account-links.ts'
import { type Api, cookieOf, PASSWORD } from '#tests/support/api.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { proveAddresses } from '#tests/support/prove-addresses.ts'
import { totpCode } from '#tests/support/totp.ts'

const test = base
  .extend('demo', { scope: 'file' }, false)
  // All customers of this file share one address.
  .extend('apiOptions', { scope: 'file' }, { limitFactor: 100 })

let api: Api
test.beforeAll(async ({ api: started }) => {
  api = started
  await api.startJobs()
})

const NEW_PASSWORD = 'nowe-haslo-1'
const reset = (token: string, newPassword = NEW_PASSWORD, headers = {}) =>
  api.post('/api/reset-password', { token, newPassword }, headers)
const signIn = (email: string, password: string, headers = {}) =>
  api.post('/api/auth/sign-in/email', { email, password }, headers)

async function emailOf(cookie: string): Promise<string | null> {
  const { user } = (await (await api.get('/api/me', { Cookie: cookie })).json()) as { user: { email: string } | null }
  return user?.email ?? null
}

const mailsOf = (email: string) =>
  api.db.selectFrom('mail_outbox').select(['template', 'data', 'key']).where('recipient', '=', email).execute()

test('recovery: sets the new password, signs in, and ends every earlier session', async () => {
  const { email, cookie } = await api.customer()
  const second = cookieOf(await signIn(email, PASSWORD))
  const token = await requestToken(api, email, 'password-reset')

  const done = await reset(token)
  expect([done.status, await done.json()]).toMatchObject([200, { user: { email } }])
  expect(await emailOf(cookieOf(done))).toBe(email)
  expect([await emailOf(cookie), await emailOf(second)]).toEqual([null, null])
  expect((await signIn(email, PASSWORD)).status).toBe(401)
  expect((await signIn(email, NEW_PASSWORD)).status).toBe(200)
  const { email_verified } = await api.db
    .selectFrom('users')
    .select('email_verified')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(email_verified).toBe(true)
  expect((await mailsOf(email)).map(({ template }) => template)).toEqual(
    expect.arrayContaining(['password-reset', 'password-changed']),
  )
})

test('recovery: takes an account away from the stranger who registered the address first', async () => {
  const email = 'prawdziwa@example.com'
  const stranger = await api.customer(email)
  const token = await requestToken(api, email, 'password-reset')
  const owner = cookieOf(await reset(token))
  expect([await emailOf(owner), await emailOf(stranger.cookie)]).toEqual([email, null])
  expect((await signIn(email, PASSWORD, { Cookie: stranger.cookie })).status).toBe(401)
})

test('recovery: a Google account that a stranger linked before the address was proven no longer signs in', async () => {
  const address = 'przejete@example.com'
  await api.customer(address)
  const { id } = await api.db.selectFrom('users').select('id').where('email', '=', address).executeTakeFirstOrThrow()
  const linked = { user_id: id, account_id: 'google-of-a-stranger', provider_id: 'google', password: null }
  await api.db.insertInto('identities').values(linked).execute()
  expect((await reset(await requestToken(api, address, 'password-reset'))).status).toBe(200)
  const ways = await api.db.selectFrom('identities').select('provider_id').where('user_id', '=', id).execute()
  expect(ways).toEqual([{ provider_id: 'credential' }])
})

test('recovery: a sign-in with the old password that is in progress fails', async () => {
  const { email } = await api.customer()
  const { id } = await api.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const own = api.db.selectFrom('sessions').select('token').where('user_id', '=', id)
  // A recovery that is held before its commit, so that the sign-in runs in between.
  const racing = await api.db.transaction().execute(async (trx) => {
    await trx.updateTable('identities').set({ password: 'replaced' }).where('user_id', '=', id).execute()
    await trx.deleteFrom('sessions').where('user_id', '=', id).execute()
    const before = (await own.execute()).length
    const answer = signIn(email, PASSWORD)
    await eventually(async () => expect((await own.execute()).length).toBeGreaterThan(before))
    return { answer }
  })
  const answer = await racing.answer
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([401, []])
  expect(await own.execute()).toEqual([])
})

test('recovery: only the newest link works, once and for half an hour; any other says why it does not', async ({
  newApi,
}) => {
  const clock = { now: new Date('2026-11-21T10:00:00Z') }
  const shop = await newApi({ clock, limitFactor: 100 })
  await shop.startJobs()
  const { email } = await shop.customer()
  const codeOf = async (token: string) => {
    const answer = await shop.post('/api/reset-password', { token, newPassword: NEW_PASSWORD })
    const body = (await answer.json()) as { error?: { code: string } }
    return body.error?.code ?? answer.status
  }
  const first = await requestToken(shop, email, 'password-reset')
  const second = await requestToken(shop, email, 'password-reset')
  expect(await codeOf(first)).toBe('link_replaced')
  clock.now = new Date('2026-11-21T10:30:00Z')
  expect(await codeOf(second)).toBe('link_expired')
  const third = await requestToken(shop, email, 'password-reset')
  clock.now = new Date('2026-11-21T10:59:59Z')
  expect(await codeOf(third)).toBe(200)
  expect(await codeOf(third)).toBe('link_used')
  const altered = `${third.slice(0, -2)}${third.endsWith('AA') ? 'BB' : 'AA'}`
  for (const token of ['', 'x', altered, `${third}A`]) expect(await codeOf(token)).toBe('link_invalid')
})

test('recovery: when several people use one link at once, one of them succeeds', async () => {
  const { email } = await api.customer()
  const token = await requestToken(api, email, 'password-reset')
  const answers = await Promise.all(Array.from({ length: 4 }, (_, n) => reset(token, `haslo-numer-${n}`)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
})

test('recovery: a link for one purpose does not work for another', async () => {
  const { email } = await api.customer()
  const login = await requestToken(api, email, 'login-link')
  expect((await reset(login)).status).toBe(400)
  const recovery = await requestToken(api, email, 'password-reset')
  expect((await api.post('/api/sign-in-by-link', { token: recovery })).status).toBe(400)
})

test('recovery: the database stores nothing with which the account could be opened', async () => {
  const { email } = await api.customer()
  const token = await requestToken(api, email, 'password-reset')
  const stored = JSON.stringify([
    await api.db.selectFrom('account_links').selectAll().execute(),
    await mailsOf(email),
    await api.db.selectFrom('verifications').selectAll().execute(),
  ])
  expect(stored).not.toContain(token)
  expect(stored).not.toContain(token.slice(22))
})

test('recovery: asks for the second factor, keeps it, and ends its open challenges', async () => {
  const { email, cookie } = await api.customer()
  await proveAddresses(api.db, email)
  const setup = await api.post('/api/auth/two-factor/enable', { password: PASSWORD }, { Cookie: cookie })
  const { totpURI } = (await setup.json()) as { totpURI: string }
  await api.post('/api/auth/two-factor/verify-totp', { code: totpCode(totpURI) }, { Cookie: cookie })
  const challenge = cookieOf(await signIn(email, PASSWORD))

  const done = await reset(await requestToken(api, email, 'password-reset'))
  expect([done.status, await done.json()]).toMatchObject([401, { error: { code: 'second_factor_required' } }])
  expect(await emailOf(cookieOf(done))).toBeNull()
  // Without a challenge the code is not used up.
  const code = totpCode(totpURI)
  const verify = (held: string) => api.post('/api/auth/two-factor/verify-totp', { code }, { Cookie: held })
  expect((await verify(challenge)).status).toBe(401)
  expect(await emailOf(cookieOf(await verify(cookieOf(done))))).toBe(email)
})

test('recovery: the admin’s password needs twelve characters; after a shorter one the link still works', async () => {
  const { email } = api.admin
  const token = await requestToken(api, email, 'password-reset')
  const short = await reset(token, 'jedenascie1')
  expect([short.status, await short.json()]).toMatchObject([
    400,
    { error: { code: 'admin_password_too_short', fields: { newPassword: expect.any(String) } } },
  ])
  expect((await reset(token, 'dwanascie-12')).status).toBe(200)
  expect((await api.post('/api/admin-sign-in', { email, password: 'dwanascie-12' })).status).toBe(200)
})

test('recovery: an unregistered address gets the answer of a registered one, and nothing is stored', async () => {
  const { email } = await api.customer()
  const nobody = 'nikt@example.com'
  const answers = await Promise.all([nobody, email].map((address) => api.post('/api/recover', { email: address })))
  const seen = answers.map((answer) => [answer.status, [...answer.headers.keys()].toSorted()])
  expect(seen[0]).toEqual(seen[1])
  expect(await answers[0]?.text()).toBe(await answers[1]?.text())
  await eventually(async () => {
    expect(await linksOf(api, nobody, 'password-reset')).toEqual([])
    expect(await linksOf(api, email, 'password-reset')).toMatchObject([{ userId: expect.any(String) }])
  })
  expect(await mailsOf(nobody)).toEqual([])
})

test('recovery: many simultaneous requests for one address mail only the newest link', async ({ newApi }) => {
  const shop = await newApi({ limitFactor: 10 })
  const { email } = await shop.customer()
  await Promise.all(Array.from({ length: 8 }, () => shop.post('/api/recover', { email })))
  await shop.startJobs()
  const mails = shop.db.selectFrom('mail_outbox').select('data').where('template', '=', 'password-reset')
  await eventually(async () => {
    const [link, ...others] = await linksOf(shop, email, 'password-reset')
    expect(others).toEqual([])
    expect(await mails.execute()).toEqual([{ data: { tokenId: link?.id } }])
  })
})

test('login link: the admin gets none', async () => {
  const { email } = api.admin
  expect((await api.post('/api/login-link', { email })).status).toBe(200)
  await eventually(async () => expect(await linksOf(api, email, 'login-link')).toEqual([]))
  expect((await mailsOf(email)).filter(({ template }) => template === 'login-link')).toEqual([])
})

test('POST recover and login-link: refuse invalid addresses, unknown fields and foreign origins', async () => {
  for (const path of ['/api/recover', '/api/login-link']) {
    expect((await api.post(path, { email: 'nie-adres' })).status).toBe(400)
    expect((await api.post(path, { email: 'a@example.com', redirectTo: 'https://evil.example' })).status).toBe(400)
    expect((await api.post(path, { email: 'a@example.com' }, { Origin: 'https://evil.example' })).status).toBe(403)
    const form = await api.call(path, {
      method: 'POST',
      body: '{"email":"a@example.com"}',
      headers: { 'Content-Type': 'text/plain' },
    })
    expect(form.status).toBe(400)
  }
})
