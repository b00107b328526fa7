import {
  closeAddition,
  endAdditionPayment,
  mailAddition,
  noteUnpaidAddition,
  touchOrder,
} from '#domain/flows/orders/addition-store.server.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { findAddition, lockAddition } from '#domain/orders/changes/addition-queries.server.ts'
import { lockAttempt } from '#domain/payments/settlement/settlement-store.server.ts'
import type { Services } from '#domain/services.ts'
import { endAdditionPage } from './end-addition-page.server.ts'

export type GiveUpAdditionRefusal =
  | { reason: 'order_not_found' }
  /** It was just paid, and the change is made. */
  | { reason: 'changed_meanwhile' }
  | { reason: 'payment_under_way' }

type GivingUp = {
  additionId: string
  by: { actor: 'customer' | 'admin'; actorId: string }
  /** Whose it must be. */
  of: { orderId: string } | { checkoutId: string }
}

/**
 * Gives up an addition: its payment page ends, its pieces return to stock, the order stays as it was, and the buyer gets
 * a mail. Refused when it was paid meanwhile, or a transfer for it is under way. While the provider is away it is given
 * up all the same: a job ends the page later, and money that still comes goes back. One that is closed stays so.
 */
export async function giveUpAddition(
  services: Pick<Services, 'db' | 'jobs' | 'now' | 'payments' | 'profile'>,
  { additionId, by, of }: GivingUp,
): Promise<Result<null, GiveUpAdditionRefusal | Busy>> {
  const found = await findAddition(services.db, additionId)
  const isTheirs = 'orderId' in of ? found?.orderId === of.orderId : found?.checkoutId === of.checkoutId
  if (!found || !isTheirs) return fail({ reason: 'order_not_found' })
  if (found.status === 'applied' || found.status === 'refused') return fail({ reason: 'changed_meanwhile' })
  if (found.status !== 'open') return ok(null)
  const ended = await endAdditionPage(services, found)
  const isAway = !ended.ok && ended.failure.reason === 'payment_provider_away'
  if (!ended.ok && ended.failure.reason !== 'payment_provider_away') return fail(ended.failure)
  return transact<null, GiveUpAdditionRefusal>(services.db, async (trx) => {
    const attempt = await lockAttempt(trx, additionId)
    const addition = await lockAddition(trx, additionId)
    if (!attempt || !addition || addition.status === 'applied') return fail({ reason: 'changed_meanwhile' })
    if (addition.status !== 'open') return ok(null)
    await closeAddition(trx, addition, 'given_up')
    if (isAway) await services.jobs.enqueue(trx, 'check-payment', { paymentId: additionId })
    else if (attempt.status === 'open') await endAdditionPayment(trx, additionId, by)
    const { orderId, orderEmail: email } = attempt
    await touchOrder(trx, orderId)
    await mailAddition(trx, { paymentId: additionId, email }, 'closed')
    if (by.actor === 'customer') await noteUnpaidAddition(trx, additionId)
    else {
      const audited = { userId: by.actorId, action: 'order.addition_given_up', subjectId: orderId } as const
      await recordAudit(trx, { ...audited, details: { differenceGrosze: addition.amountGrosze } })
    }
    return ok(null)
  })
}
