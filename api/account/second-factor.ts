import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { accountCall, doneSchema, ownAccountCall } from '#api/call.ts'
import { type ApiEnv, z } from '#api/http.ts'
import {
  passwordConfirmationSchema,
  type SignedInUser,
  secondFactorChangeSchema,
  secondFactorSchema,
} from '#domain/accounts/account.ts'
import { findPasswordAccount } from '#domain/accounts/account-queries.server.ts'
import { proveCode, provePassword } from '#domain/accounts/limit-proofs.server.ts'
import { proveBoth } from '#domain/accounts/recent-proof.server.ts'
import { enableSecondFactor, recordAcceptedTerms } from '#domain/accounts/update-account.server.ts'
import { ok } from '#domain/kernel/result.ts'
import { readTermsInForce } from '#domain/terms/terms-queries.server.ts'
import { setCookies, signedIn, toCaller } from './auth.ts'

/** Time to answer a second-factor challenge, s. */
const ACCEPTED_TERMS_SECONDS = 10 * 60

/**
 * Signed cookie with the accepted version of the terms and the account that accepted it, kept between guest sign-in and
 * the answer to its second factor. It names the account because another account may answer first in the same browser.
 */
function termsCookie({ shopUrl }: { shopUrl: string }) {
  const secure = shopUrl.startsWith('https://')
  return { name: `${secure ? '__Secure-' : ''}shop.accepted_terms`, path: '/api/auth/two-factor', secure }
}

export async function rememberAcceptedTerms(c: Context<ApiEnv>, email: string): Promise<void> {
  const { db, linkTokens, profile, now } = c.var.services
  const account = await findPasswordAccount(db, { email })
  if (!account) return
  const { name, ...where } = termsCookie(profile)
  const { version } = await readTermsInForce(db, now())
  setCookie(c, name, `${version} ${linkTokens.create('accepted-terms', account.userId)}`, {
    ...where,
    maxAge: ACCEPTED_TERMS_SECONDS,
    httpOnly: true,
    sameSite: 'Lax',
  })
}

async function recordRememberedTerms(c: Context<ApiEnv>, { id }: SignedInUser): Promise<void> {
  const { name, ...where } = termsCookie(c.var.services.profile)
  const accepted = getCookie(c, name)
  if (accepted === undefined) return
  deleteCookie(c, name, where)
  const { db, linkTokens, now } = c.var.services
  const [version, token = ''] = accepted.split(' ')
  if (linkTokens.read('accepted-terms', token) !== id) return
  if (version === (await readTermsInForce(db, now())).version) await recordAcceptedTerms(c.var.services, id)
}

const PROOF_REFUSALS = ['invalid_password', 'account_refused', 'too_many_attempts', 'sign_in_busy'] as const
const CODE_REFUSALS = ['invalid_code', 'second_factor_expired', 'second_factor_locked'] as const
const BOTH_PROOFS = 'Takes the password and a code, of the app or a backup code.'
const backupCodes = z.array(z.string())

const verification = {
  description: 'Answers the challenge of a sign-in and sets the session cookie, or confirms a new second factor.',
  body: secondFactorSchema,
  answers: ['Verified', signedIn],
  refuses: [...CODE_REFUSALS, 'account_refused', 'too_many_attempts'],
} as const

/** The second factor under /api/auth/two-factor. */
export const secondFactorCalls = [
  ownAccountCall.post(
    '/auth/two-factor/enable',
    {
      summary: 'Sets up a second factor, in force once the first code is verified',
      body: passwordConfirmationSchema,
      answers: ['For the authenticator app, shown once', z.object({ totpURI: z.string(), backupCodes })],
      refuses: ['email_not_verified', ...PROOF_REFUSALS],
    },
    async ({ services, user, body }, c) => {
      const enabled = await enableSecondFactor(services, user, body.password, toCaller(c))
      if (!enabled.ok) return enabled
      const { cookies, ...setup } = enabled.value
      setCookies(c, cookies)
      return ok(setup)
    },
  ),
  ownAccountCall.post(
    '/auth/two-factor/disable',
    {
      summary: 'Removes the second factor',
      description: BOTH_PROOFS,
      body: secondFactorChangeSchema,
      answers: ['Removed', doneSchema],
      refuses: [...PROOF_REFUSALS, ...CODE_REFUSALS],
    },
    async ({ services, user, body }, c) => {
      const caller = toCaller(c)
      const proven = await proveBoth(services, user, body, caller)
      if (!proven.ok) return proven
      const disabled = await provePassword(services, user, caller, () =>
        services.accounts.disableSecondFactor(body.password, caller),
      )
      if (disabled.ok) setCookies(c, disabled.value.cookies)
      return disabled
    },
  ),
  ownAccountCall.post(
    '/auth/two-factor/generate-backup-codes',
    {
      summary: 'Makes new backup codes and invalidates the old ones',
      description: BOTH_PROOFS,
      body: secondFactorChangeSchema,
      answers: ['Shown once', z.object({ backupCodes })],
      refuses: [...PROOF_REFUSALS, ...CODE_REFUSALS],
    },
    async ({ services, user, body }, c) => {
      const caller = toCaller(c)
      const proven = await proveBoth(services, user, body, caller)
      if (!proven.ok) return proven
      return provePassword(services, user, caller, () => services.accounts.renewBackupCodes(body.password, caller))
    },
  ),
  accountCall.post(
    '/auth/two-factor/verify-totp',
    { summary: 'Verifies a code of the authenticator app', ...verification },
    ({ body }, c) => verify(c, 'totp', body.code),
  ),
  accountCall.post(
    '/auth/two-factor/verify-backup-code',
    { summary: 'Verifies a backup code, once', ...verification },
    ({ body }, c) => verify(c, 'backup_code', body.code),
  ),
]

async function verify(c: Context<ApiEnv>, kind: 'totp' | 'backup_code', code: string) {
  const { accounts } = c.var.services
  const caller = toCaller(c)
  const verified = await proveCode(c.var.services, caller, () => accounts.verifySecondFactor({ code, kind }, caller))
  if (!verified.ok) return verified
  setCookies(c, verified.value.cookies)
  await recordRememberedTerms(c, verified.value.user)
  return ok({ user: verified.value.user })
}
