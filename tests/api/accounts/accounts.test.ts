import { sql } from 'kysely'
import { describe, vi } from 'vitest'
import { receiverSchema } from '#domain/checkout/checkout-form.ts'
import { type Api, askAll, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

const test = base.extend('demo', { scope: 'file' }, false)

let api: Api
test.beforeAll(({ api: started }) => {
  api = started
})

const guest = (email: string, password: string, rest: object = { acceptedTerms: true }) =>
  api.post('/api/guest-sign-in', { email, password, ...rest })

const usersNamed = (email: string) => api.db.selectFrom('users').selectAll().where('email', '=', email).execute()

async function me(cookie: string) {
  const answer = await api.get('/api/me', { Cookie: cookie })
  return (await answer.json()) as { user: { email: string; role: string } | null; expires_at: string | null }
}

describe('guest sign-in', () => {
  test('creates the account the first time, signs in the second, in any spelling of the e-mail', async () => {
    const first = await guest('  Ala@Example.com ', 'sekret1')
    expect([first.status, await first.json()]).toEqual([200, { created: true }])
    expect(await me(cookieOf(first))).toMatchObject({ user: { email: 'ala@example.com', role: 'customer' } })

    const second = await guest('ALA@example.com', 'sekret1')
    expect([second.status, await second.json()]).toEqual([200, { created: false }])
    expect(await usersNamed('ala@example.com')).toHaveLength(1)
    const identities = await api.db.selectFrom('identities').selectAll().execute()
    for (const identity of identities) expect(identity.password).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$/)
  })

  test('a domain with Polish letters is the same as its spelling in ASCII, in whatever field it is typed', async () => {
    const stored = 'jan@xn--w-uga1v8h.pl'
    for (const [typed, created] of [
      ['Jan@Żółw.pl', true],
      [stored, false],
    ] as const) {
      const answer = await guest(typed, 'sekret1')
      expect([answer.status, await answer.json()]).toEqual([200, { created }])
      expect(await me(cookieOf(answer))).toMatchObject({ user: { email: stored } })
    }
    const link = await api.post('/api/login-link', { email: 'jan@żółw.pl' })
    expect(link.status).toBe(200)
    const linked = await api.db
      .selectFrom('account_links')
      .select('email')
      .where('purpose', '=', 'login-link')
      .execute()
    expect(linked).toEqual([{ email: stored }])
    const receiver = { selectedLocker: { inpost_id: 'LOD01A' }, receiverEmail: 'jan@żółw.pl' }
    const parsed = receiverSchema('locker').parse({
      firstName: 'Jan',
      lastName: 'Nowak',
      phone: '600100200',
      ...receiver,
    })
    expect(parsed).toMatchObject({ receiverEmail: stored })
    for (const wrong of ['jan@żółw', 'jan@żółw.pl/x', 'jan@żół w.pl', 'jan@@żółw.pl']) {
      expect((await guest(wrong, 'sekret1')).status, wrong).toBe(400)
    }
  })

  test('a wrong password is refused and opens no session', async () => {
    await guest('wrong@example.com', 'sekret1')
    const answer = await guest('wrong@example.com', 'sekret2')
    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual({
      error: { code: 'wrong_password', message: 'Nieprawidłowe hasło. Sprawdź swoje dane logowania.' },
    })
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('the terms have to be accepted first', async () => {
    const answer = await guest('terms@example.com', 'sekret1', { acceptedTerms: false })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      error: { code: 'terms_not_accepted', message: 'Musisz zaakceptować regulamin, aby kontynuować.' },
    })
    expect(await usersNamed('terms@example.com')).toEqual([])
  })

  test.each([
    [{ email: '', password: 'sekret1', acceptedTerms: true }, { email: 'Email jest wymagany' }],
    [{ email: 'ala', password: 'sekret1', acceptedTerms: true }, { email: 'Podaj prawidłowy adres email' }],
    [{ email: 'a@b.pl', password: '12345', acceptedTerms: true }, { password: 'Hasło musi mieć minimum 6 znaków' }],
    [{ email: 'a@b.pl', password: 'sekret1', acceptedTerms: true, role: 'admin' }, { role: 'Nieznane pole' }],
  ])('names the wrong field of %j', async (body, fields) => {
    const answer = await api.post('/api/guest-sign-in', body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid_request', fields } })
  })

  test('ten first sign-ins at once make one account, and all of them are in', async () => {
    const answers = await askAll(Array.from({ length: 10 }, () => () => guest('race@example.com', 'sekret1')))
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200))
    const bodies = await Promise.all(answers.map((answer) => answer.json() as Promise<{ created: boolean }>))
    expect(bodies.filter((body) => body.created)).toHaveLength(1)
    expect(await usersNamed('race@example.com')).toHaveLength(1)
  })

  test('more new customers at once than there are database connections all get an account', async () => {
    const answers = await askAll(Array.from({ length: 30 }, (_, n) => () => guest(`crowd-${n}@example.com`, 'sekret1')))
    expect(answers.map((answer) => answer.status)).toEqual(Array(30).fill(200))
  })

  test('of two first sign-ins with different passwords one succeeds, the other is refused', async () => {
    const answers = await Promise.all([guest('rivals@example.com', 'sekret1'), guest('rivals@example.com', 'sekret2')])
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 401])
  })

  test("the admin's address is signed in to, never signed up as", async () => {
    expect((await guest(api.admin.email, 'sekret1')).status).toBe(401)
    const admin = await guest(api.admin.email, api.admin.password)
    expect(await me(cookieOf(admin))).toMatchObject({ user: { email: api.admin.email, role: 'admin' } })
  })

  test('a user without a password cannot be signed in to', async () => {
    const nobody = { email: 'ewa@demo.invalid', image: null, first_name: 'Ewa', last_name: null }
    await api.db.insertInto('users').values(nobody).execute()
    expect((await guest('ewa@demo.invalid', 'sekret1')).status).toBe(401)
  })
})

