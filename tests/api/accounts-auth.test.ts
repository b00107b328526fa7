import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountServer, cookieOf, OWNER, startAccountServer } from '#tests/support/account-server.ts'

let server: AccountServer
beforeAll(async () => {
  server = await startAccountServer()
})
afterAll(() => server.stop())

const signUp = (email: string, rest: object = {}) =>
  server.post('/api/auth/sign-up/email', { name: '', email, password: 'sekret1', ...rest })

const findRole = async (email: string) =>
  (await server.db.selectFrom('users').select('role').where('email', '=', email).executeTakeFirst())?.role

test('signs up and in, and says the same of a wrong password and of nobody', async () => {
  const created = await signUp('jan@example.com')
  expect(created.status).toBe(200)
  expect(cookieOf(created)).toContain('shop.session_token=')
  const entered = await server.post('/api/auth/sign-in/email', { email: 'jan@example.com', password: 'sekret1' })
  expect(entered.status).toBe(200)

  const refusals = await Promise.all(
    ['jan@example.com', 'nobody@example.com'].map((email) =>
      server.post('/api/auth/sign-in/email', { email, password: 'sekret2' }),
    ),
  )
  expect(refusals.map((answer) => answer.status)).toEqual([401, 401])
  const [known, unknown] = await Promise.all(refusals.map((answer) => answer.json()))
  expect(known).toEqual(unknown)
  expect(known).toEqual({ error: { code: 'invalid_credentials', message: 'Nieprawidłowy email lub hasło.' } })
})

test('a taken e-mail is refused, also in a race', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => signUp('taken@example.com')))
  expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 422, 422, 422, 422, 422])
})

test("nobody becomes the owner: not by role, not by the owner's address, not by an update", async () => {
  await signUp('eve@example.com', { role: 'admin' })
  expect(await findRole('eve@example.com')).not.toBe('admin')

  const plain = await signUp('mallory@example.com')
  const cookie = { Cookie: cookieOf(plain) }
  for (const body of [
    { role: 'admin' },
    { first_name: 'M', role: 'admin' },
    { email: OWNER },
    { id: 'x', role: 'admin' },
  ]) {
    expect((await server.post('/api/auth/update-user', body, cookie)).status).toBe(400)
  }
  expect(await findRole('mallory@example.com')).toBe('customer')

  await server.db.deleteFrom('users').where('email', '=', OWNER).execute()
  expect((await signUp(OWNER)).status).toBeGreaterThanOrEqual(400)
  expect(await findRole(OWNER)).toBeUndefined()
})

test('a customer changes the own name, and nothing that is no name', async () => {
  const cookie = { Cookie: cookieOf(await signUp('name@example.com')) }
  const update = (body: object) => server.post('/api/auth/update-user', body, cookie)
  expect((await update({ first_name: 'Łucja', last_name: 'Źdźbło' })).status).toBe(200)
  const answer = await server.get('/api/me', cookie)
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

test('a page of somebody else cannot sign a visitor in or out', async () => {
  const body = { email: 'jan@example.com', password: 'sekret1' }
  const foreign: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: '', 'Sec-Fetch-Site': 'cross-site' },
  ]
  for (const headers of foreign) {
    expect((await server.post('/api/auth/sign-in/email', body, headers)).status).toBe(403)
    expect((await server.post('/api/guest-sign-in', { ...body, acceptedTerms: true }, headers)).status).toBe(403)
    expect((await server.post('/api/auth/sign-out', {}, headers)).status).toBe(403)
  }
})

test('the shop works under every name its machine has', async () => {
  const localhost = server.base.replace('127.0.0.1', 'localhost')
  const cookie = cookieOf(await signUp('host@example.com'))
  const answer = await fetch(`${localhost}/api/auth/sign-out`, {
    method: 'POST',
    headers: { Origin: localhost, Cookie: cookie },
  })
  expect(answer.status).toBe(200)
})

test('broken JSON is the sender’s mistake', async () => {
  for (const path of ['/api/auth/sign-in/email', '/api/auth/sign-up/email', '/api/guest-sign-in']) {
    const headers = { 'Content-Type': 'application/json', Origin: server.base }
    expect((await fetch(server.base + path, { method: 'POST', body: '{"email":', headers })).status).toBe(400)
  }
})

test('keys for tokens are public, their private halves are not', async () => {
  const answer = await server.get('/api/auth/.well-known/jwks.json')
  const { keys } = (await answer.json()) as { keys: Record<string, unknown>[] }
  expect(keys[0]).toHaveProperty('x')
  expect(keys[0]).not.toHaveProperty('d')
})

test('what would not be read as it is written is no name, and no picture of anybody is kept', async () => {
  const cookie = { Cookie: cookieOf(await signUp('nazwy@example.com')) }
  for (const body of [
    { name: 'Ala\u0000' },
    { first_name: 'Ala\u0000' },
    { first_name: 'Ala\u202E' },
    { last_name: 'Kot\ud800' },
    { image: 'javascript:alert(1)' },
    { image: 'https://example.com/me.png' },
  ]) {
    const answer = await server.post('/api/auth/update-user', body, cookie)
    expect([JSON.stringify(body), answer.status]).toEqual([JSON.stringify(body), 400])
  }
  const stored = await server.db.selectFrom('users').selectAll().where('email', '=', 'nazwy@example.com').execute()
  expect(stored).toMatchObject([{ first_name: null, last_name: null, image: null }])
})

test('a NUL anywhere in a call is a wrong call, not a failure of ours', async () => {
  const cookie = { Cookie: cookieOf(await signUp('nul@example.com')) }
  expect((await server.post('/api/auth/update-user', { name: '\u0000' }, cookie)).status).toBe(400)
})

test('a changed password ends every other session', async () => {
  const thief = { Cookie: cookieOf(await signUp('zmiana@example.com')) }
  const entered = await server.post('/api/auth/sign-in/email', { email: 'zmiana@example.com', password: 'sekret1' })
  const owner = { Cookie: cookieOf(entered) }
  const change = { currentPassword: 'sekret1', newPassword: 'sekret2' }
  expect((await server.post('/api/auth/change-password', change, owner)).status).toBe(200)
  expect(await (await server.get('/api/me', thief)).json()).toMatchObject({ user: null })
})

test('an address that no mail can be sent to opens no account', async () => {
  const email = `${'a'.repeat(65)}@example.com`
  expect((await signUp(email)).status).toBe(400)
  const guest = await server.post('/api/guest-sign-in', { email, password: 'sekret1', acceptedTerms: true })
  expect(guest.status).toBe(400)
  expect(await findRole(email)).toBeUndefined()
})
