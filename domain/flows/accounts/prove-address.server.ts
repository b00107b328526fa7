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
   * Who knows the password. `replaced`: it was just set by the person who proves the address. `known`: that person has
   * an open session with it. `unknown`: anyone may have registered the address with it.
   */
  password: 'replaced' | 'known' | 'unknown'
  /** The session in which the address is proven. It stays open. */
  sessionId?: string | null
  moment: Date
}

/**
 * Records that the address belongs to the account's user: a mailed link was opened, or Google delivers its mail. Orders
 * with this address become the account's. All earlier access ends, since another person may have had it: other sessions
 * and known devices, second-factor challenges, tickets and open links, linked Google accounts, and a password of
 * unknown origin. The second factor stays. If the address was already proven, nothing ends unless a new password was
 * set; then everything ends except linked Google accounts. A mail says what ended and what stays.
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

/** Unlinks Google accounts and removes a password of unknown origin. */
async function endIdentities(
  trx: Transaction<Database>,
  userId: string,
  password: Proof['password'],
): Promise<EndedAccess[]> {
  const providers = await findIdentities(trx, userId)
  // Only Google can have opened the session of an account without a password, so its link stays.
  if (password === 'known' && !providers.includes('credential')) return []
  await deleteIdentities(trx, userId, { keepsPassword: password !== 'unknown' })
  return [
    ...(providers.includes('google') ? (['google'] as const) : []),
    ...(providers.includes('credential') && password === 'unknown' ? (['password'] as const) : []),
  ]
}
