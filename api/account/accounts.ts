import { refuse } from '#api/errors.ts'
import { createRoute, createRouter, requireUser, z } from '#api/http.ts'
import { answers, bodyErrors, errors, jsonBody } from '#api/openapi.ts'
import {
  accountSecuritySchema,
  checkoutDefaultsSchema,
  credentialsSchema,
  firstPasswordSchema,
  guestSignInSchema,
  signedInUserSchema,
} from '#domain/accounts/account.ts'
import { findAccountSecurity } from '#domain/accounts/account-queries.server.ts'
import { signInAdmin, signInGuest } from '#domain/accounts/sign-in.server.ts'
import { setFirstPassword } from '#domain/accounts/update-account.server.ts'
import { findCheckoutDefaults } from '#domain/checkout/checkout-defaults-queries.server.ts'
import { answerSignIn, currentSession, DONE, done, sessionSchema, setCookies, signedInOnly, toCaller } from './auth.ts'
import { rememberAcceptedTerms } from './second-factor.ts'

const guestSignInRoute = createRoute({
  method: 'post',
  path: '/guest-sign-in',
  tags: ['accounts'],
  summary: 'First step of a checkout: signs in, or creates the account',
  description:
    'Sets the session cookie and records the accepted terms. `second_factor_required` is answered at ' +
    '/api/auth/two-factor/verify-totp. `withoutAccount`: the session can order and pay, and nothing else.',
  request: { body: jsonBody(guestSignInSchema) },
  responses: {
    ...answers(z.object({ created: z.boolean() }), 'Signed in; `created`: the account is new'),
    ...bodyErrors(
      'terms_not_accepted',
      'wrong_password',
      'second_factor_required',
      'too_many_attempts',
      'sign_in_busy',
    ),
  },
})

const meRoute = createRoute({
  method: 'get',
  path: '/me',
  tags: ['accounts'],
  summary: 'The signed-in user',
  description: 'Prolongs the session when it is due, with a later `expires_at`.',
  responses: { ...answers(sessionSchema, 'The user, or null without a session'), ...errors() },
})

const securityRoute = createRoute({
  method: 'get',
  path: '/me/account',
  ...signedInOnly,
  summary: "The ways into the user's account",
  responses: { ...answers(accountSecuritySchema, 'Password, second factor and Google'), ...errors('sign_in_required') },
})

const firstPasswordRoute = createRoute({
  method: 'post',
  path: '/me/password',
  ...signedInOnly,
  summary: 'Sets the first password of an account that has none',
  request: { body: jsonBody(firstPasswordSchema) },
  responses: {
    ...answers(done, 'Set'),
    ...bodyErrors('sign_in_required', 'admin_password_too_short', 'password_present', 'sign_in_again', 'sign_in_busy'),
  },
})

const checkoutDefaultsRoute = createRoute({
  method: 'get',
  path: '/me/checkout-defaults',
  tags: ['accounts'],
  summary: 'Initial values of the checkout for a returning buyer',
  security: [{ session: [] }],
  middleware: requireUser,
  responses: {
    ...answers(
      checkoutDefaultsSchema.nullable(),
      'Names and phone of the last order, the last address and locker; null without an order and a name',
    ),
    ...errors('sign_in_required'),
  },
})

const adminSignInRoute = createRoute({
  method: 'post',
  path: '/admin-sign-in',
  tags: ['accounts'],
  summary: 'Signs in to the admin pages',
  description:
    'First ends all sessions of the signed-in user, then checks the password. `admin_required`: the account is ' +
    'signed out again. `second_factor_required` is answered at /api/auth/two-factor/verify-totp.',
  request: { body: jsonBody(credentialsSchema) },
  responses: {
    ...answers(z.object({ user: signedInUserSchema }), 'The admin is signed in'),
    ...bodyErrors(
      'invalid_credentials',
      'second_factor_required',
      'admin_required',
      'too_many_attempts',
      'sign_in_busy',
    ),
  },
})

export const accountRoutes = createRouter()
  .openapi(guestSignInRoute, async (c) => {
    const guest = c.req.valid('json')
    const { email, password = null, acceptedTerms } = guest
    const result = await signInGuest(c.var.services, { email, password, acceptedTerms }, toCaller(c))
    if (!result.ok) {
      if (result.failure.reason === 'second_factor_required') await rememberAcceptedTerms(c, guest.email)
      return refuse(c, result.failure)
    }
    setCookies(c, result.value.cookies)
    return c.json({ created: result.value.created }, 200)
  })
  .openapi(adminSignInRoute, async (c) => {
    const result = await signInAdmin(c.var.services, c.req.valid('json'), toCaller(c))
    return result.ok ? answerSignIn(c, result.value) : refuse(c, result.failure)
  })
  .openapi(meRoute, async (c) => c.json(await currentSession(c), 200))
  .openapi(securityRoute, async (c) => {
    const { services, user } = c.var
    const security = await findAccountSecurity(services.db, user.id)
    const google_linked = services.accounts.offersGoogle && user.role !== 'admin' ? security.google_linked : null
    return c.json({ ...security, google_linked }, 200)
  })
  .openapi(firstPasswordRoute, async (c) => {
    const { services, user } = c.var
    const set = await setFirstPassword(services, user, c.req.valid('json').newPassword, toCaller(c))
    return set.ok ? c.json(DONE, 200) : refuse(c, set.failure)
  })
  .openapi(checkoutDefaultsRoute, async (c) => {
    c.header('Cache-Control', 'private, no-store')
    return c.json(await findCheckoutDefaults(c.var.services.db, c.var.user.id), 200)
  })
