import { createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { log } from '#domain/kernel/log.ts'
import { readGoogleProfile } from '#infra/auth/google-client.ts'
import type { GoogleClient } from '#infra/auth/google-settings.ts'

const NONCE = 'nonce-of-this-attempt'
const EXCHANGE = { code: 'code', codeVerifier: 'v'.repeat(43), redirectURI: 'https://sklep.example/x', nonce: NONCE }
const google = generateKeyPairSync('rsa', { modulusLength: 2048 })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })

let server: Server
let client: GoogleClient
/** The answer of the token endpoint. */
let token = ''
let redirects = false

beforeAll(async () => {
  server = createServer(({ url }, response) => {
    if (url === '/token' && redirects) return response.writeHead(307, { Location: '/elsewhere' }).end()
    const jwk = google.publicKey.export({ format: 'jwk' })
    const keys = [{ ...jwk, kid: 'present', alg: 'RS256', use: 'sig' }]
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(url === '/certs' ? { keys } : { id_token: token }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  client = {
    clientId: 'the-shop',
    clientSecret: 'x',
    authorizationUrl: `${url}/auth`,
    tokenUrl: `${url}/token`,
    keysUrl: `${url}/certs`,
    issuer: 'https://accounts.google.com',
  }
})
afterAll(() => void server.close())
beforeEach(() => {
  redirects = false
  vi.spyOn(log, 'warn').mockReturnValue()
})

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const RS256 = { alg: 'RS256', kid: 'present', typ: 'JWT' }
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const claims = (changes: object = {}) => ({
  iss: 'https://accounts.google.com',
  aud: 'the-shop',
  sub: '1',
  exp: inSeconds(600),
  nonce: NONCE,
  email: 'anna@example.test',
  email_verified: true,
  ...changes,
})

function signed(changes: object = {}, { head = RS256 as object, key = google.privateKey, digest = 'RSA-SHA256' } = {}) {
  const content = `${encode(head)}.${encode(claims(changes))}`
  return `${content}.${createSign(digest).update(content).sign(key, 'base64url')}`
}

/** Signed with the public key as if it were a shared secret. */
function confused(publicKey: KeyObject): string {
  const content = `${encode({ ...RS256, alg: 'HS256' })}.${encode(claims())}`
  const secret = publicKey.export({ format: 'pem', type: 'spki' })
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
}

function altered(): string {
  const [head, , signature] = signed().split('.')
  return `${head}.${encode(claims({ sub: '2' }))}.${signature}`
}

const ownKey = stranger.publicKey.export({ format: 'jwk' })

test('an identity that Google signed for this shop and this attempt is read', async () => {
  token = signed()
  expect(await readGoogleProfile(client, EXCHANGE)).toMatchObject({
    ok: true,
    value: { subject: '1', email: 'anna@example.test', emailVerified: true, ownsMailbox: false },
  })
})

test.each<[what: string, make: () => string]>([
  ['for another shop', () => signed({ aud: 'another-shop' })],
  ['for nobody', () => signed({ aud: undefined })],
  ['of another issuer', () => signed({ iss: 'https://accounts.evil.example' })],
  ['whose time is over', () => signed({ exp: inSeconds(-60) })],
  ['that has no end', () => signed({ exp: undefined })],
  ['whose time has not come', () => signed({ nbf: inSeconds(600) })],
  ['of another attempt', () => signed({ nonce: 'another' })],
  ['of no attempt', () => signed({ nonce: undefined })],
  ['signed by somebody else', () => signed({}, { key: stranger.privateKey })],
  ['that brings its own key', () => signed({}, { key: stranger.privateKey, head: { ...RS256, jwk: ownKey } })],
  ['of an unknown key', () => signed({}, { head: { ...RS256, kid: 'earlier' } })],
  ['by another algorithm', () => signed({}, { head: { ...RS256, alg: 'RS512' }, digest: 'RSA-SHA512' })],
  ['that was altered', altered],
  ['without a signature', () => `${encode({ alg: 'none' })}.${encode(claims())}.`],
  ['signed with the public key as a secret', () => confused(google.publicKey)],
  ['that is no token', () => 'x'],
])('an identity %s is refused', async (_what, make) => {
  token = make()
  expect(await readGoogleProfile(client, EXCHANGE)).toEqual({ ok: false, failure: { reason: 'google_refused' } })
})

test('a redirect of the token endpoint is not followed', async () => {
  token = signed()
  redirects = true
  expect(await readGoogleProfile(client, EXCHANGE)).toEqual({ ok: false, failure: { reason: 'google_unavailable' } })
})
