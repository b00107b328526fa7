import { type Api, askAll, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

const test = base.extend('demo', { scope: 'file' }, false)

let api: Api
test.beforeAll(({ api: started }) => {
  api = started
})

const signUp = (email: string, rest: object = {}) =>
  api.post('/api/auth/sign-up/email', { name: '', email, password: 'sekret1', ...rest })

const findRole = async (email: string) =>
  (await api.db.selectFrom('users').select('role').where('email', '=', email).executeTakeFirst())?.role

test('POST sign-in/email: answers the same for a wrong password and for an unknown e-mail', async () => {
  const created = await signUp('jan@example.com')
  expect(created.status).toBe(200)
  expect(cookieOf(created)).toContain('shop.session_token=')
  const entered = await api.post('/api/auth/sign-in/email', { email: 'jan@example.com', password: 'sekret1' })
  expect(entered.status).toBe(200)

  const refusals = await Promise.all(
    ['jan@example.com', 'nobody@example.com'].map((email) =>
      api.post('/api/auth/sign-in/email', { email, password: 'sekret2' }),
    ),
  )
  expect(refusals.map((answer) => answer.status)).toEqual([401, 401])
  const [known, unknown] = await Promise.all(refusals.map((answer) => answer.json()))
  expect(known).toEqual(unknown)
  expect(known).toEqual({ error: { code: 'invalid_credentials', message: 'Nieprawidłowy email lub hasło.' } })
})

test('POST sign-up/email: refuses a taken e-mail, also in a race', async () => {
  const answers = await askAll(Array.from({ length: 6 }, () => () => signUp('taken@example.com')))
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 422, 422, 422, 422, 422])
})

test("/api/auth: nobody becomes admin, neither by role, nor by the admin's address, nor by an update", async () => {
  await signUp('eve@example.com', { role: 'admin' })
  expect(await findRole('eve@example.com')).not.toBe('admin')

  const plain = await signUp('mallory@example.com')
  const cookie = { Cookie: cookieOf(plain) }
  for (const body of [
    { role: 'admin' },
    { first_name: 'M', role: 'admin' },
    { email: api.admin.email },
    { id: 'x', role: 'admin' },
  ]) {
    expect((await api.post('/api/auth/update-user', body, cookie)).status).toBe(400)
  }
  expect(await findRole('mallory@example.com')).toBe('customer')

  await api.db.deleteFrom('users').where('email', '=', api.admin.email).execute()
  expect((await signUp(api.admin.email)).status).toBeGreaterThanOrEqual(400)
  expect(await findRole(api.admin.email)).toBeUndefined()
})

test('POST update-user: changes the user’s names and nothing else', async () => {
  const cookie = { Cookie: cookieOf(await signUp('name@example.com')) }
  const update = (body: object) => api.post('/api/auth/update-user', body, cookie)
  expect((await update({ first_name: 'Łucja', last_name: 'Źdźbło' })).status).toBe(200)
  const answer = await api.get('/api/me', cookie)
  expect(await answer.json()).toMatchObject({ user: { first_name: 'Łucja', last_name: 'Źdźbło' } })
  for (const body of [
    { first_name: 'x'.repeat(101) },
    { first_name: { a: 1 } },
    { name: ['x'] },
    { image: 'x'.repeat(201) },
  ]) {
    expect((await update(body)).status).toBe(400)
  }
})

test('/api/auth: a page of another site cannot sign a visitor in or out', async () => {
  const body = { email: 'jan@example.com', password: 'sekret1' }
  const foreign: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: '', 'Sec-Fetch-Site': 'cross-site' },
  ]
  for (const headers of foreign) {
    expect((await api.post('/api/auth/sign-in/email', body, headers)).status).toBe(403)
    expect((await api.post('/api/guest-sign-in', { ...body, acceptedTerms: true }, headers)).status).toBe(403)
    expect((await api.post('/api/auth/sign-out', {}, headers)).status).toBe(403)
  }
})

test('POST sign-out: works under every host name of the machine', async () => {
  const localhost = api.base.replace('127.0.0.1', 'localhost')
  const cookie = cookieOf(await signUp('host@example.com'))
  const answer = await fetch(`${localhost}/api/auth/sign-out`, {
    method: 'POST',
    headers: { Origin: localhost, Cookie: cookie },
  })
  expect(answer.status).toBe(200)
})

