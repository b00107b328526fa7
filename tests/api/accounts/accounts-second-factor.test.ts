import { type Api, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { proveAddresses } from '#tests/support/prove-addresses.ts'
import { totpCode } from '#tests/support/totp.ts'
import { openWindowClock } from '#tests/support/window-clock.ts'

const test = base
  .extend('demo', { scope: 'file' }, false)
  .extend('apiOptions', { scope: 'file' }, () => ({ clock: openWindowClock() }))

let api: Api
test.beforeAll(({ api: started }) => {
  api = started
})

async function enrol(cookie: string, password: string) {
  await proveAddresses(api.db)
  const answer = await api.post('/api/auth/two-factor/enable', { password }, { Cookie: cookie })
  const { totpURI, backupCodes } = (await answer.json()) as { totpURI: string; backupCodes: string[] }
  const confirmed = await api.post('/api/auth/two-factor/verify-totp', { code: totpCode(totpURI) }, { Cookie: cookie })
  expect([answer.status, confirmed.status]).toEqual([200, 200])
  return { totpURI, backupCodes, cookie: cookieOf(confirmed) }
}

const email = async (cookie: string) =>
  ((await (await api.get('/api/me', { Cookie: cookie })).json()) as { user: { email: string } | null }).user?.email

test('second factor: the password alone opens no session; the password with the code does', async () => {
  const credentials = { email: 'ala@example.com', password: 'sekret1' }
  const guest = () => api.post('/api/guest-sign-in', { ...credentials, acceptedTerms: true })
  const { totpURI } = await enrol(cookieOf(await guest()), credentials.password)

  const asked = await guest()
  expect([asked.status, await asked.json()]).toMatchObject([401, { error: { code: 'second_factor_required' } }])
  expect(await email(cookieOf(asked))).toBeUndefined()

  const dialog = await api.post('/api/auth/sign-in/email', credentials)
  expect(await dialog.json()).toMatchObject({ twoFactorRedirect: true })
  const challenge = { Cookie: cookieOf(dialog) }
  expect(await email(challenge.Cookie)).toBeUndefined()
  const wrong = await api.post('/api/auth/two-factor/verify-totp', { code: '12345' }, challenge)
  expect([wrong.status, await wrong.json()]).toMatchObject([401, { error: { code: 'invalid_code' } }])
  const verified = await api.post('/api/auth/two-factor/verify-totp', { code: totpCode(totpURI) }, challenge)
  expect(verified.status).toBe(200)
  expect(await email(cookieOf(verified))).toBe('ala@example.com')
})

test('second factor: a code works once, also of several calls at once', async () => {
  const credentials = { email: 'raz@example.com', password: 'sekret1' }
  const entered = await api.post('/api/guest-sign-in', { ...credentials, acceptedTerms: true })
  const { totpURI } = await enrol(cookieOf(entered), credentials.password)
  const code = totpCode(totpURI)
  const verify = async () => {
    const asked = await api.post('/api/auth/sign-in/email', credentials)
    return (await api.post('/api/auth/two-factor/verify-totp', { code }, { Cookie: cookieOf(asked) })).status
  }
  expect((await Promise.all([verify(), verify(), verify()])).toSorted()).toEqual([200, 401, 401])
  expect(await verify()).toBe(401)
})

test('second factor: the admin login requires it, too', async () => {
  const credentials = { email: api.admin.email, password: api.admin.password }
  const entered = await api.post('/api/admin-sign-in', credentials)
  const { totpURI } = await enrol(cookieOf(entered), credentials.password)
  const asked = await api.post('/api/admin-sign-in', credentials)
  expect([asked.status, await asked.json()]).toMatchObject([401, { error: { code: 'second_factor_required' } }])
  const verified = await api.post(
    '/api/auth/two-factor/verify-totp',
    { code: totpCode(totpURI) },
    { Cookie: cookieOf(asked) },
  )
  expect(await email(cookieOf(verified))).toBe(api.admin.email)
})

const termsOf = (address: string) =>
  api.db
    .selectFrom('users')
    .select(['terms_version', 'terms_accepted_at'])
    .where('email', '=', address)
    .executeTakeFirstOrThrow()

test.each(['totp', 'backup-code'])('guest sign-in: terms are recorded once the %s is verified', async (kind) => {
  const credentials = { email: `kod-${kind}@example.com`, password: 'sekret1' }
  const guest = () => api.post('/api/guest-sign-in', { ...credentials, acceptedTerms: true })
  const { totpURI, backupCodes } = await enrol(cookieOf(await guest()), credentials.password)
  const earlier = { terms_version: '2020-01-01', terms_accepted_at: new Date('2020-02-02') }
  await api.db.updateTable('users').set(earlier).where('email', '=', credentials.email).execute()

  const asked = await guest()
  expect(await asked.json()).toMatchObject({ error: { code: 'second_factor_required' } })
  const path = `/api/auth/two-factor/verify-${kind}`
  const wrong = await api.post(path, { code: '00000-00000' }, { Cookie: cookieOf(asked) })
  expect([wrong.status, await wrong.json()]).toMatchObject([401, { error: { code: 'invalid_code' } }])
  expect(await termsOf(credentials.email)).toEqual(earlier)

  const code = kind === 'totp' ? totpCode(totpURI) : backupCodes[0]
  const verified = await api.post(path, { code }, { Cookie: cookieOf(asked) })
  expect([verified.status, await verified.json()]).toMatchObject([200, { user: { email: credentials.email } }])
  expect(await email(cookieOf(verified))).toBe(credentials.email)
  expect(await termsOf(credentials.email)).toMatchObject({ terms_version: api.services.profile.effectiveDate })
  expect(verified.headers.getSetCookie().some((line) => /^shop\.accepted_terms=; Max-Age=0/.test(line))).toBe(true)
})

test('POST sign-in/email: a second factor verified after it records no terms', async () => {
  const credentials = { email: 'bez-regulaminu@example.com', password: 'sekret1' }
  const { totpURI } = await enrol(cookieOf(await api.post('/api/auth/sign-up/email', credentials)), 'sekret1')
  const earlier = { terms_version: '2020-01-01', terms_accepted_at: new Date('2020-02-02') }
  await api.db.updateTable('users').set(earlier).where('email', '=', credentials.email).execute()
  const asked = await api.post('/api/auth/sign-in/email', credentials)
  const code = totpCode(totpURI)
  const verified = await api.post('/api/auth/two-factor/verify-totp', { code }, { Cookie: cookieOf(asked) })
  expect(verified.status).toBe(200)
  expect(await termsOf(credentials.email)).toEqual(earlier)
})

test('second factor: ten wrong codes from unknown devices are checked, whatever the challenge', async () => {
  const credentials = { email: 'zgadywany@example.com', password: 'sekret1' }
  const { totpURI } = await enrol(cookieOf(await api.post('/api/auth/sign-up/email', credentials)), 'sekret1')
  for (let challenge = 0; challenge < 2; challenge++) {
    const asked = { Cookie: cookieOf(await api.post('/api/auth/sign-in/email', credentials)) }
    for (let n = 0; n < 5; n++) {
      expect((await api.post('/api/auth/two-factor/verify-totp', { code: '12345' }, asked)).status).toBe(401)
    }
  }
  const asked = { Cookie: cookieOf(await api.post('/api/auth/sign-in/email', credentials)) }
  const right = await api.post('/api/auth/two-factor/verify-totp', { code: totpCode(totpURI) }, asked)
  expect([right.status, await right.json()]).toMatchObject([429, { error: { code: 'too_many_attempts' } }])
})

test('second factor: renewing backup codes and removing the factor need both password and code', async () => {
  const credentials = { email: 'zmienny@example.com', password: 'sekret1' }
  const joined = cookieOf(await api.post('/api/auth/sign-up/email', credentials))
  const { totpURI, backupCodes, cookie } = await enrol(joined, 'sekret1')
  const change = async (path: string, password: string, code: string) => {
    const answer = await api.post(`/api/auth/two-factor/${path}`, { password, code }, { Cookie: cookie })
    return (await answer.json()) as { error?: { code: string }; backupCodes?: string[] }
  }
  for (const path of ['disable', 'generate-backup-codes']) {
    expect(await change(path, 'sekret2', backupCodes[0] ?? '')).toMatchObject({ error: { code: 'invalid_password' } })
    expect(await change(path, 'sekret1', '00000-00000')).toMatchObject({ error: { code: 'invalid_code' } })
    const without = await api.post(`/api/auth/two-factor/${path}`, { password: 'sekret1' }, { Cookie: cookie })
    expect(without.status).toBe(400)
  }
  const renewed = await change('generate-backup-codes', 'sekret1', backupCodes[0] ?? '')
  expect(renewed.backupCodes).not.toEqual(backupCodes)
  expect(await change('disable', 'sekret1', backupCodes[1] ?? '')).toMatchObject({ error: { code: 'invalid_code' } })
  expect(await change('disable', 'sekret1', totpCode(totpURI))).toEqual({ ok: true })
  expect((await api.post('/api/auth/sign-in/email', credentials)).status).toBe(200)
  expect(await (await api.post('/api/auth/sign-in/email', credentials)).json()).toHaveProperty('user')
})

test('guest sign-in: terms in a cookie that the shop did not sign are not recorded', async () => {
  const credentials = { email: 'podrobione@example.com', password: 'sekret1' }
  const { totpURI } = await enrol(cookieOf(await api.post('/api/auth/sign-up/email', credentials)), 'sekret1')
  const earlier = { terms_version: '2020-01-01', terms_accepted_at: new Date('2020-02-02') }
  await api.db.updateTable('users').set(earlier).where('email', '=', credentials.email).execute()
  const challenge = cookieOf(await api.post('/api/auth/sign-in/email', credentials))
  const { effectiveDate } = api.services.profile
  const terms = `shop.accepted_terms=${encodeURIComponent(`${effectiveDate} ${credentials.email}`)}`
  const code = totpCode(totpURI)
  const verified = await api.post('/api/auth/two-factor/verify-totp', { code }, { Cookie: `${terms}; ${challenge}` })
  expect(verified.status).toBe(200)
  expect(await termsOf(credentials.email)).toEqual(earlier)
})

test('guest sign-in: terms accepted for one account are recorded on no other that verifies its code next', async () => {
  const [first, second] = ['pierwsza@example.com', 'druga@example.com'] as const
  const sign = (path: string, email: string, more = {}) => api.post(path, { email, password: 'sekret1', ...more })
  await enrol(cookieOf(await sign('/api/auth/sign-up/email', first)), 'sekret1')
  const { totpURI } = await enrol(cookieOf(await sign('/api/auth/sign-up/email', second)), 'sekret1')
  const earlier = { terms_version: '2020-01-01', terms_accepted_at: new Date('2020-02-02') }
  await api.db.updateTable('users').set(earlier).where('email', '=', second).execute()

  const left = cookieOf(await sign('/api/guest-sign-in', first, { acceptedTerms: true })).split('; ')
  const terms = left.find((pair) => pair.startsWith('shop.accepted_terms='))
  const challenge = cookieOf(await sign('/api/auth/sign-in/email', second))
  const code = totpCode(totpURI)
  const verified = await api.post('/api/auth/two-factor/verify-totp', { code }, { Cookie: `${terms}; ${challenge}` })
  expect([verified.status, await email(cookieOf(verified))]).toEqual([200, second])
  expect(await termsOf(second)).toEqual(earlier)
})
