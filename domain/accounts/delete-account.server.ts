import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import type { TooManyAttempts } from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { isStaff, type SignedInUser } from './account.ts'
import type { Caller, PasswordProofFailure } from './account-gateway.ts'
import { findAccountSecurity } from './account-queries.server.ts'
import { removeAccount } from './account-removal-store.server.ts'
import { type ProofServices, provePassword } from './limit-proofs.server.ts'
import { isRecentlyProven } from './recent-proof.server.ts'

/**
 * Deletes the account of a signed-in customer who proves the password, or, where there is none, whose session a link or
 * Google has just opened. Orders remain for as long as tax law requires,
 * without the account's name. A mail to the former address confirms it. The accounts of
 * the panel stay: the admin's for good, those of invited people until the admin removes them.
 */
export async function deleteAccount(
  services: ProofServices & Pick<Services, 'db' | 'now'>,
  user: SignedInUser,
  password: string | undefined,
  caller: Caller,
): Promise<
  Result<
    { orders_stored: boolean },
    PasswordProofFailure | TooManyAttempts | Busy | { reason: 'admin_account_stays' | 'sign_in_again' }
  >
> {
  if (isStaff(user)) return fail({ reason: 'admin_account_stays' })
  const { has_password } = await findAccountSecurity(services.db, user.id)
  if (has_password) {
    if (!password) return fail({ reason: 'invalid_password' })
    const proved = await provePassword(services, user, caller, () =>
      services.accounts.confirmPassword(password, caller),
    )
    if (!proved.ok) return proved
  } else if (!(await isRecentlyProven(services, caller.headers))) return fail({ reason: 'sign_in_again' })
  return transact<{ orders_stored: boolean }, never>(services.db, async (trx) => {
    const removed = await removeAccount(trx, user.id)
    await queueMail(trx, {
      key: `account-deleted:${user.id}`,
      to: user.email,
      template: 'account-deleted',
      ids: { ordersKept: removed.orders_stored },
    })
    return ok(removed)
  })
}
