import { accountCall, doneSchema, ownAccountCall } from '#api/call.ts'
import { z } from '#api/http.ts'
import {
  accountSecuritySchema,
  checkoutDefaultsSchema,
  credentialsSchema,
  firstPasswordSchema,
  guestSignInSchema,
  isStaff,
  signedInUserSchema,
} from '#domain/accounts/account.ts'
import { findAccountSecurity } from '#domain/accounts/account-queries.server.ts'
import { signInAdmin, signInGuest } from '#domain/accounts/sign-in.server.ts'
import { setFirstPassword } from '#domain/accounts/update-account.server.ts'
import { findCheckoutDefaults } from '#domain/checkout/checkout-defaults-queries.server.ts'
import { ok } from '#domain/kernel/result.ts'
import { answerSignIn, currentSession, sessionSchema, setCookies, toCaller } from './auth.ts'
import { rememberAcceptedTerms } from './second-factor.ts'

export const accountCalls = [
  accountCall.post(
    '/guest-sign-in',
    {
      summary: 'First step of a checkout: signs in, or creates the account',
      description:
        'Sets the session cookie and records the accepted terms. `second_factor_required` is answered at ' +
        '/api/auth/two-factor/verify-totp. `withoutAccount`: the session can order and pay, and nothing else.',
      body: guestSignInSchema,
      answers: ['Signed in; `created`: the account is new', z.object({ created: z.boolean() })],
      refuses: ['terms_not_accepted', 'wrong_password', 'second_factor_required', 'too_many_attempts', 'sign_in_busy'],
    },
    async ({ services, body: { email, password = null, acceptedTerms } }, c) => {
      const result = await signInGuest(services, { email, password, acceptedTerms }, toCaller(c))
      if (!result.ok) {
        if (result.failure.reason === 'second_factor_required') await rememberAcceptedTerms(c, email)
        return result
      }
      setCookies(c, result.value.cookies)
      return ok({ created: result.value.created })
    },
  ),
  accountCall.post(
    '/admin-sign-in',
    {
      summary: 'Signs in to the admin pages: the admin, or a person invited to pack',
      description:
        'First ends all sessions of the signed-in user, then checks the password. `admin_required`: the account is ' +
        'signed out again. `second_factor_required` is answered at /api/auth/two-factor/verify-totp.',
      body: credentialsSchema,
      answers: ['Signed in', z.object({ user: signedInUserSchema })],
      refuses: ['invalid_credentials', 'second_factor_required', 'admin_required', 'too_many_attempts', 'sign_in_busy'],
    },
    async ({ services, body }, c) => answerSignIn(c, await signInAdmin(services, body, toCaller(c))),
  ),
  accountCall.get(
    '/me',
    {
      summary: 'The signed-in user',
      description: 'Prolongs the session when it is due, with a later `expires_at`.',
      answers: ['The user, or null without a session', sessionSchema],
    },
    async (_, c) => ok(await currentSession(c)),
  ),
  ownAccountCall.get(
    '/me/account',
    {
      summary: "The ways into the user's account",
      answers: ['Password, second factor and Google', accountSecuritySchema],
    },
    async ({ services, user }) => {
      const security = await findAccountSecurity(services.db, user.id)
      const google_linked = services.accounts.offersGoogle && !isStaff(user) ? security.google_linked : null
      return ok({ ...security, google_linked })
    },
  ),
  ownAccountCall.post(
    '/me/password',
    {
      summary: 'Sets the first password of an account that has none',
      body: firstPasswordSchema,
      answers: ['Set', doneSchema],
      refuses: ['admin_password_too_short', 'password_present', 'sign_in_again', 'sign_in_busy'],
    },
    ({ services, user, body }, c) => setFirstPassword(services, user, body.newPassword, toCaller(c)),
  ),
  ownAccountCall.get(
    '/me/checkout-defaults',
    {
      summary: 'Initial values of the checkout for a returning buyer',
      answers: [
        'Names and phone of the last order, the last address and locker; null without an order and a name',
        checkoutDefaultsSchema.nullable(),
      ],
    },
    async ({ services, user }, c) => {
      c.header('Cache-Control', 'private, no-store')
      return ok(await findCheckoutDefaults(services.db, user.id))
    },
  ),
]
