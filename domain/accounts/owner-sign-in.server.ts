import { fail, ok, type Result } from '#domain/result.ts'
import type { Services } from '#domain/services.ts'
import type { Caller, Credentials, SignIn, SignInFailure } from './account-gateway.ts'
import { isOwner } from './owner.ts'
import { startSignIn, type TooManyAttempts } from './rate-limit.server.ts'

/** `cookies` say what became of the session that was open before and of the one just refused. */
export type OwnerSignInFailure =
  | { reason: 'not_owner'; cookies: string[] }
  | { reason: 'invalid_credentials'; cookies: string[] }
  | Extract<SignInFailure, { reason: 'second_factor_required' }>
  | TooManyAttempts

/**
 * The login of the back office (spec 2 §6): whoever is signed in is signed out everywhere first, then e-mail and
 * password are checked once; an account that is not the owner's is signed out again.
 */
export async function ownerSignIn(
  services: Pick<Services, 'db' | 'accounts' | 'adminEmail' | 'now'>,
  credentials: Credentials,
  caller: Caller,
): Promise<Result<SignIn, OwnerSignInFailure>> {
  const { accounts, adminEmail } = services
  const attempt = await startSignIn(services, { email: credentials.email, clientAddress: caller.clientAddress })
  if (!attempt.ok) return attempt
  const cleared = await accounts.signOut(caller.headers, 'everywhere')
  const result = await accounts.signIn(credentials, caller)
  if (!result.ok) {
    const { failure } = result
    if (failure.reason === 'invalid_credentials') return fail({ ...failure, cookies: cleared })
    await attempt.value.succeeded()
    return fail({ ...failure, cookies: [...cleared, ...failure.cookies] })
  }
  await attempt.value.succeeded()
  if (isOwner(result.value.user, adminEmail)) return ok(result.value)
  const refused = await accounts.signOut(new Headers({ cookie: cookieHeader(result.value.cookies) }), 'here')
  return fail({ reason: 'not_owner', cookies: refused })
}

/** What a browser would send back of these Set-Cookie values. */
function cookieHeader(cookies: readonly string[]): string {
  return cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ')
}