test('/api/auth: refuses broken JSON with 400', async () => {
  for (const path of ['/api/auth/sign-in/email', '/api/auth/sign-up/email', '/api/guest-sign-in']) {
    const headers = { 'Content-Type': 'application/json', Origin: api.base }
    expect((await fetch(api.base + path, { method: 'POST', body: '{"email":', headers })).status).toBe(400)
  }
})

test('GET jwks.json: answers public keys without their private halves', async () => {
  const answer = await api.get('/api/auth/.well-known/jwks.json')
  const { keys } = (await answer.json()) as { keys: Record<string, unknown>[] }
  expect(keys[0]).toHaveProperty('x')
  expect(keys[0]).not.toHaveProperty('d')
})

test('POST update-user: refuses names with invisible characters, and pictures', async () => {
  const cookie = { Cookie: cookieOf(await signUp('nazwy@example.com')) }
  for (const body of [
    { name: 'Ala\u0000' },
    { first_name: 'Ala\u0000' },
    { first_name: 'Ala\u202E' },
    { last_name: 'Kot\ud800' },
    { image: 'javascript:alert(1)' },
    { image: 'https://example.com/me.png' },
  ]) {
    const answer = await api.post('/api/auth/update-user', body, cookie)
    expect([JSON.stringify(body), answer.status]).toEqual([JSON.stringify(body), 400])
  }
  const stored = await api.db.selectFrom('users').selectAll().where('email', '=', 'nazwy@example.com').execute()
  expect(stored).toMatchObject([{ first_name: null, last_name: null, image: null }])
})

test('/api/auth: refuses a NUL with 400', async () => {
  const cookie = { Cookie: cookieOf(await signUp('nul@example.com')) }
  expect((await api.post('/api/auth/update-user', { name: '\u0000' }, cookie)).status).toBe(400)
})

test('POST change-password: ends every other session', async () => {
  const thief = { Cookie: cookieOf(await signUp('zmiana@example.com')) }
  const entered = await api.post('/api/auth/sign-in/email', { email: 'zmiana@example.com', password: 'sekret1' })
  const customer = { Cookie: cookieOf(entered) }
  const change = { currentPassword: 'sekret1', newPassword: 'sekret2' }
  expect((await api.post('/api/auth/change-password', change, customer)).status).toBe(200)
  expect(await (await api.get('/api/me', thief)).json()).toMatchObject({ user: null })
})

test('POST change-password: accepts only the present password; a wrong one ends no session', async () => {
  const session = { Cookie: cookieOf(await signUp('obecne@example.com')) }
  const change = (currentPassword: string) =>
    api.post('/api/auth/change-password', { currentPassword, newPassword: 'sekret2' }, session)
  const refused = await change('nie-to-haslo')
  expect([refused.status, await refused.json()]).toMatchObject([400, { error: { code: 'invalid_password' } }])
  expect((await api.post('/api/auth/change-password', { newPassword: 'sekret2' }, session)).status).toBe(400)
  expect((await change('sekret1')).status).toBe(200)
})

test('POST sign-up/email: takes any characters as a password, up to 128 of them, and tells each apart', async () => {
  const odd = [' sekret ', 'ŻÓŁĆ zażółć', '🌹🌹🌹🌹🌹🌹', '------', '<script>', 'x'.repeat(128)]
  for (const [n, password] of odd.entries()) {
    const email = `dowolne-${n}@example.com`
    expect((await signUp(email, { password })).status, password).toBe(200)
    const enter = async (typed: string) =>
      (await api.post('/api/auth/sign-in/email', { email, password: typed })).status
    const other = `?${[...password].slice(1).join('')}`
    expect([await enter(password), await enter(other)], password).toEqual([200, 401])
  }
  expect((await signUp('za-dlugie@example.com', { password: 'x'.repeat(129) })).status).toBe(400)
  expect((await signUp('za-krotkie@example.com', { password: 'x'.repeat(5) })).status).toBe(400)
})

test('POST sign-up/email: refuses an address that no mail can be sent to', async () => {
  const email = `${'a'.repeat(65)}@example.com`
  expect((await signUp(email)).status).toBe(400)
  const guest = await api.post('/api/guest-sign-in', { email, password: 'sekret1', acceptedTerms: true })
  expect(guest.status).toBe(400)
  expect(await findRole(email)).toBeUndefined()
})
