import type { Context } from 'hono'
import { ACCOUNT_TEXTS, checkoutDefaultsSchema, emailSchema, passwordSchema } from '#domain/accounts/account.ts'
import {
  type AdminSignInFailure,
  type GuestSignInFailure,
  signInAdmin,
  signInGuest,
} from '#domain/accounts/sign-in.server.ts'
import { findCheckoutDefaults } from '#domain/orders/order-queries.server.ts'
import { type ApiEnv, createRoute, createRouter, errorResponse, errors, requireUser, z } from './http.ts'

export const signedInUserSchema = z
  .object({
    id: z.uuid(),
    email: z.string(),
    role: z.enum(['customer', 'admin']),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
  })
  .openapi('SignedInUser')

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

const checkoutDefaultsRoute = createRoute({
  method: 'get',
  path: '/me/checkout-defaults',
  tags: ['accounts'],
  summary: 'What the checkout fills in for somebody who comes back',
  security: [{ session: [] }],
  middleware: requireUser,
  responses: {
    200: {
      description: 'Names and phone of the last order, the last address and locker; null without an order and a name',
      content: { 'application/json': { schema: checkoutDefaultsSchema.nullable() } },
    },
    ...errors({ 401: '`sign_in_required`' }),
  },
})

export const accountRoutes = createRouter()
  .openapi(guestSignInRoute, async (c) => {
    const caller = { headers: c.req.raw.headers, clientAddress: c.var.clientAddress }
    const result = await signInGuest(c.var.services, c.req.valid('json'), caller)
    if (!result.ok) return refuseGuestSignIn(c, result.failure)
    setCookies(c, result.value.cookies)
    return c.json({ created: result.value.created }, 200)
  })
  .openapi(meRoute, async (c) => {
    const session = await c.var.services.accounts.findSession(c.req.raw.headers)
    if (!session) return c.json({ user: null, expires_at: null }, 200)
    setCookies(c, session.cookies)
    return c.json({ user: session.user, expires_at: session.expiresAt.toISOString() }, 200)
  })
  .openapi(checkoutDefaultsRoute, async (c) => {
    c.header('Cache-Control', 'private, no-store')
    return c.json(await findCheckoutDefaults(c.var.services.db, c.var.user.id), 200)
  })

function refuseGuestSignIn(c: Context<ApiEnv>, failure: GuestSignInFailure) {
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

const credentials = z.strictObject({
  email: emailSchema,
  password: z.string().min(1, ACCOUNT_TEXTS.passwordRequired).max(128, ACCOUNT_TEXTS.passwordTooLong),
})

const adminSignInRoute = createRoute({
  method: 'post',
  path: '/admin-sign-in',
  tags: ['accounts'],
  summary: 'Login of the back office',
  description: 'Signs out whoever is signed in, everywhere, before the password is checked.',
  request: { body: { required: true, content: { 'application/json': { schema: credentials } } } },
  responses: {
    200: {
      description: 'The owner is signed in',
      content: { 'application/json': { schema: z.object({ user: signedInUserSchema }) } },
    },
    ...errors({
      400: 'Wrong fields',
      401: '`invalid_credentials`, or `second_factor_required`: answer it at /api/auth/two-factor/verify-totp',
      403: '`not_owner`: the account is signed out again',
      429: '`too_many_attempts`, with Retry-After',
    }),
  },
})

export const adminSignInRoutes = createRouter().openapi(adminSignInRoute, async (c) => {
  const caller = { headers: c.req.raw.headers, clientAddress: c.var.clientAddress }
  const result = await signInAdmin(c.var.services, c.req.valid('json'), caller)
  if (!result.ok) return refuseAdminSignIn(c, result.failure)
  setCookies(c, result.value.cookies)
  return c.json({ user: result.value.user }, 200)
})

function refuseAdminSignIn(c: Context<ApiEnv>, failure: AdminSignInFailure) {
  if (failure.reason === 'too_many_attempts') return tooManyAttempts(c, failure.retryAfterSeconds)
  setCookies(c, failure.cookies)
  switch (failure.reason) {
    case 'not_owner':
      return errorResponse(c, 403, failure.reason, 'Access denied. Admin privileges required.')
    case 'invalid_credentials':
      return errorResponse(c, 401, failure.reason, ACCOUNT_TEXTS.wrongCredentials)
    case 'second_factor_required':
      return errorResponse(c, 401, failure.reason, ACCOUNT_TEXTS.secondFactorRequired)
  }
}
