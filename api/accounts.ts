import type { Context } from 'hono'
import { ACCOUNT_TEXTS, emailSchema, passwordSchema } from '#domain/accounts/credentials.ts'
import { type GuestSignInFailure, guestSignIn } from '#domain/accounts/guest-sign-in.server.ts'
import { signedInUserSchema } from './account-schemas.ts'
import { type ApiEnv, createRoute, createRouter, errorResponse, errors, z } from './router.ts'

/** A session as the API answers it: cookies go out as they are, whatever else the answer says. */
export function setCookies(c: Context<ApiEnv>, cookies: readonly string[]): void {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
}

const guestSignInRoute = createRoute({
  method: 'post',
  path: '/guest-sign-in',
  tags: ['accounts'],
  summary: 'Step 1 of buying: signs in, or creates the account',
  description: 'Sets the session cookie. Limited per account and per address.',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          schema: z.strictObject({ email: emailSchema, password: passwordSchema, acceptedTerms: z.boolean() }),
        },
      },
    },
  },
  responses: {
    200: {
      description: 'Signed in; `created` tells a new account',
      content: { 'application/json': { schema: z.object({ created: z.boolean() }) } },
    },
    ...errors({
      400: 'Wrong fields, or `terms_not_accepted`',
      401: '`wrong_password`, or `second_factor_required`: answer it at /api/auth/two-factor/verify-totp',
      429: '`too_many_attempts`, with Retry-After',
    }),
  },
})

const meRoute = createRoute({
  method: 'get',
  path: '/me',
  tags: ['accounts'],
  summary: 'Who is signed in',
  description: 'Prolongs the session when it is due; a later `expires_at` tells so.',
  responses: {
    200: {
      description: 'The user, or null without a session',
      content: {
        'application/json': {
          schema: z.object({ user: signedInUserSchema.nullable(), expires_at: z.iso.datetime().nullable() }),
        },
      },
    },
  },
})

export const accountRoutes = createRouter()
  .openapi(guestSignInRoute, async (c) => {
    const caller = { headers: c.req.raw.headers, clientAddress: c.var.clientAddress }
    const result = await guestSignIn(c.var.services, c.req.valid('json'), caller)
    if (!result.ok) return refusal(c, result.failure)
    setCookies(c, result.value.cookies)
    return c.json({ created: result.value.created }, 200)
  })
  .openapi(meRoute, async (c) => {
    const session = await c.var.services.accounts.currentSession(c.req.raw.headers)
    if (!session) return c.json({ user: null, expires_at: null }, 200)
    setCookies(c, session.cookies)
    return c.json({ user: session.user, expires_at: session.expiresAt.toISOString() }, 200)
  })

function refusal(c: Context<ApiEnv>, failure: GuestSignInFailure) {
  switch (failure.reason) {
    case 'terms_not_accepted':
      return errorResponse(c, 400, failure.reason, ACCOUNT_TEXTS.termsRequired, {
        acceptedTerms: ACCOUNT_TEXTS.termsRequired,
      })
    case 'wrong_password':
      return errorResponse(c, 401, failure.reason, ACCOUNT_TEXTS.wrongPassword)
    case 'second_factor_required':
      setCookies(c, failure.cookies)
      return errorResponse(c, 401, failure.reason, ACCOUNT_TEXTS.secondFactorRequired)
    case 'too_many_attempts':
      return tooManyAttempts(c, failure.retryAfterSeconds)
  }
}

/** 429 with when to come back, for programs (Retry-After) and people. */
export function tooManyAttempts(c: Context<ApiEnv>, retryAfterSeconds: number) {
  c.header('Retry-After', String(retryAfterSeconds))
  const minutes = Math.ceil(retryAfterSeconds / 60)
  return errorResponse(c, 429, 'too_many_attempts', `Zbyt wiele prób. Spróbuj ponownie za ${minutes} min.`)
}
