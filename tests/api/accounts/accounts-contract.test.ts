import { createAuth } from '#infra/auth/better-auth.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { proveAddresses } from '#tests/support/prove-addresses.ts'
import { ask } from '#tests/support/raw-request.ts'
import { totpCode } from '#tests/support/totp.ts'

const PASSWORD = 'sekret1'
const NOBODY = '11111111-1111-4111-8111-111111111111'

const test = base.extend('demo', { scope: 'file' }, false)

let api: Api
let described: Record<string, string>
test.beforeAll(async ({ api: started }) => {
  api = started
  const { paths } = (await (await api.get('/api/openapi.json')).json()) as { paths: Record<string, object> }
  const operations = Object.entries(paths).map(([path, operation]) => [path, Object.keys(operation).join()])
  described = Object.fromEntries(operations.filter(([path]) => path?.startsWith('/api/auth/')))
})

type Account = { email: string; cookie: string; totpURI: string }

/** A body that each call under /api/auth accepts; null: it takes none. */
const BODIES: Record<string, (account: Account) => object | null> = {
  '/api/auth/sign-in/email': ({ email }) => ({ email, password: PASSWORD }),
  '/api/auth/sign-up/email': () => ({ email: `${crypto.randomUUID()}@example.com`, password: PASSWORD }),
  '/api/auth/sign-out': () => ({}),
  '/api/auth/get-session': () => null,
  '/api/auth/list-sessions': () => null,
  '/api/auth/revoke-session': () => ({ id: NOBODY }),
  '/api/auth/revoke-other-sessions': () => ({}),
  '/api/auth/update-user': () => ({ first_name: 'Ala' }),
  '/api/auth/change-password': () => ({ currentPassword: PASSWORD, newPassword: 'sekret2' }),
  '/api/auth/two-factor/enable': () => ({ password: PASSWORD }),
  '/api/auth/two-factor/disable': () => ({ password: PASSWORD, code: '000000' }),
  '/api/auth/two-factor/generate-backup-codes': () => ({ password: PASSWORD, code: '000000' }),
  '/api/auth/two-factor/verify-totp': ({ totpURI }) => ({ code: totpCode(totpURI) }),
  '/api/auth/two-factor/verify-backup-code': () => ({ code: 'aaaaa-bbbbb' }),
  '/api/auth/.well-known/jwks.json': () => null,
  '/api/auth/providers': () => null,
  '/api/auth/sign-in/google': () => ({}),
  '/api/auth/callback/google': () => ({ code: 'x', state: 'x' }),
  '/api/auth/link-google': () => ({}),
  '/api/auth/unlink-google': () => ({}),
}

const call = (path: string, body: object | null, cookie: string) =>
  body === null ? api.get(path, { Cookie: cookie }) : api.post(path, body, { Cookie: cookie })

/** Session tokens in these cookies: the part before the signature. */
function tokensIn(cookies: readonly string[]): string[] {
  return cookies.flatMap((cookie) => {
    const [, value] = /shop\.session_token=([^;]+)/.exec(cookie) ?? []
    return value ? [decodeURIComponent(value).split('.')[0] ?? ''] : []
  })
}

async function openAccount(): Promise<Account> {
  const email = `${crypto.randomUUID()}@example.com`
  const joined = await api.post('/api/auth/sign-up/email', { email, password: PASSWORD })
  const cookie = cookieOf(joined)
  await proveAddresses(api.db, email)
  const setup = await api.post('/api/auth/two-factor/enable', { password: PASSWORD }, { Cookie: cookie })
  const { totpURI } = (await setup.json()) as { totpURI: string }
  return { email, cookie, totpURI }
}

test('/api/auth: every open path is described in the contract, and only described ones are open', () => {
  expect(Object.keys(described).toSorted()).toEqual(Object.keys(BODIES).toSorted())
})

test.each(Object.keys(BODIES))('%s: no answer to a script carries a session token or a password hash', async (path) => {
  const account = await openAccount()
  const body = BODIES[path]?.(account) ?? null
  expect(described[path]).toBe(body === null ? 'get' : 'post')
  for (const sent of [body, body && { ...body, unknown: 1 }, body && {}]) {
    const answer = await call(path, sent, account.cookie)
    const text = await answer.text()
    const tokens = tokensIn([account.cookie, ...answer.headers.getSetCookie()])
    expect(tokens).not.toEqual([])
    const stored = await api.db.selectFrom('sessions').select('token').execute()
    for (const token of [...tokens, ...stored.map((session) => session.token)]) expect(text).not.toContain(token)
    expect(text).not.toMatch(/argon2|"token"/)
  }
})

test.each(Object.keys(BODIES).filter((path) => !/jwks|get-session|list-sessions|providers/.test(path)))(
  '%s: refuses an unknown field by its name',
  async (path) => {
    const account = await openAccount()
    const answer = await call(path, { ...BODIES[path]?.(account), callbackURL: '/x' }, account.cookie)
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: { code: 'invalid_request', fields: { callbackURL: 'Nieznane pole' } } },
    ])
  },
)

