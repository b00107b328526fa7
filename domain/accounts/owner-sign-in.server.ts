import { fail, ok, type Result } from '#domain/result.ts'
import type { Services } from '#domain/services.ts'
import { type Caller, type Credentials, isWrongPassword, type SignIn, type SignInFailure } from './account-gateway.ts'
import { isOwner } from './owner.ts'
import { type Door, type TooManyAttempts, trySecret } from './rate-limit.server.ts'

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
  services: Door & Pick<Services, 'accounts' | 'adminEmail'>,
  credentials: Credentials,
  caller: Caller,
): Promise<Result<SignIn, OwnerSignInFailure>> {
  const { accounts, adminEmail } = services
  const tried = await trySecret(
    services,
    { email: credentials.email, clientAddress: caller.clientAddress },
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
  if (isOwner(result.value.user, adminEmail)) return ok(result.value)
  const refused = await accounts.signOut(new Headers({ cookie: cookieHeader(result.value.cookies) }), 'here')
  return fail({ reason: 'not_owner', cookies: refused })
}

/** What a browser would send back of these Set-Cookie values. */
function cookieHeader(cookies: readonly string[]): string {
  return cookies.map((cookie) => cookie.split(';', 1)[0]).join('; ')
}
