import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AccountServer, cookieOf, OWNER, startAccountServer } from '#tests/support/account-server.ts'

let server: AccountServer
beforeAll(async () => {
  server = await startAccountServer()
})
afterAll(() => server.stop())

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code an authenticator app shows now for an otpauth:// address (RFC 6238, six digits, 30 s). */
function codeOf(otpauth: string): string {
  const secret = new URL(otpauth).searchParams.get('secret') ?? ''
  const bits = [...secret].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

async function enrol(cookie: string, password: string): Promise<string> {
  const answer = await server.post('/api/auth/two-factor/enable', { password }, { Cookie: cookie })
  const { totpURI } = (await answer.json()) as { totpURI: string }
  const confirmed = await server.post('/api/auth/two-factor/verify-totp', { code: codeOf(totpURI) }, { Cookie: cookie })
  expect([answer.status, confirmed.status]).toEqual([200, 200])
  return totpURI
}

const email = async (cookie: string) =>
  ((await (await server.get('/api/me', { Cookie: cookie })).json()) as { user: { email: string } | null }).user?.email

test('with a second factor the password alone opens nothing, at no door; with the code it does', async () => {
  const credentials = { email: 'ala@example.com', password: 'sekret1' }
  const guest = () => server.post('/api/guest-sign-in', { ...credentials, acceptedTerms: true })
  const otpauth = await enrol(cookieOf(await guest()), credentials.password)

  const asked = await guest()
  expect([asked.status, await asked.json()]).toMatchObject([401, { error: { code: 'second_factor_required' } }])
  expect(await email(cookieOf(asked))).toBeUndefined()

  const dialog = await server.post('/api/auth/sign-in/email', credentials)
  expect(await dialog.json()).toMatchObject({ twoFactorRedirect: true })
  const challenge = { Cookie: cookieOf(dialog) }
  expect(await email(challenge.Cookie)).toBeUndefined()
  const wrong = await server.post('/api/auth/two-factor/verify-totp', { code: '12345' }, challenge)
  expect([wrong.status, await wrong.json()]).toMatchObject([401, { error: { code: 'invalid_code' } }])
  const verified = await server.post('/api/auth/two-factor/verify-totp', { code: codeOf(otpauth) }, challenge)
  expect(verified.status).toBe(200)
  expect(await email(cookieOf(verified))).toBe('ala@example.com')
})

test("the owner's login asks for it, too", async () => {
  const credentials = { email: OWNER, password: server.ownerPassword }
  const entered = await server.post('/api/admin-sign-in', credentials)
  const otpauth = await enrol(cookieOf(entered), credentials.password)
  const asked = await server.post('/api/admin-sign-in', credentials)
  expect([asked.status, await asked.json()]).toMatchObject([401, { error: { code: 'second_factor_required' } }])
  const verified = await server.post(
    '/api/auth/two-factor/verify-totp',
    { code: codeOf(otpauth) },
    { Cookie: cookieOf(asked) },
  )
  expect(await email(cookieOf(verified))).toBe(OWNER)
})
