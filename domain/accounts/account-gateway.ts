import type { Result } from '#domain/result.ts'

export type Role = 'customer' | 'admin'

/** Who sends a request, as the session says. */
export type SignedInUser = {
  id: string
  email: string
  role: Role
  first_name: string | null
  last_name: string | null
}

export type Credentials = { email: string; password: string }

/** Where a request comes from: its headers, and the address our own door vouches for. */
export type Caller = { headers: Headers; clientAddress: string }

export type SignIn = {
  user: SignedInUser
  /** Set-Cookie values that carry the new session to the browser. */
  cookies: string[]
}

export type CurrentSession = SignIn & { expiresAt: Date }

export type SignInFailure =
  | { reason: 'invalid_credentials' }
  /** The password was right; the cookies carry the challenge that /api/auth/two-factor/verify-totp answers. */
  | { reason: 'second_factor_required'; cookies: string[] }

/** The one outcome of a sign-in that counts as a guess. */
export function isWrongPassword(result: Result<SignIn, SignInFailure>): boolean {
  return !result.ok && result.failure.reason === 'invalid_credentials'
}

/** Port to the account system: passwords and sessions never pass through anything else. */
export type AccountGateway = {
  userOf(headers: Headers): Promise<SignedInUser | null>
  /** The session with what prolongs it: its cookies must reach the browser. */
  currentSession(headers: Headers): Promise<CurrentSession | null>
  /** Checks the password once and opens a session. The e-mail is already normalised. */
  signIn(credentials: Credentials, caller: Caller): Promise<Result<SignIn, SignInFailure>>
  /** Creates a customer with a password, in one transaction, and opens a session. */
  signUp(credentials: Credentials, caller: Caller): Promise<Result<SignIn, { reason: 'account_exists' }>>
  /** Ends the session of these headers, or with `everywhere` all of its user; answers the cookies that clear it. */
  signOut(headers: Headers, scope: 'here' | 'everywhere'): Promise<string[]>
  /** The account system's own HTTP interface under /api/auth. A body, where there is one, is known to be JSON. */
  handle(request: Request, clientAddress: string): Promise<Response>
}
