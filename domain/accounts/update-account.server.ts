import type { TooManyAttempts } from '#domain/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/result.ts'
import type { Services } from '#domain/services.ts'
import {
  type AcceptedTerms,
  type Caller,
  type CurrentSession,
  MIN_ADMIN_PASSWORD_LENGTH,
  type PasswordChange,
  type PasswordProofFailure,
  type SignedInUser,
  type SignIn,
  type UserNames,
} from './account.ts'
import { deleteOtherSessions, deleteSession, updateAcceptedTerms, updateNames } from './account-store.server.ts'
import { type ProofServices, provePassword } from './limit-proofs.server.ts'

/** The terms as they stand now, accepted now. */
export function acceptCurrentTerms({ profile, now }: Pick<Services, 'profile' | 'now'>): AcceptedTerms {
  return { version: profile.effectiveDate, acceptedAt: now() }
}

/** Records that the user accepts the terms as they stand now; the first time a version was accepted counts. */
export function recordAcceptedTerms(services: Pick<Services, 'db' | 'profile' | 'now'>, userId: string): Promise<void> {
  return updateAcceptedTerms(services.db, userId, acceptCurrentTerms(services))
}

/** Sets the names given; those not given stay. */
export function renameUser({ db }: Pick<Services, 'db'>, userId: string, names: UserNames): Promise<void> {
  return updateNames(db, userId, names)
}

/** Ends one session of the user: the own one too. */
export async function endSession(
  { db }: Pick<Services, 'db'>,
  userId: string,
  sessionId: string,
): Promise<Result<null, { reason: 'session_not_found' }>> {
  return (await deleteSession(db, userId, sessionId)) ? ok(null) : fail({ reason: 'session_not_found' })
}

export function endOtherSessions({ db }: Pick<Services, 'db'>, session: CurrentSession): Promise<void> {
  return deleteOtherSessions(db, session.user.id, session.id)
}

/** Changes the password of a signed-in user and ends all other sessions. */
export async function changePassword(
  services: ProofServices,
  user: SignedInUser,
  change: PasswordChange,
  caller: Caller,
): Promise<Result<SignIn, PasswordProofFailure | { reason: 'admin_password_too_short' } | TooManyAttempts>> {
  if (user.role === 'admin' && change.newPassword.length < MIN_ADMIN_PASSWORD_LENGTH) {
    return fail({ reason: 'admin_password_too_short' })
  }
  return provePassword(services, user, caller, () => services.accounts.changePassword(change, caller))
}
