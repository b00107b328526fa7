import fc from 'fast-check'
import { createAuth } from '#infra/auth/better-auth.ts'
import { createAccountGateway } from '#infra/auth/better-auth-gateway.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

const test = base.extend('demo', { scope: 'file' }, false)

const SECRET = 'a secret of the tests, long enough to sign cookies 0123456789'
const CALLER = { headers: new Headers(), clientAddress: '203.0.113.7' }
const ADDRESSES = ['http://perfumeria.test', 'https://perfumeria.test']

type Accounts = ReturnType<typeof open>
const byAddress: Record<string, Accounts> = {}
test.beforeAll(({ database }) => {
  for (const shopUrl of ADDRESSES) byAddress[shopUrl] = open(database, shopUrl)
})

function open({ db }: TestDatabase, shopUrl: string, secret = SECRET) {
  const settings = {
    db,
    secret,
    shopUrl,
    shopName: 'Perfumeria',
    adminEmail: 'admin@perfumeria.test',
    passwordCost: 'least' as const,
    google: null,
  }
  const gateway = createAccountGateway(settings)
  const auth = createAuth(settings)
  return {
    db,
    gateway,
    /** The session cookies of a new account, as `name=value`. */
    async signUp() {
      const terms = { version: '2026-01-01', acceptedAt: new Date() }
      const account = { email: `${crypto.randomUUID()}@example.test`, password: 'sekret1', terms }
      const joined = await gateway.signUp(account, CALLER)
      if (!joined.ok) throw new Error(joined.failure.reason)
      const pairs = joined.value.cookies.map((cookie) => cookie.split(';', 1)[0] ?? '')
      const session = pairs.find((pair) => pair.includes('session_token=')) ?? ''
      return { user: joined.value.user, pairs, session }
    },
    /** The user of this Cookie header, as read by the shop and by Better Auth. */
    async read(cookie: string) {
      const headers = new Headers({ cookie })
      const [user, session] = await Promise.all([gateway.findUser(headers), gateway.findSession(headers)])
      expect(session?.user ?? null).toEqual(user)
      const found = await auth.api.getSession({ headers, query: { disableRefresh: true } })
      const { id, email, role, first_name, last_name } = found?.user ?? {}
      return { own: user, betterAuth: found && { id, email, role, first_name, last_name } }
    },
  }
}

const at = (shopUrl: string): Accounts => {
  const accounts = byAddress[shopUrl]
  if (!accounts) throw new Error(`no accounts at ${shopUrl}`)
  return accounts
}

test.for(ADDRESSES)('session at %s: the shop and Better Auth read the same user from a cookie', async (shopUrl) => {
  const { signUp, read } = at(shopUrl)
  const { user, pairs, session } = await signUp()
  for (const cookie of [pairs.join('; '), session, `a=b; ${session}`, `x;${session};y=z`, `  ${session}  `]) {
    expect(await read(cookie)).toEqual({ own: user, betterAuth: user })
  }
})

test.for(ADDRESSES)('session at %s: altered and malformed cookies sign nobody in at either', async (shopUrl) => {
  const { signUp, read } = at(shopUrl)
  const { user, session } = await signUp()
  const other = await signUp()
  const [name = '', value = ''] = session.split(/=(.*)/s)
  const signature = decodeURIComponent(value).split('.')[1] ?? ''
  const [token = ''] = decodeURIComponent(value).split('.')
  const otherSignature = decodeURIComponent(other.session.split(/=(.*)/s)[1] ?? '').split('.')[1] ?? ''

  const character = fc.constantFrom(...'ABab01+/=-_.%; "\t~', 'ą', 'é')
  const altered = fc
    .tuple(fc.nat(value.length - 1), character)
    .map(([at, by]) => value.slice(0, at) + by + value.slice(at + 1))
  const cookies = fc.oneof(
    altered.map((text) => `${name}=${text}`),
    fc.nat(value.length).map((length) => `${name}=${value.slice(0, length)}`),
    fc.string({ unit: character, maxLength: 60 }).map((text) => `${name}=${text}`),
    fc.string({ unit: character, maxLength: 60 }).map((text) => `${name}=${token}.${text}`),
    fc.string({ unit: character, maxLength: 60 }).map((text) => `${text}; ${session}`),
    fc.constantFrom(
      '',
      name,
      `${name}=`,
      `${name}="${value}"`,
      `${name}=${decodeURIComponent(value)}`,
      `${name}=${token}`,
      `${name}=${token}.`,
      `${name}=.${encodeURIComponent(signature)}`,
      `${name}=${token}.${encodeURIComponent(otherSignature)}`,
      `${name}=${token}.${encodeURIComponent(signature.replace(/.=$/, 'A='))}`,
      `${name}=${token}.${encodeURIComponent(signature.replaceAll('+', '-').replaceAll('/', '_'))}`,
      `${name}=${token}x.${encodeURIComponent(signature)}`,
      `x${session}`,
      session.toUpperCase(),
      `${name}=nothing; ${session}`,
      `${session}; ${name}=nothing`,
      session.replace('__Secure-', ''),
      `__Secure-${session}`,
    ),
  )
  const ascii = cookies.filter((cookie) => /^[\x20-\x7e\t\xe9]*$/.test(cookie))
  await fc.assert(
    fc.asyncProperty(ascii, async (cookie) => {
      const { own, betterAuth } = await read(cookie)
      expect(own).toEqual(betterAuth)
      // Never a user other than the owner of the token.
      expect(own?.id ?? user.id).toBe(user.id)
    }),
    { numRuns: 300 },
  )
})

test('session: a signed-out, ended, deleted, expired or foreign one is rejected by both', async ({ database }) => {
  const { signUp, read, gateway } = at('http://perfumeria.test')
  const nobody = { own: null, betterAuth: null }

  const signedOut = await signUp()
  await gateway.signOut(new Headers({ cookie: signedOut.session }), 'here')
  expect(await read(signedOut.session)).toEqual(nobody)

  const ended = await signUp()
  await database.db.deleteFrom('sessions').where('user_id', '=', ended.user.id).execute()
  expect(await read(ended.session)).toEqual(nobody)

  const deleted = await signUp()
  await database.db.deleteFrom('users').where('id', '=', deleted.user.id).execute()
  expect(await read(deleted.session)).toEqual(nobody)

  const expired = await signUp()
  const expires_at = new Date(Date.now() - 1)
  await database.db.updateTable('sessions').set({ expires_at }).where('user_id', '=', expired.user.id).execute()
  expect(await read(expired.session)).toEqual(nobody)

  const elsewhere = open(database, 'http://perfumeria.test', `${SECRET}!`)
  const foreign = await elsewhere.signUp()
  expect(await read(foreign.session)).toEqual(nobody)
  expect((await elsewhere.read(foreign.session)).own).toEqual(foreign.user)
})

test.for(ADDRESSES)('a caller at %s is recognised only by a cookie that the shop signed', async (shopUrl) => {
  const { gateway, signUp } = at(shopUrl)
  const { pairs, session } = await signUp()
  const device = pairs.find((pair) => pair.includes('shop.device=')) ?? ''
  const isKnown = (cookie: string) => gateway.isKnown(new Headers({ cookie }))
  expect([isKnown(session), isKnown(device), isKnown(`a=b; ${session}`)]).toEqual([true, true, true])
  const forged = [session, device].map((pair) => `${pair.slice(0, -6)}AAAAA${pair.at(-1)}`)
  expect([isKnown(''), ...forged.map(isKnown)]).toEqual([false, false, false])
})
