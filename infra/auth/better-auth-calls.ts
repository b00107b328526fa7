import { APIError } from 'better-auth/api'
import { ROLES, type SignedInUser } from '#domain/accounts/account.ts'
import type { Caller, PasswordProofFailure } from '#domain/accounts/account-gateway.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { CLIENT_ADDRESS_HEADER } from './better-auth.ts'

/** Longest stored user agent, characters. */
const MOST_USER_AGENT = 300

/** The caller's headers with the address that the server found; one that the client sent is replaced. */
export function from({ headers, clientAddress }: Caller) {
  const trusted = new Headers(headers)
  trusted.set(CLIENT_ADDRESS_HEADER, clientAddress)
  trusted.set('user-agent', (headers.get('user-agent') ?? '').slice(0, MOST_USER_AGENT))
  return { headers: trusted, returnHeaders: true as const }
}

/** The cookies that a browser would send after these Set-Cookie values, without cleared ones. */
export function toCookieHeader(cookies: readonly string[]): Headers {
  const pairs = cookies.map((cookie) => cookie.split(';', 1)[0] ?? '').filter((pair) => !pair.endsWith('='))
  return new Headers({ cookie: pairs.join('; ') })
}

/** Reasons for Better Auth's codes that a person can cause; any other refusal is `account_refused`. */
const PASSWORD_REASONS = { UNAUTHORIZED: 'sign_in_required', INVALID_PASSWORD: 'invalid_password' } as const
export const CODE_REASONS = {
  INVALID_CODE: 'invalid_code',
  INVALID_BACKUP_CODE: 'invalid_code',
  INVALID_TWO_FACTOR_COOKIE: 'second_factor_expired',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'second_factor_locked',
  ACCOUNT_TEMPORARILY_LOCKED: 'second_factor_locked',
} as const

/** Makes a call to Better Auth and turns its refusals into these reasons. */
export async function attempt<Value, Reason extends string>(
  reasons: Partial<Record<string, Reason>>,
  call: () => Promise<Value>,
): Promise<Result<Value, { reason: Reason | 'account_refused' }>> {
  try {
    return ok(await call())
  } catch (error) {
    if (!(error instanceof APIError) || error.statusCode >= 500) throw error
    return fail({ reason: reasons[error.body?.code ?? ''] ?? 'account_refused' })
  }
}

/** Makes a call in which Better Auth checks the password of the session's user. */
export async function callWithPassword<Value>(
  call: () => Promise<Value>,
): Promise<Result<Value, PasswordProofFailure>> {
  return attempt(PASSWORD_REASONS, call)
}

type AuthUser = {
  id: string
  email: string
  role?: string | null
  first_name?: string | null
  last_name?: string | null
}

export function signedInUser(user: AuthUser): SignedInUser {
  const role = ROLES.find((known) => known === user.role) ?? 'customer'
  const { id, email, first_name = null, last_name = null } = user
  return { id, email, role, first_name, last_name }
}
