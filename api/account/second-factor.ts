import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { refuse } from '#api/errors.ts'
import { type ApiEnv, createRoute, createRouter, z } from '#api/http.ts'
import { answers, bodyErrors, jsonBody } from '#api/openapi.ts'
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
import { readTermsInForce } from '#domain/terms/terms-queries.server.ts'
import { DONE, done, setCookies, signedIn, signedInOnly, toCaller } from './auth.ts'

/** Time in which a second factor has to be answered, s. */
const ACCEPTED_TERMS_SECONDS = 10 * 60

/**
 * The cookie that holds the accepted version of the terms, and by whom, signed, between guest sign-in and the answer to
 * its second factor: in the same browser another account may answer first.
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

const PROOF_ERRORS = [
  'sign_in_required',
  'invalid_password',
  'account_refused',
  'too_many_attempts',
  'sign_in_busy',
] as const
const CODE_ERRORS = ['invalid_code', 'second_factor_expired', 'second_factor_locked'] as const
const BOTH_PROOFS = 'Takes the password and a code, of the app or a backup code.'
const backupCodes = z.array(z.string())

const enableRoute = createRoute({
  method: 'post',
  path: '/auth/two-factor/enable',
  ...signedInOnly,
  summary: 'Sets up a second factor, in force once the first code is verified',
  request: { body: jsonBody(passwordConfirmationSchema) },
  responses: {
    ...answers(z.object({ totpURI: z.string(), backupCodes }), 'For the authenticator app, shown once'),
    ...bodyErrors('email_not_verified', ...PROOF_ERRORS),
  },
})

const disableRoute = createRoute({
  method: 'post',
  path: '/auth/two-factor/disable',
  ...signedInOnly,
  summary: 'Removes the second factor',
  description: BOTH_PROOFS,
  request: { body: jsonBody(secondFactorChangeSchema) },
  responses: { ...answers(done, 'Removed'), ...bodyErrors(...PROOF_ERRORS, ...CODE_ERRORS) },
})

const renewBackupCodesRoute = createRoute({
  method: 'post',
  path: '/auth/two-factor/generate-backup-codes',
  ...signedInOnly,
  summary: 'Makes new backup codes and invalidates the old ones',
  description: BOTH_PROOFS,
  request: { body: jsonBody(secondFactorChangeSchema) },
  responses: { ...answers(z.object({ backupCodes }), 'Shown once'), ...bodyErrors(...PROOF_ERRORS, ...CODE_ERRORS) },
})

const verifyRoute = <Path extends string>(path: Path, summary: string) =>
  createRoute({
    method: 'post',
    path,
    tags: ['accounts'],
    summary,
    description: 'Answers the challenge of a sign-in and sets the session cookie, or confirms a new second factor.',
    request: { body: jsonBody(secondFactorSchema) },
    responses: {
      ...answers(signedIn, 'Verified'),
      ...bodyErrors(
        'invalid_code',
        'second_factor_expired',
        'second_factor_locked',
        'account_refused',
        'too_many_attempts',
      ),
    },
  })

const verifyTotpRoute = verifyRoute('/auth/two-factor/verify-totp', 'Verifies a code of the authenticator app')
const verifyBackupCodeRoute = verifyRoute('/auth/two-factor/verify-backup-code', 'Verifies a backup code, once')

/** The second factor under /api/auth/two-factor. */
export const secondFactorRoutes = createRouter()
  .openapi(enableRoute, async (c) => {
    const { services, user } = c.var
    const enabled = await enableSecondFactor(services, user, c.req.valid('json').password, toCaller(c))
    if (!enabled.ok) return refuse(c, enabled.failure)
    const { cookies, ...setup } = enabled.value
    setCookies(c, cookies)
    return c.json(setup, 200)
  })
  .openapi(disableRoute, async (c) => {
    const { services, user } = c.var
    const proofs = c.req.valid('json')
    const caller = toCaller(c)
    const proven = await proveBoth(services, user, proofs, caller)
    if (!proven.ok) return refuse(c, proven.failure)
    const disabled = await provePassword(services, user, caller, () =>
      services.accounts.disableSecondFactor(proofs.password, caller),
    )
    if (!disabled.ok) return refuse(c, disabled.failure)
    setCookies(c, disabled.value.cookies)
    return c.json(DONE, 200)
  })
  .openapi(renewBackupCodesRoute, async (c) => {
    const { services, user } = c.var
    const proofs = c.req.valid('json')
    const caller = toCaller(c)
    const proven = await proveBoth(services, user, proofs, caller)
    if (!proven.ok) return refuse(c, proven.failure)
    const renewed = await provePassword(services, user, caller, () =>
      services.accounts.renewBackupCodes(proofs.password, caller),
    )
    return renewed.ok ? c.json(renewed.value, 200) : refuse(c, renewed.failure)
  })
  .openapi(verifyTotpRoute, async (c) => {
    const verified = await verify(c, 'totp', c.req.valid('json').code)
    return verified.ok ? c.json({ user: verified.value.user }, 200) : refuse(c, verified.failure)
  })
  .openapi(verifyBackupCodeRoute, async (c) => {
    const verified = await verify(c, 'backup_code', c.req.valid('json').code)
    return verified.ok ? c.json({ user: verified.value.user }, 200) : refuse(c, verified.failure)
  })

async function verify(c: Context<ApiEnv>, kind: 'totp' | 'backup_code', code: string) {
  const { accounts } = c.var.services
  const caller = toCaller(c)
  const verified = await proveCode(c.var.services, caller, () => accounts.verifySecondFactor({ code, kind }, caller))
  if (verified.ok) {
    setCookies(c, verified.value.cookies)
    await recordRememberedTerms(c, verified.value.user)
  }
  return verified
}
