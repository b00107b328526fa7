import { randomBytes } from 'node:crypto'
import { BetterAuthError, type BetterAuthPlugin, generateGenericState, parseGenericState } from 'better-auth'
import { createAuthEndpoint } from 'better-auth/api'
import { createAuthorizationURL } from 'better-auth/oauth2'
import { z } from 'zod'
import { fail, ok } from '#domain/kernel/result.ts'
import { readGoogleProfile } from './google-client.ts'
import type { GoogleClient } from './google-settings.ts'

/** The page of the shop that Google leads back to (app/routes.ts). */
const RETURN_PATH = '/logowanie/google'

/** Longest time at Google, ms. */
const ATTEMPT_LASTS_MS = 10 * 60_000

const attemptSchema = z.object({ codeVerifier: z.string(), idTokenNonce: z.string(), linkTo: z.uuid().nullable() })

/**
 * The protocol of sign-in with Google: the address that leads there, and the identity that returns. Better Auth stores
 * the state of the attempt (a row and a signed cookie of the browser), which works once. No session is opened and no
 * account changed: domain/flows/accounts/sign-in-by-google.server.ts decides.
 */
export function googleSignIn(client: GoogleClient | null) {
  const configured = () => {
    if (client === null) throw new Error('signing in by Google is not configured')
    return client
  }
  return {
    id: 'google-sign-in',
    endpoints: {
      beginGoogle: createAuthEndpoint(
        '/google/begin',
        { method: 'POST', body: z.object({ linkTo: z.uuid().nullable() }), metadata: { SERVER_ONLY: true } },
        async (ctx) => {
          const { clientId, clientSecret, authorizationUrl } = configured()
          const attempt = {
            callbackURL: RETURN_PATH,
            codeVerifier: randomBytes(64).toString('base64url'),
            idTokenNonce: randomBytes(24).toString('base64url'),
            expiresAt: Date.now() + ATTEMPT_LASTS_MS,
            linkTo: ctx.body.linkTo,
          }
          const { state } = await generateGenericState(ctx, attempt)
          const url = await createAuthorizationURL({
            id: 'google',
            options: { clientId, clientSecret },
            authorizationEndpoint: authorizationUrl,
            scopes: ['openid', 'email', 'profile'],
            state,
            codeVerifier: attempt.codeVerifier,
            nonce: attempt.idTokenNonce,
            redirectURI: returnUrl(ctx.context.options.baseURL),
            prompt: 'select_account',
          })
          return ctx.json({ url: url.toString() })
        },
      ),
      finishGoogle: createAuthEndpoint(
        '/google/finish',
        {
          method: 'POST',
          body: z.object({ code: z.string(), state: z.string() }),
          requireHeaders: true,
          metadata: { SERVER_ONLY: true },
        },
        async (ctx) => {
          const attempt = await readAttempt(() => parseGenericState(ctx, ctx.body.state))
          if (attempt === null) return ctx.json(fail({ reason: 'google_attempt_invalid' } as const))
          const profile = await readGoogleProfile(configured(), {
            code: ctx.body.code,
            codeVerifier: attempt.codeVerifier,
            nonce: attempt.idTokenNonce,
            redirectURI: returnUrl(ctx.context.options.baseURL),
          })
          return ctx.json(profile.ok ? ok({ profile: profile.value, linkTo: attempt.linkTo }) : profile)
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

/** Uses the configured address, never the host of a request. */
function returnUrl(shopUrl: unknown): string {
  return `${z.string().parse(shopUrl)}${RETURN_PATH}`
}

/** Null for a state that is unknown, used, expired, or of another browser. */
async function readAttempt(read: () => Promise<unknown>): Promise<z.output<typeof attemptSchema> | null> {
  try {
    const attempt = attemptSchema.safeParse(await read())
    return attempt.success ? attempt.data : null
  } catch (error) {
    // Better Auth's refusals of a state or of an unreadable row.
    if (error instanceof BetterAuthError || error instanceof SyntaxError || error instanceof z.ZodError) return null
    throw error
  }
}
