import { createHash, createPublicKey, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import { isSameSecret, loadSecret } from '#sandbox/access.ts'
import { ACCOUNTS, type GoogleAccount, inventAccount, subjectOf } from './google-accounts.ts'
import { choicePage, refusedPage } from './google-pages.ts'

/** What a shop needs to have people sign in here as at Google. */
export type GoogleSandbox = {
  clientId: string
  clientSecret: string
  authorizationUrl: string
  tokenUrl: string
  keysUrl: string
  issuer: string
}

const authorizationRequest = z.object({
  client_id: z.string(),
  response_type: z.literal('code'),
  redirect_uri: z.url({ protocol: /^https?$/ }),
  scope: z.string().refine((scopes) => scopes.split(' ').includes('openid'), 'scope must contain openid'),
  state: z.string(),
  nonce: z.string(),
  code_challenge: z.string().length(43),
  code_challenge_method: z.literal('S256'),
})
type AuthorizationRequest = z.output<typeof authorizationRequest>

const tokenRequest = z.object({
  grant_type: z.literal('authorization_code'),
  code: z.string(),
  code_verifier: z.string(),
  redirect_uri: z.string(),
  client_id: z.string(),
  client_secret: z.string(),
})

/** How long a code can be exchanged, and an identity is believed, ms. */
const CODE_LASTS_MS = 60_000
const TOKEN_LASTS_MS = 60 * 60_000
const MOST_CODES = 1_000
const CLIENT_ID = 'sandbox.apps.googleusercontent.example'
const KEY_ID = 'sandbox'

type Code = { request: AuthorizationRequest; account: GoogleAccount; issuedAt: number }

/**
 * A stand-in for signing in by Google, with its protocol (OpenID Connect, code flow with PKCE): a page on which one picks a
 * made-up account, the exchange of the code, and the keys that identities are signed with. Codes work once.
 * @param url address of the sandbox
 */
export function createGoogle({ url, dataDir }: { url: string; dataDir: string | undefined }) {
  const issuer = `${url}/google`
  const clientSecret = loadSecret(dataDir, 'client-secret', randomBytes(24).toString('base64url'))
  let key: KeyObject | undefined
  /** Made when somebody signs in first: it takes longer than the rest of the start. */
  const loadKey = () => {
    key ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    return key
  }
  const codes = new Map<string, Code>()

  function sign(claims: object): string {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const content = `${encode({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' })}.${encode(claims)}`
    return `${content}.${createSign('RSA-SHA256').update(content).sign(loadKey(), 'base64url')}`
  }

  function identify({ request, account }: Code): string {
    const now = Date.now()
    return sign({
      iss: issuer,
      aud: request.client_id,
      sub: subjectOf(account),
      iat: Math.floor(now / 1000),
      exp: Math.floor((now + TOKEN_LASTS_MS) / 1000),
      nonce: request.nonce,
      email: account.email,
      email_verified: account.emailVerified,
      name: `${account.givenName} ${account.familyName}`,
      given_name: account.givenName,
      family_name: account.familyName,
      ...(account.hostedDomain !== null && { hd: account.hostedDomain }),
    })
  }

  function issueCode(request: AuthorizationRequest, email: string): string {
    const code = randomBytes(24).toString('base64url')
    const [oldest] = codes.keys()
    if (codes.size >= MOST_CODES && oldest !== undefined) codes.delete(oldest)
    codes.set(code, { request, account: inventAccount(email), issuedAt: Date.now() })
    return code
  }

  const routes = new Hono()
    .get('/auth', (c) => {
      const request = authorizationRequest.safeParse(c.req.query())
      if (!request.success) return c.html(refusedPage(request.error.issues[0]?.message ?? 'invalid_request'), 400)
      if (request.data.client_id !== CLIENT_ID) return c.html(refusedPage('invalid_client'), 401)
      return c.html(choicePage(request.data, ACCOUNTS))
    })
    .post('/wybor', async (c) => {
      const form = await c.req.parseBody()
      const request = authorizationRequest.safeParse(form)
      const email = z.email().or(z.literal('')).safeParse(form.email)
      if (!request.success || !email.success) return c.html(refusedPage('invalid_request'), 400)
      const { redirect_uri, state, scope } = request.data
      const back = new URL(redirect_uri)
      back.searchParams.set('state', state)
      if (email.data === '') back.searchParams.set('error', 'access_denied')
      else {
        back.searchParams.set('code', issueCode(request.data, email.data.toLowerCase()))
        back.searchParams.set('scope', scope)
      }
      return c.redirect(back.toString(), 303)
    })
    .post('/token', async (c) => {
      const given = tokenRequest.safeParse(await c.req.parseBody())
      if (!given.success) return c.json({ error: 'invalid_request' }, 400)
      const { code, client_id, client_secret, code_verifier, redirect_uri } = given.data
      if (client_id !== CLIENT_ID || !isSameSecret(client_secret, clientSecret)) {
        return c.json({ error: 'invalid_client' }, 401)
      }
      const issued = codes.get(code)
      codes.delete(code)
      const challenge = createHash('sha256').update(code_verifier).digest('base64url')
      const fits =
        issued !== undefined &&
        Date.now() - issued.issuedAt < CODE_LASTS_MS &&
        issued.request.redirect_uri === redirect_uri &&
        issued.request.code_challenge === challenge
      if (!fits) return c.json({ error: 'invalid_grant' }, 400)
      return c.json({
        access_token: randomBytes(24).toString('base64url'),
        expires_in: TOKEN_LASTS_MS / 1000,
        token_type: 'Bearer',
        scope: issued.request.scope,
        id_token: identify(issued),
      })
    })
    .get('/certs', (c) => {
      const jwk = createPublicKey(loadKey()).export({ format: 'jwk' })
      return c.json({ keys: [{ ...jwk, kid: KEY_ID, alg: 'RS256', use: 'sig' }] })
    })

  const client: GoogleSandbox = {
    clientId: CLIENT_ID,
    clientSecret,
    authorizationUrl: `${issuer}/auth`,
    tokenUrl: `${issuer}/token`,
    keysUrl: `${issuer}/certs`,
    issuer,
  }
  return { routes, client }
}
