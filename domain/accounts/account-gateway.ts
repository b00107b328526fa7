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

export type SignIn = {
  user: SignedInUser
  /** Set-Cookie values that carry the new session to the browser. */
  cookies: string[]
}

/** Port to the account system: passwords and sessions never pass through anything else. */
export type AccountGateway = {
  userOf(headers: Headers): Promise<SignedInUser | null>
  /** Checks the password once and opens a session. */
  signIn(credentials: { email: string; password: string }, headers: Headers): Promise<Result<SignIn, { reason: 'invalid_credentials' }>>
  /** Creates a customer with a password, in one transaction, and opens a session. */
  signUp(credentials: { email: string; password: string }, headers: Headers): Promise<Result<SignIn, { reason: 'account_exists' }>>
}
