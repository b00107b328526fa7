import { refuse } from '#api/errors.ts'
import { createRoute, createRouter, z } from '#api/http.ts'
import { answers, bodyErrors, emptyRequest, errors, jsonBody } from '#api/openapi.ts'
import { googleAnswerSchema, signedInUserSchema } from '#domain/accounts/account.ts'
import {
  beginGoogleLink,
  beginGoogleSignIn,
  returnFromGoogle,
  unlinkFromGoogle,
} from '#domain/flows/accounts/sign-in-by-google.server.ts'
import { DONE, done, setCookies, signedInOnly, toCaller } from './auth.ts'

const leadingAway = answers(z.object({ url: z.url() }), "Google's page; sets a cookie of this attempt")

const providersRoute = createRoute({
  method: 'get',
  path: '/auth/providers',
  tags: ['accounts'],
  summary: 'Ways to sign in besides a password',
  responses: { ...answers(z.object({ google: z.boolean() }), 'The same for every visitor'), ...errors() },
})

const signInRoute = createRoute({
  method: 'post',
  path: '/auth/sign-in/google',
  tags: ['accounts'],
  summary: 'Begins signing in by Google',
  request: emptyRequest,
  responses: { ...leadingAway, ...bodyErrors('not_found', 'too_many_attempts') },
})

const linkRoute = createRoute({
  method: 'post',
  path: '/auth/link-google',
  ...signedInOnly,
  summary: "Begins linking Google to the user's account",
  request: emptyRequest,
  responses: {
    ...leadingAway,
    ...bodyErrors('sign_in_required', 'not_found', 'google_not_for_admin', 'too_many_attempts'),
  },
})

const returnRoute = createRoute({
  method: 'post',
  path: '/auth/callback/google',
  tags: ['accounts'],
  summary: 'Completes an attempt: signs in, creates an account, or links',
  description:
    'Takes the parameters that Google appended to /logowanie/google, once, in the browser that began it. ' +
    '`second_factor_required` is answered at /api/auth/two-factor/verify-totp.',
  request: { body: jsonBody(googleAnswerSchema) },
  responses: {
    ...answers(
      z.object({ outcome: z.enum(['signed_in', 'linked']), user: signedInUserSchema }),
      'Signed in, with the session cookie, or linked',
    ),
    ...bodyErrors(
      'not_found',
      'google_attempt_invalid',
      'google_refused',
      'google_unavailable',
      'google_not_for_admin',
      'google_email_unverified',
      'google_address_taken',
      'google_other_address',
      'google_linked_elsewhere',
      'second_factor_required',
      'too_many_attempts',
    ),
  },
})

const unlinkRoute = createRoute({
  method: 'post',
  path: '/auth/unlink-google',
  ...signedInOnly,
  summary: 'Unlinks Google from an account that also has a password',
  request: emptyRequest,
  responses: { ...answers(done, 'Unlinked'), ...bodyErrors('sign_in_required', 'not_found', 'last_way_in') },
})

/** Signing in by Google. Where the shop has no keys of Google's, these calls do not exist. */
export const googleRoutes = createRouter()
  .openapi(providersRoute, (c) => c.json({ google: c.var.services.accounts.offersGoogle }, 200))
  .openapi(signInRoute, async (c) => {
    const begun = await beginGoogleSignIn(c.var.services, toCaller(c))
    if (!begun.ok) return refuse(c, begun.failure)
    setCookies(c, begun.value.cookies)
    return c.json({ url: begun.value.url }, 200)
  })
  .openapi(linkRoute, async (c) => {
    const begun = await beginGoogleLink(c.var.services, c.var.user, toCaller(c))
    if (!begun.ok) return refuse(c, begun.failure)
    setCookies(c, begun.value.cookies)
    return c.json({ url: begun.value.url }, 200)
  })
  .openapi(returnRoute, async (c) => {
    const returned = await returnFromGoogle(c.var.services, c.req.valid('json'), toCaller(c))
    if (!returned.ok) return refuse(c, returned.failure)
    const { cookies, outcome, user } = returned.value
    setCookies(c, cookies)
    return c.json({ outcome, user }, 200)
  })
  .openapi(unlinkRoute, async (c) => {
    const unlinked = await unlinkFromGoogle(c.var.services, c.var.user)
    return unlinked.ok ? c.json(DONE, 200) : refuse(c, unlinked.failure)
  })
