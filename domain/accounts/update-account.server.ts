import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import type { LinkPurpose } from '#domain/kernel/link-tokens.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import type { TooManyAttempts } from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { readTermsInForce } from '#domain/terms/terms-queries.server.ts'
import {
  type EndedAccess,
  isStaff,
  MIN_ADMIN_PASSWORD_LENGTH,
  type PasswordChange,
  type SignedInUser,
  type UserNames,
} from './account.ts'
import type {
  AcceptedTerms,
  Caller,
  CurrentSession,
  PasswordProofFailure,
  SignIn,
  SignInBusy,
} from './account-gateway.ts'
import { findAccountSecurity, isEmailVerified } from './account-queries.server.ts'
import { deleteOtherSessions, deleteSession, updateAcceptedTerms, updateNames } from './account-store.server.ts'
import { type ProofServices, provePassword } from './limit-proofs.server.ts'
import { replaceLinks } from './link-store.server.ts'
import { endPendingAccess, insertPassword } from './proof-store.server.ts'
import { isRecentlyProven } from './recent-proof.server.ts'

/** The terms in force, accepted now. */
export async function acceptCurrentTerms({ db, now }: Pick<Services, 'db' | 'now'>): Promise<AcceptedTerms> {
  const { version } = await readTermsInForce(db, now())
  return { version, acceptedAt: now() }
}

/** Records that the user accepts the current terms. The first acceptance of a version counts. */
export async function recordAcceptedTerms(services: Pick<Services, 'db' | 'now'>, userId: string): Promise<void> {
  await updateAcceptedTerms(services.db, userId, await acceptCurrentTerms(services))
}

/** Sets the given names and keeps the others. */
export function renameUser({ db }: Pick<Services, 'db'>, userId: string, names: UserNames): Promise<void> {
  return updateNames(db, userId, names)
}

/** Ends one session of the user, which may be the present one. */
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

/**
 * Changes the password of a signed-in user, ends every other way into the account (sessions, challenges, tickets, mailed
 * links) and sends a mail about it.
 */
export async function changePassword(
  services: ProofServices,
  user: SignedInUser,
  change: PasswordChange,
  caller: Caller,
): Promise<Result<SignIn, PasswordProofFailure | { reason: 'admin_password_too_short' } | TooManyAttempts>> {
  if (isTooShort(user, change.newPassword)) return fail({ reason: 'admin_password_too_short' })
  const changed = await provePassword(services, user, caller, () => services.accounts.changePassword(change, caller))
  if (!changed.ok) return changed
  const moment = services.now()
  await services.db.transaction().execute(async (trx) => {
    await endPendingAccess(trx, user.id, moment)
    for (const purpose of OPENING_LINKS) await replaceLinks(trx, { userId: user.id, purpose, moment })
    await mailPasswordChanged(trx, user)
  })
  return changed
}

/** Mailed links that open an account. The one that proves the address works in a session of the account alone. */
const OPENING_LINKS = ['login-link', 'password-reset', 'review'] as const satisfies readonly LinkPurpose[]

type FirstPasswordFailure = 'admin_password_too_short' | 'password_present' | 'sign_in_again'

/**
 * Sets the first password of an account that signs in by Google, or whose password ended with its first link. Requires
 * a session recently opened by a link or Google, so that a browser left open does not give the account away
 * permanently.
 */
export async function setFirstPassword(
  services: Pick<Services, 'db' | 'accounts' | 'now'>,
  user: SignedInUser,
  password: string,
  caller: Caller,
): Promise<Result<null, SignInBusy | Busy | { reason: FirstPasswordFailure }>> {
  if (isTooShort(user, password)) return fail({ reason: 'admin_password_too_short' })
  const { has_password } = await findAccountSecurity(services.db, user.id)
  if (has_password) return fail({ reason: 'password_present' })
  if (!(await isRecentlyProven(services, caller.headers))) return fail({ reason: 'sign_in_again' })
  const hashed = await services.accounts.hashPassword(password, caller)
  if (!hashed.ok) return hashed
  return transact(services.db, async (trx) => {
    if (!(await insertPassword(trx, user.id, hashed.value))) return fail({ reason: 'password_present' as const })
    await mailPasswordChanged(trx, user)
    return ok(null)
  })
}

/**
 * Sets up a second factor. Requires a proven address (the admin's counts as proven). Otherwise someone could register
 * another person's address and lock them out permanently, since recovery keeps the second factor.
 */
export async function enableSecondFactor(
  services: ProofServices,
  user: SignedInUser,
  password: string,
  caller: Caller,
) {
  if (user.role !== 'admin' && !(await isEmailVerified(services.db, user.id))) {
    return fail({ reason: 'email_not_verified' as const })
  }
  return provePassword(services, user, caller, () => services.accounts.enableSecondFactor(password, caller))
}

function isTooShort(user: SignedInUser, password: string): boolean {
  return isStaff(user) && password.length < MIN_ADMIN_PASSWORD_LENGTH
}

/** `change`: the id of this change. `ended`: what ended with the password. */
export function mailPasswordChanged(
  trx: Transaction<Database>,
  { id: userId, email }: Pick<SignedInUser, 'id' | 'email'>,
  { change = crypto.randomUUID(), ended = [] }: { change?: string; ended?: EndedAccess[] } = {},
): Promise<void> {
  return queueMail(trx, {
    key: `password-changed:${change}`,
    to: email,
    template: 'password-changed',
    ids: { userId, ended },
  })
}
