import type { Context } from 'hono'
import { accountCall, doneSchema, noBody, ownAccountCall } from '#api/call.ts'
import { z } from '#api/http.ts'
import { googleAnswerSchema, signedInUserSchema } from '#domain/accounts/account.ts'
import {
  beginGoogleLink,
  beginGoogleSignIn,
  returnFromGoogle,
  unlinkFromGoogle,
} from '#domain/flows/accounts/sign-in-by-google.server.ts'
import { ok, type Result } from '#domain/kernel/result.ts'
import { setCookies, toCaller } from './auth.ts'

const leadingAway = ["Google's page; sets a cookie of this attempt", z.object({ url: z.url() })] as const

type Begun = { url: string; cookies: readonly string[] }
function leadAway<F extends { reason: string }>(c: Pick<Context, 'header'>, begun: Result<Begun, F>) {
  if (!begun.ok) return begun
  setCookies(c, begun.value.cookies)
  return ok({ url: begun.value.url })
}

/** Signing in by Google. Without Google keys these calls do not exist. */
export const googleCalls = [
  accountCall.get(
    '/auth/providers',
    {
      summary: 'Ways to sign in besides a password',
      answers: ['The same for every visitor', z.object({ google: z.boolean() })],
    },
    ({ services }) => ok({ google: services.accounts.offersGoogle }),
  ),
  accountCall.post(
    '/auth/sign-in/google',
    {
      summary: 'Begins signing in by Google',
      body: noBody,
      answers: leadingAway,
      refuses: ['not_found', 'too_many_attempts'],
    },
    async ({ services }, c) => leadAway(c, await beginGoogleSignIn(services, toCaller(c))),
  ),
  ownAccountCall.post(
    '/auth/link-google',
    {
      summary: "Begins linking Google to the user's account",
      body: noBody,
      answers: leadingAway,
      refuses: ['not_found', 'google_not_for_admin', 'too_many_attempts'],
    },
    async ({ services, user }, c) => leadAway(c, await beginGoogleLink(services, user, toCaller(c))),
  ),
  accountCall.post(
    '/auth/callback/google',
    {
      summary: 'Completes an attempt: signs in, creates an account, or links',
      description:
        'Takes the parameters that Google appended to /logowanie/google, once, in the browser that began it. ' +
        '`second_factor_required` is answered at /api/auth/two-factor/verify-totp.',
      body: googleAnswerSchema,
      answers: [
        'Signed in, with the session cookie, or linked',
        z.object({ outcome: z.enum(['signed_in', 'linked']), user: signedInUserSchema }),
      ],
      refuses: [
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
      ],
    },
    async ({ services, body }, c) => {
      const returned = await returnFromGoogle(services, body, toCaller(c))
      if (!returned.ok) return returned
      const { cookies, outcome, user } = returned.value
      setCookies(c, cookies)
      return ok({ outcome, user })
    },
  ),
  ownAccountCall.post(
    '/auth/unlink-google',
    {
      summary: 'Unlinks Google from an account that also has a password',
      body: noBody,
      answers: ['Unlinked', doneSchema],
      refuses: ['not_found', 'last_way_in'],
    },
    ({ services, user }) => unlinkFromGoogle(services, user),
  ),
]
