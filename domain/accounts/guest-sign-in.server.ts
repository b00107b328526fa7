import { fail, ok, type Result } from '#domain/result.ts'
import type { Services } from '#domain/services.ts'
import type { Caller, Credentials, SignIn, SignInFailure } from './account-gateway.ts'
import { accountExists } from './account-queries.server.ts'
import { type Attempt, startSignIn, startSignUp, type TooManyAttempts } from './rate-limit.server.ts'

export type GuestSignInFailure =
  | { reason: 'terms_not_accepted' }
  | { reason: 'wrong_password' }
  | Extract<SignInFailure, { reason: 'second_factor_required' }>
  | TooManyAttempts

export type GuestSignIn = SignIn & { created: boolean }

type Needs = Pick<Services, 'db' | 'accounts' | 'now'>

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
  const attempt = await startSignIn(services, { email, clientAddress: caller.clientAddress })
  if (!attempt.ok) return attempt
  return signIn(services, { email, password }, caller, attempt.value)
}

async function signIn(
  services: Needs,
  credentials: Credentials,
  caller: Caller,
  attempt: Attempt,
): Promise<Result<GuestSignIn, GuestSignInFailure>> {
  const result = await services.accounts.signIn(credentials, caller)
  if (result.ok) {
    await attempt.succeeded()
    return ok({ ...result.value, created: false })
  }
  if (result.failure.reason === 'invalid_credentials') return fail({ reason: 'wrong_password' })
  await attempt.succeeded()
  return fail(result.failure)
}
