import type { Transaction } from 'kysely'
import type { EndedAccess } from '#domain/accounts/account.ts'
import { replaceLinks } from '#domain/accounts/link-store.server.ts'
import {
  deleteIdentities,
  endAllAccess,
  findIdentities,
  hasSecondFactor,
  markEmailVerified,
} from '#domain/accounts/proof-store.server.ts'
import type { Database } from '#domain/database.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import { attachOrders } from '#domain/orders/order-store.server.ts'

type Proof = {
  /**
   * Whose the password is. `replaced`: just set by who proves the address. `known`: of who proves it in an open session.
   * `unknown`: anybody's who registered the address.
   */
  password: 'replaced' | 'known' | 'unknown'
  /** The session in which the address is proven: it goes on. */
  sessionId?: string | null
  moment: Date
}

/**
 * Records that the address is its user's: a link that was mailed to it was opened, or Google delivers its mail. Orders that
 * carry it become the account's. Every way in of before ends, in whosever hands it was: other sessions and known devices,
 * challenges of a second factor, tickets and open links, accounts at Google, and a password of unknown origin. The second factor
 * stays. An address that was proven before ends nothing, unless a new password was set: then all ends but the accounts at Google.
 * A mail says what ended and what stays.
 */
export async function proveAddress(
  trx: Transaction<Database>,
  userId: string,
  { password, sessionId = null, moment }: Proof,
): Promise<{ email: string; ended: EndedAccess[] }> {
  const { email, isNew } = await markEmailVerified(trx, userId)
  if (!isNew && password !== 'replaced') return { email, ended: [] }
  const sessions = await endAllAccess(trx, userId, { except: sessionId, moment })
  await replaceLinks(trx, { userId, moment })
  const identities = isNew ? await endIdentities(trx, userId, password) : []
  if (isNew) await attachOrders(trx, { userId, email })
  const ended: EndedAccess[] = [...(sessions > 0 ? (['sessions'] as const) : []), ...identities]
  if (password !== 'replaced' && (ended.length > 0 || (await hasSecondFactor(trx, userId)))) {
    const key = `address-proven:${userId}:${moment.getTime()}`
    await queueMail(trx, { key, to: email, template: 'address-proven', ids: { userId, ended } })
  }
  return { email, ended }
}

/** Ends the linked accounts at Google, and a password that may be anybody's. */
async function endIdentities(
  trx: Transaction<Database>,
  userId: string,
  password: Proof['password'],
): Promise<EndedAccess[]> {
  const providers = await findIdentities(trx, userId)
  // Who proves the address in an account that Google alone opens has come by it.
  if (password === 'known' && !providers.includes('credential')) return []
  await deleteIdentities(trx, userId, { keepsPassword: password !== 'unknown' })
  return [
    ...(providers.includes('google') ? (['google'] as const) : []),
    ...(providers.includes('credential') && password === 'unknown' ? (['password'] as const) : []),
  ]
}
