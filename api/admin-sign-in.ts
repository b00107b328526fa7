import type { Context } from 'hono'
import { ACCOUNT_TEXTS, emailSchema } from '#domain/accounts/credentials.ts'
import { type OwnerSignInFailure, ownerSignIn } from '#domain/accounts/owner-sign-in.server.ts'
import { signedInUserSchema } from './account-schemas.ts'
import { setCookies, tooManyAttempts } from './accounts.ts'
import { type ApiEnv, createRoute, createRouter, errorResponse, errors, z } from './router.ts'

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
  const result = await ownerSignIn(c.var.services, c.req.valid('json'), caller)
  if (!result.ok) return refusal(c, result.failure)
  setCookies(c, result.value.cookies)
  return c.json({ user: result.value.user }, 200)
})

function refusal(c: Context<ApiEnv>, failure: OwnerSignInFailure) {
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
