import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { queueMailAgain } from '#domain/kernel/mail-outbox-store.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { lockOrderStatus } from '#domain/orders/order-store.server.ts'
import type { Services } from '#domain/services.ts'
import { listMailsOfOrder } from './admin-order-queries.server.ts'

type ResendRefusal =
  | { reason: 'mail_not_of_order' }
  | { reason: 'mail_not_resendable' }
  | { reason: 'changed_meanwhile' }

/**
 * Sends a mail about an order again: the same template, rendered from the present rows. The number of repetitions seen
 * on the page identifies the call, so that a double click or two tabs send one mail.
 */
export function resendMail(
  { db }: Pick<Services, 'db'>,
  { orderId, mailId, adminId, timesResent }: { orderId: string; mailId: string; adminId: string; timesResent: number },
): Promise<Result<null, ResendRefusal | Busy>> {
  return transact<null, ResendRefusal>(db, async (trx) => {
    // Calls run one after another, so that the second click finds the mail of the first.
    if (!isUuid(orderId) || !(await lockOrderStatus(trx, orderId))) return fail({ reason: 'mail_not_of_order' })
    const mails = await listMailsOfOrder(trx, orderId)
    const mail = mails.find(({ id }) => id === mailId)
    if (!mail || findOriginalMailId(mail.key) !== null) return fail({ reason: 'mail_not_of_order' })
    const before = countResent(mails, mailId)
    if (timesResent === before - 1) return ok(null)
    if (timesResent !== before) return fail({ reason: 'changed_meanwhile' })
    if (!isResendable(mails, mail)) return fail({ reason: 'mail_not_resendable' })
    await queueMailAgain(trx, mailId, toResentKey(mailId, before + 1))
    await recordAudit(trx, {
      userId: adminId,
      action: 'order.mail_resent',
      subjectId: orderId,
      details: { template: mail.template, times: before + 1 },
    })
    return ok(null)
  })
}

/** How many times one mail may be sent again by hand. */
const MOST_RESENT = 5

type StoredMail = { id: string; key: string; sent_at: Date | null; failed_at: Date | null }

/** The key of the nth repetition of a mail. A double click has the same key. */
function toResentKey(originalId: string, nth: number): string {
  return `resent:${originalId}:${nth}`
}

/** The mail that this one repeats; null for a mail that is not a repetition. */
export function findOriginalMailId(key: string): string | null {
  return /^resent:([0-9a-f-]{36}):\d+$/.exec(key)?.[1] ?? null
}

export function countResent(mails: readonly StoredMail[], originalId: string): number {
  return mails.filter(({ key }) => findOriginalMailId(key) === originalId).length
}

/** Whether a mail may be sent again: it and all its repetitions were sent or given up, and the limit is not reached. */
export function isResendable(mails: readonly StoredMail[], original: StoredMail): boolean {
  const sentAgain = mails.filter(({ key }) => findOriginalMailId(key) === original.id)
  return (
    sentAgain.length < MOST_RESENT &&
    [original, ...sentAgain].every(({ sent_at, failed_at }) => sent_at !== null || failed_at !== null)
  )
}
