import { createHash, createPublicKey, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { z } from 'zod'
import { createSecret, isSameSecret, loadSecret } from '#sandbox/access.ts'
import { type Markup, page } from '#sandbox/page.ts'
import { ACCOUNTS, type GoogleAccount, inventAccount, subjectOf } from './google-accounts.ts'

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

/** Validity of a code and of an identity, ms. */
const CODE_LASTS_MS = 60_000
const TOKEN_LASTS_MS = 60 * 60_000
const MOST_CODES = 1_000
const CLIENT_ID = 'sandbox.apps.googleusercontent.example'
const KEY_ID = 'sandbox'

type Code = { request: AuthorizationRequest; account: GoogleAccount; issuedAt: number }

/**
 * A stand-in for signing in by Google (OpenID Connect, code flow with PKCE): a page with made-up accounts, the exchange
 * of the code, and the public keys of identities. Codes work once.
 * @param url address of the sandbox
 */
export function createGoogle({ url, dataDir }: { url: string; dataDir: string | undefined }) {
  const issuer = `${url}/google`
  const clientSecret = loadSecret(dataDir, 'client-secret')
  let key: KeyObject | undefined
  /** Generated at the first sign-in: it takes longer than the rest of the start. */
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
    const code = createSecret()
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
      return c.html(choicePage(request.data))
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
        access_token: createSecret(),
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

  /** Settings with which a shop signs people in here instead of at Google. */
  const client = {
    clientId: CLIENT_ID,
    clientSecret,
    authorizationUrl: `${issuer}/auth`,
    tokenUrl: `${issuer}/token`,
    keysUrl: `${issuer}/certs`,
    issuer,
  }
  return { routes, client }
}

function describe({ emailVerified, hostedDomain }: GoogleAccount): string {
  if (!emailVerified) return 'adres niepotwierdzony'
  return hostedDomain === null ? 'adres potwierdzony' : 'adres w domenie obsługiwanej przez Google'
}

/** The request as fields of a form, which send it along with the choice. */
function hidden(request: AuthorizationRequest): Markup {
  const inputs = Object.entries(request).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )
  return html`${inputs}`
}

/** The page on which a person chooses an account. */
function choicePage(request: AuthorizationRequest): Markup {
  const entries = ACCOUNTS.map(
    (account) => html`<form method="post" action="/google/wybor">${hidden(request)}
<input type="hidden" name="email" value="${account.email}">
<button>${account.givenName} ${account.familyName} · ${account.email} · ${describe(account)}</button></form>`,
  )
  return page(
    'Wybierz konto (próba Google)',
    html`<h1>Wybierz konto</h1>
<p class="lead"><strong>To próba.</strong> Piaskownica zastępuje tu Google: te konta są zmyślone.
Wrócisz do: ${new URL(request.redirect_uri).host}.</p>
${entries.map((entry) => html`<div class="bar">${entry}</div>`)}
<h2>Inne zmyślone konto</h2>
<form method="post" action="/google/wybor" class="bar">${hidden(request)}
<label for="email">Adres e-mail</label>
<input id="email" type="email" name="email" required maxlength="200" autocomplete="off">
<button>Dalej</button></form>
<form method="post" action="/google/wybor" class="bar">${hidden(request)}
<button name="email" value="">Anuluj i wróć do sklepu</button></form>`,
  )
}

function refusedPage(reason: string): Markup {
  return page('Błędne żądanie (próba Google)', html`<h1>Google nie przyjmuje tego żądania</h1><p>Powód: ${reason}</p>`)
}