/** All routes that Better Auth itself would offer under /api/auth. */
const offered = () => {
  const { db } = api
  const settings = {
    db,
    secret: 'x'.repeat(40),
    shopUrl: api.base,
    shopName: 'Perfumeria',
    adminEmail: api.admin.email,
    passwordCost: 'least' as const,
    google: null,
  }
  return Object.values(createAuth(settings).api).flatMap(({ path }) => (path ? [path.replace(/:\w+/, 'x')] : []))
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const NO_SUCH_ADDRESS = { error: { code: 'not_found', message: 'Nie ma takiego adresu.' } }

test('/api/auth: all other paths of Better Auth are closed, and open ones answer one method', async () => {
  const { cookie } = await openAccount()
  const paths = new Set([
    ...offered().map((path) => `/api/auth${path}`),
    ...Object.keys(BODIES),
    ...[
      '',
      '/',
      '/anything',
      '/two-factor',
      '/sign-in',
      '/sign-up',
      '/.well-known',
      '/.well-known/openid-configuration',
    ].map((path) => `/api/auth${path}`),
  ])
  expect(paths.size).toBeGreaterThan(40)
  const answered: string[] = []
  for (const path of paths) {
    for (const method of METHODS) {
      const sent = method === 'GET' || method === 'OPTIONS' ? {} : { body: '{"unknown":1}' }
      const headers = { 'Content-Type': 'application/json', Origin: api.base, Cookie: cookie }
      const answer = await api.call(path, { method, headers, redirect: 'manual', ...sent })
      if (answer.status !== 404) answered.push(`${method.toLowerCase()} ${path}`)
      else expect([method, path, await answer.json()]).toEqual([method, path, NO_SUCH_ADDRESS])
    }
  }
  expect(answered.toSorted()).toEqual(
    Object.entries(described)
      .map(([path, method]) => `${method} ${path}`)
      .toSorted(),
  )
})

test.each(['/api/auth/get-session/', '/api/auth//get-session', '/api/AUTH/get-session', '/api/auth/get-sessio%6E/'])(
  '%s: does not reach an open path by another spelling',
  async (path) => {
    const answer = await ask(api.base, path)
    expect([answer.status, JSON.parse(answer.text)]).toEqual([404, NO_SUCH_ADDRESS])
  },
)

const SIGN_INS = ['/api/auth/sign-in/email', '/api/auth/sign-up/email', '/api/guest-sign-in', '/api/admin-sign-in']

test.each(['callbackURL', 'errorCallbackURL', 'newUserCallbackURL', 'redirectTo', 'redirect_uri', 'errorURL'])(
  'sign-in: %s is refused in the address and in the body, and nobody is redirected',
  async (name) => {
    const { email } = await openAccount()
    const body = { email, password: PASSWORD }
    for (const path of [...SIGN_INS, '/api/auth/sign-out', '/api/auth/verify-email']) {
      const answer = await api.post(`${path}?${name}=https%3A%2F%2Fevil.example`, body)
      expect([path, answer.status, await answer.json()]).toEqual([
        path,
        400,
        {
          error: {
            code: 'invalid_request',
            message: 'Sklep sam decyduje, dokąd prowadzi: adresu powrotu nie można podać.',
          },
        },
      ])
      expect([answer.headers.get('location'), answer.headers.getSetCookie()]).toEqual([null, []])
    }
    for (const path of SIGN_INS) {
      const answer = await api.post(path, { ...body, [name]: 'https://evil.example' })
      expect([path, answer.status, await answer.json()]).toMatchObject([
        path,
        400,
        { error: { code: 'invalid_request', fields: { [name]: 'Nieznane pole' } } },
      ])
      expect([answer.headers.get('location'), answer.headers.getSetCookie()]).toEqual([null, []])
    }
    expect((await api.get(`/api/auth/get-session?${name}=%2F`)).status).toBe(400)
  },
)

test('/api/auth/list-sessions and revoke-session: users end only their own sessions, by id', async () => {
  const { email, cookie } = await openAccount()
  const other = cookieOf(await api.post('/api/auth/sign-in/email', { email, password: PASSWORD }))
  const listed = await call('/api/auth/list-sessions', null, cookie)
  const sessions = (await listed.json()) as { id: string; user_agent: string }[]
  expect(sessions).toHaveLength(2)

  const stranger = await openAccount()
  const [newest] = sessions
  const foreign = await call('/api/auth/revoke-session', { id: newest?.id }, stranger.cookie)
  expect([foreign.status, await foreign.json()]).toMatchObject([404, { error: { code: 'session_not_found' } }])
  expect(await signedInAs(other)).toBe(email)
  expect((await call('/api/auth/revoke-session', { id: newest?.id }, cookie)).status).toBe(200)
  expect([await signedInAs(other), await signedInAs(cookie)]).toEqual([null, email])
})

test('/api/auth/revoke-other-sessions: ends every session except the caller’s', async () => {
  const { email, cookie } = await openAccount()
  const other = cookieOf(await api.post('/api/auth/sign-in/email', { email, password: PASSWORD }))
  expect((await call('/api/auth/revoke-other-sessions', {}, cookie)).status).toBe(200)
  expect([await signedInAs(other), await signedInAs(cookie)]).toEqual([null, email])
})

test('/api/auth: calls that change an account need a session', async () => {
  const account = { email: api.admin.email, cookie: '', totpURI: 'otpauth://totp/x?secret=AAAA' }
  const open = /sign-in|sign-up|sign-out|get-session|jwks|verify-|providers|callback/
  for (const [path, body] of Object.entries(BODIES).filter(([path]) => !open.test(path))) {
    const answer = await call(path, body(account), '')
    expect([path, answer.status, await answer.json()]).toMatchObject([
      path,
      401,
      { error: { code: 'sign_in_required' } },
    ])
  }
})

async function signedInAs(cookie: string): Promise<string | null> {
  const { user } = (await (await call('/api/auth/get-session', null, cookie)).json()) as { user: Account | null }
  return user?.email ?? null
}
