import {
  type LimitServices,
  limitAttempts,
  limitFailedAttempts,
  type TooManyAttempts,
} from '#domain/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/result.ts'
import type { Services } from '#domain/services.ts'
import { type Caller, type Credentials, isAdmin, isWrongPassword, type SignIn, type SignInFailure } from './account.ts'
import { accountExists } from './account-queries.server.ts'

export type GuestSignInFailure =
  | { reason: 'terms_not_accepted' }
  | { reason: 'wrong_password' }
  | Extract<SignInFailure, { reason: 'second_factor_required' }>
  | TooManyAttempts

export type GuestSignIn = SignIn & { created: boolean }

type Needs = LimitServices & Pick<Services, 'accounts'>

/**
 * Step 1 of buying (0-decisions, Buying): an account that exists has its password checked once, one that does not is
 * created with role customer. Two first sign-ins at once make one account; the other is a sign-in and needs the same
 * password. Nothing is ever attached to an account because an e-mail matches.
 */
export async function signInGuest(
  services: Needs,
  credentials: Credentials & { acceptedTerms: boolean },
  caller: Caller,
): Promise<Result<GuestSignIn, GuestSignInFailure>> {
  if (!credentials.acceptedTerms) return fail({ reason: 'terms_not_accepted' })
  const { email, password } = credentials
  if (!(await accountExists(services.db, email))) {
    const allowed = await limitAttempts(services, 'sign_up', { account: null, clientAddress: caller.clientAddress })
    if (!allowed.ok) return allowed
    const created = await services.accounts.signUp({ email, password }, caller)
    if (created.ok) return ok({ ...created.value, created: true })
  }
  const tried = await limitFailedAttempts(
    services,
    { action: 'sign_in', account: email, clientAddress: caller.clientAddress },
    () => services.accounts.signIn({ email, password }, caller),
    isWrongPassword,
  )
  if (!tried.ok) return tried
  const result = tried.value
  if (result.ok) return ok({ ...result.value, created: false })
  return fail(result.failure.reason === 'invalid_credentials' ? { reason: 'wrong_password' } : result.failure)
}

/** `cookies` say what became of the session that was open before and of the one just refused. */
export type AdminSignInFailure =
  | { reason: 'not_owner'; cookies: string[] }
  | { reason: 'invalid_credentials'; cookies: string[] }
  | Extract<SignInFailure, { reason: 'second_factor_required' }>
  | TooManyAttempts

/**
 * The login of the back office (spec 2 §6): whoever is signed in is signed out everywhere first, then e-mail and
 * password are checked once; an account that is not the owner's is signed out again.
 */
export async function signInAdmin(
  services: LimitServices & Pick<Services, 'accounts' | 'adminEmail'>,
  credentials: Credentials,
  caller: Caller,
): Promise<Result<SignIn, AdminSignInFailure>> {
  const { accounts, adminEmail } = services
  const tried = await limitFailedAttempts(
    services,
    { action: 'sign_in', account: credentials.email, clientAddress: caller.clientAddress },
    async () => {
      const cleared = await accounts.signOut(caller.headers, 'everywhere')
      return { cleared, result: await accounts.signIn(credentials, caller) }
    },
    ({ result }) => isWrongPassword(result),
  )
  if (!tried.ok) return tried
  const { cleared, result } = tried.value
  if (!result.ok) {
    const { failure } = result
    if (failure.reason === 'invalid_credentials') return fail({ ...failure, cookies: cleared })
    return fail({ ...failure, cookies: [...cleared, ...failure.cookies] })
  }
  if (isAdmin(result.value.user, adminEmail)) return ok(result.value)
  const refused = await accounts.signOut(new Headers({ cookie: cookieHeader(result.value.cookies) }), 'here')
  return fail({ reason: 'not_owner', cookies: refused })
}

/** What a browser would send back of these Set-Cookie values. */
function cookieHeader(cookies: readonly string[]): string {
  return cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ')
}
