import type { TooManyAttempts } from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import type { Proof, SecondFactorChange, SignedInUser } from './account.ts'
import type { Caller, PasswordProofFailure, SecondFactorFailure } from './account-gateway.ts'
import { findAccountSecurity } from './account-queries.server.ts'
import { type ProofServices, proveCode, provePassword } from './limit-proofs.server.ts'

/** How long a password or a code counts as recent, ms. */
const PROOF_MS = 10 * 60_000

/**
 * Whether a password or a code was recently given in the session of these headers. Signing in with one counts. For
 * customers, signing in by a mailed link or Google counts as well.
 */
export async function isRecentlyProven(
  { accounts, now }: Pick<Services, 'accounts' | 'now'>,
  headers: Headers,
): Promise<boolean> {
  const provenAt = await accounts.findProof(headers)
  return provenAt !== null && now().getTime() - provenAt.getTime() <= PROOF_MS
}

/** Takes the admin's password, a code of the app or a backup code, within the limits of signing in. */
export async function proveAgain(
  services: ProofServices & Pick<Services, 'db'>,
  user: SignedInUser,
  proof: Proof,
  caller: Caller,
): Promise<Result<null, PasswordProofFailure | SecondFactorFailure | TooManyAttempts>> {
  const { accounts } = services
  if ('password' in proof) {
    return provePassword(services, user, caller, () => accounts.confirmPassword(proof.password, caller))
  }
  // A code that confirms a new second factor belongs to the settings alone.
  if (!(await findAccountSecurity(services.db, user.id)).second_factor) return fail({ reason: 'invalid_code' })
  return proveOwnCode(services, proof.code, caller)
}

/** Takes what a change of the second factor requires: the password and, while the factor is on, one of its codes. */
export async function proveBoth(
  services: ProofServices & Pick<Services, 'db'>,
  user: SignedInUser,
  { password, code }: SecondFactorChange,
  caller: Caller,
): Promise<Result<null, PasswordProofFailure | SecondFactorFailure | TooManyAttempts>> {
  const { accounts } = services
  const known = await provePassword(services, user, caller, () => accounts.confirmPassword(password, caller))
  if (!known.ok || !(await findAccountSecurity(services.db, user.id)).second_factor) return known
  return proveOwnCode(services, code, caller)
}

/** Takes a code of the user's second factor, or a backup code. */
async function proveOwnCode(
  services: ProofServices,
  typed: string,
  caller: Caller,
): Promise<Result<null, SecondFactorFailure | TooManyAttempts>> {
  const code = typed.replaceAll(/\s/g, '')
  const kind = /^\d{6}$/.test(code) ? 'totp' : 'backup_code'
  const proved = await proveCode(services, caller, () => services.accounts.verifySecondFactor({ code, kind }, caller))
  return proved.ok ? ok(null) : proved
}
