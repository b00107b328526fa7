import { fail, ok, type Result } from '#domain/result.ts'
import type { Services } from '#domain/services.ts'
import { type Caller, type Credentials, isWrongPassword, type SignIn, type SignInFailure } from './account-gateway.ts'
import { accountExists } from './account-queries.server.ts'
import { type Door, startSignUp, type TooManyAttempts, trySecret } from './rate-limit.server.ts'

export type GuestSignInFailure =
  | { reason: 'terms_not_accepted' }
  | { reason: 'wrong_password' }
  | Extract<SignInFailure, { reason: 'second_factor_required' }>
  | TooManyAttempts

export type GuestSignIn = SignIn & { created: boolean }

type Needs = Door & Pick<Services, 'accounts'>

/**
 * Step 1 of buying (0-decisions, Buying): an account that exists has its password checked once, one that does not is
 * created with role customer. Two first sign-ins at once make one account; the other is a sign-in and needs the same
 * password. Nothing is ever attached to an account because an e-mail matches.
 */
export async function guestSignIn(
  services: Needs,
  credentials: Credentials & { acceptedTerms: boolean },
  caller: Caller,
): Promise<Result<GuestSignIn, GuestSignInFailure>> {
  if (!credentials.acceptedTerms) return fail({ reason: 'terms_not_accepted' })
  const { email, password } = credentials
  if (!(await accountExists(services.db, email))) {
    const allowed = await startSignUp(services, caller.clientAddress)
    if (!allowed.ok) return allowed
    const created = await services.accounts.signUp({ email, password }, caller)
    if (created.ok) return ok({ ...created.value, created: true })
  }
  const tried = await trySecret(
    services,
    { email, clientAddress: caller.clientAddress },
    () => services.accounts.signIn({ email, password }, caller),
    isWrongPassword,
  )
  if (!tried.ok) return tried
  const result = tried.value
  if (result.ok) return ok({ ...result.value, created: false })
  return fail(result.failure.reason === 'invalid_credentials' ? { reason: 'wrong_password' } : result.failure)
}
