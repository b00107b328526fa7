import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { type AccountLinkPurpose, LINK_LIFETIME_MS, type LinkPurpose } from '#domain/kernel/link-tokens.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import {
  type LimitServices,
  limitAttempts,
  type TooManyAttempts,
} from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import type { SignedInUser } from './account.ts'
import type { Caller } from './account-gateway.ts'
import { insertLink, lockAccountOf, replaceLinks } from './link-store.server.ts'

const LIMITED_AS = { 'password-reset': 'password_reset', 'login-link': 'login_link' } as const

/**
 * Requests a link for an address. A job looks up the account, so that neither the answer nor its duration reveals
 * whether it exists. Requests have limits of their own and never count as failed sign-ins.
 */
export async function requestLink(
  services: LimitServices & Pick<Services, 'accounts' | 'jobs'>,
  purpose: keyof typeof LIMITED_AS,
  email: string,
  { headers, clientAddress }: Caller,
): Promise<Result<null, TooManyAttempts | Busy>> {
  const device = await services.accounts.findKnownDevice(headers, email)
  const limited = await limitAttempts(services, LIMITED_AS[purpose], { account: email, clientAddress, device })
  if (!limited.ok) return limited
  return transact(services.db, async (trx) => {
    const linkId = await insertLink(trx, { purpose, email, expiresAt: endOf(services, purpose) })
    if (linkId !== undefined) await services.jobs.enqueue(trx, 'mail-link', { linkId })
    return ok(null)
  })
}

/** Mails a signed-in user the link that proves the address. */
export async function requestVerification(
  services: LimitServices,
  { id: userId, email }: SignedInUser,
  clientAddress: string,
): Promise<Result<null, TooManyAttempts | Busy>> {
  const limited = await limitAttempts(services, 'email_verification', { account: email, clientAddress })
  if (!limited.ok) return limited
  return transact(services.db, async (trx) => {
    await mailLink(services, trx, { purpose: 'email-verification', userId, email })
    return ok(null)
  })
}

/** Mails an account a link, which ends earlier ones of its kind. At most once for the payment of `orderId`. */
export async function mailLink(
  services: Pick<Services, 'now'>,
  trx: Transaction<Database>,
  { purpose, userId, email, orderId }: { purpose: AccountLinkPurpose; userId: string; email: string; orderId?: string },
): Promise<void> {
  const tokenId = await replaceLink(services, trx, { purpose, userId, email, orderId })
  if (tokenId === undefined) return
  const key = orderId === undefined ? `${purpose}:${tokenId}` : `${purpose}:order:${orderId}`
  await queueMail(trx, { key, to: email, template: purpose, ids: { tokenId } })
}

/** Welcomes a new account by a mail with the link that proves its address. */
export async function mailWelcome(
  services: Pick<Services, 'now'>,
  trx: Transaction<Database>,
  { id: userId, email }: Pick<SignedInUser, 'id' | 'email'>,
): Promise<void> {
  const tokenId = await replaceLink(services, trx, { purpose: 'email-verification', userId, email })
  if (tokenId === undefined) return
  await queueMail(trx, { key: `welcome:${userId}`, to: email, template: 'welcome', ids: { userId, tokenId } })
}

/** Inserts a link and ends earlier ones of its kind. Undefined when one was already mailed for this order. */
async function replaceLink(
  services: Pick<Services, 'now'>,
  trx: Transaction<Database>,
  { purpose, userId, email, orderId }: { purpose: AccountLinkPurpose; userId: string; email: string; orderId?: string },
): Promise<string | undefined> {
  await lockAccountOf(trx, email)
  const link = { purpose, email, userId, orderId, expiresAt: endOf(services, purpose) }
  const linkId = await insertLink(trx, link)
  if (linkId !== undefined) await replaceLinks(trx, { userId, purpose, except: linkId, moment: services.now() })
  return linkId
}

/** When a link mailed now expires. */
export function endOf({ now }: Pick<Services, 'now'>, purpose: LinkPurpose): Date {
  return new Date(now().getTime() + LINK_LIFETIME_MS[purpose])
}
