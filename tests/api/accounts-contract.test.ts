import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { totpCode } from '#tests/support/totp.ts'

const PASSWORD = 'sekret1'
const NOBODY = '11111111-1111-4111-8111-111111111111'

test.override('demo', false)

let api: Api
let described: Record<string, string>
test.beforeAll(async ({ api: started }) => {
  api = started
  const { paths } = (await (await api.get('/api/openapi.json')).json()) as { paths: Record<string, object> }
  const operations = Object.entries(paths).map(([path, operation]) => [path, Object.keys(operation).join()])
  described = Object.fromEntries(operations.filter(([path]) => path?.startsWith('/api/auth/')))
})

type Account = { email: string; cookie: string; totpURI: string }

/** A body that each call under /api/auth accepts; null: the call has none. */
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
  '/api/auth/two-factor/disable': () => ({ password: PASSWORD }),
  '/api/auth/two-factor/generate-backup-codes': () => ({ password: PASSWORD }),
  '/api/auth/two-factor/verify-totp': ({ totpURI }) => ({ code: totpCode(totpURI) }),
  '/api/auth/two-factor/verify-backup-code': () => ({ code: 'aaaaa-bbbbb' }),
  '/api/auth/.well-known/jwks.json': () => null,
}

const call = (path: string, body: object | null, cookie: string) =>
  body === null ? api.get(path, { Cookie: cookie }) : api.post(path, body, { Cookie: cookie })

/** Tokens of the sessions that these cookies carry: the part before the signature. */
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
  const setup = await api.post('/api/auth/two-factor/enable', { password: PASSWORD }, { Cookie: cookie })
  const { totpURI } = (await setup.json()) as { totpURI: string }
  return { email, cookie, totpURI }
}

test('/api/auth: every open path is described, and only these are open', () => {
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

test.each(Object.keys(BODIES).filter((path) => !/jwks|get-session|list-sessions/.test(path)))(
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

test.each([
  '/token',
  '/revoke-sessions',
  '/list-accounts',
  '/unlink-account',
  '/verify-password',
  '/two-factor/get-totp-uri',
  '/two-factor/send-otp',
  '/delete-user',
  '/change-email',
  '/sign-in/social',
  '/request-password-reset',
  '/update-session',
  '/ok',
  '/error',
])('/api/auth%s: is closed', async (path) => {
  const { cookie } = await openAccount()
  const answers = await Promise.all([call(`/api/auth${path}`, null, cookie), call(`/api/auth${path}`, {}, cookie)])
  expect(answers.map(({ status }) => status)).toEqual([404, 404])
  expect(await answers[0]?.json()).toMatchObject({ error: { code: 'not_found' } })
})

test('/api/auth/list-sessions and revoke-session: a user ends the own sessions by their ids, never a foreign one', async () => {
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

test('/api/auth/revoke-other-sessions: ends every session but the own one', async () => {
  const { email, cookie } = await openAccount()
  const other = cookieOf(await api.post('/api/auth/sign-in/email', { email, password: PASSWORD }))
  expect((await call('/api/auth/revoke-other-sessions', {}, cookie)).status).toBe(200)
  expect([await signedInAs(other), await signedInAs(cookie)]).toEqual([null, email])
})

test('/api/auth: what changes an account needs a session', async () => {
  const account = { email: api.admin.email, cookie: '', totpURI: 'otpauth://totp/x?secret=AAAA' }
  const open = /sign-in|sign-up|sign-out|get-session|jwks|verify-/
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