describe('session', () => {
  test('the cookie is HttpOnly and Lax, and Secure where the shop has https', async ({ newApi }) => {
    const cookie = (await guest('flags@example.com', 'sekret1')).headers.getSetCookie()[0] ?? ''
    expect(cookie).toMatch(/^shop\.session_token=/)
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Lax/i)
    expect(cookie).not.toMatch(/Secure/i)

    const secure = await newApi({ shopUrl: 'https://perfumeria.example' })
    const credentials = { email: 'flags@example.com', password: 'sekret1', acceptedTerms: true }
    const answer = await secure.post('/api/guest-sign-in', credentials, { Origin: 'https://perfumeria.example' })
    expect(answer.headers.getSetCookie()[0]).toMatch(/^__Secure-shop\.session_token=.*Secure/i)
  })

  test('signing out ends the session on the server, too', async () => {
    const cookie = cookieOf(await guest('out@example.com', 'sekret1'))
    const answer = await api.post('/api/auth/sign-out', {}, { Cookie: cookie })
    expect([answer.status, cookieOf(answer)]).toEqual([200, ''])
    expect(await me(cookie)).toEqual({ user: null, expires_at: null })
  })

  test('is prolonged when a day has passed, with a later end', async () => {
    const cookie = cookieOf(await guest('long@example.com', 'sekret1'))
    const before = await me(cookie)
    const old = new Date(Date.now() + 10 * 24 * 60 * 60 * 1000)
    const [user] = await usersNamed('long@example.com')
    await api.db
      .updateTable('sessions')
      .set({ expires_at: old })
      .where('user_id', '=', user?.id ?? '')
      .execute()
    const after = await me(cookie)
    expect(Date.parse(after.expires_at ?? '')).toBeGreaterThanOrEqual(Date.parse(before.expires_at ?? ''))
  })
})

describe('terms', () => {
  const version = () => api.services.profile.effectiveDate
  const termsOf = async (email: string) => {
    const [user] = await usersNamed(email)
    return { version: user?.terms_version, acceptedAt: user?.terms_accepted_at }
  }
  const justNow = expect.toSatisfy(
    (moment: unknown) => moment instanceof Date && Math.abs(Date.now() - moment.getTime()) < 60_000,
  )

  test.each([
    ['guest sign-in', () => guest('nowa@example.com', 'sekret1'), 'nowa@example.com'],
    [
      'sign-up',
      () => api.post('/api/auth/sign-up/email', { email: 'zapis@example.com', password: 'sekret1' }),
      'zapis@example.com',
    ],
  ])('%s stores the accepted version and when, on the new account', async (_, open, email) => {
    expect((await open()).status).toBe(200)
    expect(await termsOf(email)).toEqual({ version: version(), acceptedAt: justNow })
  })

  test('guest sign-in stores a version the account has not accepted yet, and only the first time', async () => {
    const email = 'dawna@example.com'
    await guest(email, 'sekret1')
    const before = new Date('2020-02-02')
    const accepted = (terms_version: string) =>
      api.db.updateTable('users').set({ terms_version, terms_accepted_at: before }).where('email', '=', email).execute()

    await accepted('2020-01-01')
    expect((await guest(email, 'wrong password')).status).toBe(401)
    expect((await guest(email, 'sekret1', { acceptedTerms: false })).status).toBe(400)
    expect((await api.post('/api/auth/sign-in/email', { email, password: 'sekret1' })).status).toBe(200)
    expect(await termsOf(email)).toEqual({ version: '2020-01-01', acceptedAt: before })
    expect((await guest(email, 'sekret1')).status).toBe(200)
    expect(await termsOf(email)).toEqual({ version: version(), acceptedAt: justNow })

    await accepted(version())
    expect((await guest(email, 'sekret1')).status).toBe(200)
    expect(await termsOf(email)).toEqual({ version: version(), acceptedAt: before })
  })

  test('guest sign-in stores neither account nor terms when its transaction fails', async () => {
    await sql`alter table identities add constraint none check (user_id is null) not valid`.execute(api.db)
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect((await guest('polowa@example.com', 'sekret1')).status).toBe(500)
    expect(logged).toHaveBeenCalled()
    logged.mockRestore()
    await sql`alter table identities drop constraint none`.execute(api.db)
    expect(await usersNamed('polowa@example.com')).toEqual([])
  })
})
