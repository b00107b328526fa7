import { authorizationCodeRequest, validateToken } from 'better-auth/oauth2'
import { z } from 'zod'
import type { GoogleFailure, GoogleProfile } from '#domain/accounts/account-gateway.ts'
import { log } from '#domain/kernel/log.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { GoogleClient } from './google-settings.ts'

const TIMEOUT_MS = 8_000

const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  nonce: z.string(),
  exp: z.number(),
  email: z.string(),
  email_verified: z.boolean().default(false),
  hd: z.string().optional(),
  given_name: z.string().optional(),
  family_name: z.string().optional(),
})

type Exchange = { code: string; codeVerifier: string; redirectURI: string; nonce: string }

/** Exchanges a code for the person's identity, which Google signed for this shop and this attempt. */
export async function readGoogleProfile(
  client: GoogleClient,
  { nonce, ...exchange }: Exchange,
): Promise<Result<GoogleProfile, GoogleFailure>> {
  const token = await exchangeCode(client, exchange)
  if (!token.ok) return token
  const claims = await readClaims(client, token.value)
  if (!claims.ok) return claims
  if (claims.value.nonce !== nonce) return refused('the identity belongs to another attempt')
  const { sub, email, email_verified, hd, given_name, family_name } = claims.value
  return ok({
    subject: sub,
    email,
    emailVerified: email_verified,
    // Other addresses were confirmed once, but Google does not deliver their mail.
    ownsMailbox: email_verified && (hd !== undefined || /@(gmail|googlemail)\.com$/i.test(email)),
    firstName: given_name ?? null,
    lastName: family_name ?? null,
  })
}

async function exchangeCode(
  { clientId, clientSecret, tokenUrl }: GoogleClient,
  exchange: Omit<Exchange, 'nonce'>,
): Promise<Result<string, GoogleFailure>> {
  const { body, headers } = await authorizationCodeRequest({
    ...exchange,
    options: { clientId, clientSecret },
    tokenEndpoint: tokenUrl,
  })
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch(tokenUrl, { method: 'POST', body, headers, redirect: 'error', signal })
    if (answer.status >= 500) return unavailable(new Error(`Google answered ${answer.status}`))
    const given: unknown = await answer.json()
    const token = z.object({ id_token: z.string() }).safeParse(given)
    if (answer.ok && token.success) return ok(token.data.id_token)
    const refusal = z.object({ error: z.string().max(60) }).safeParse(given)
    return refused(refusal.success ? refusal.data.error : `status ${answer.status}`)
  } catch (error) {
    return unavailable(error)
  }
}

/** jose's codes for an invalid token; its other codes concern reading the keys. */
const INVALID_TOKEN = /^ERR_(JWS|JWT|JWKS_NO_MATCHING_KEY|JOSE_ALG|JOSE_NOT_SUPPORTED)/

async function readClaims(
  { clientId, keysUrl, issuer }: GoogleClient,
  token: string,
): Promise<Result<z.output<typeof claimsSchema>, GoogleFailure>> {
  try {
    const { payload } = await validateToken(token, keysUrl, { audience: clientId, issuer })
    const claims = claimsSchema.safeParse(payload)
    return claims.success ? ok(claims.data) : refused('the identity lacks what is needed')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    return INVALID_TOKEN.test(code) ? refused(code) : unavailable(error)
  }
}

function refused(why: string) {
  log.warn('Google did not confirm who signs in', { why })
  return fail({ reason: 'google_refused' } as const)
}

function unavailable(error: unknown) {
  log.warn('Google could not be asked', { error })
  return fail({ reason: 'google_unavailable' } as const)
}
