import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { LockedPayment } from '#domain/flows/refunds/refund-from-payments.server.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { describeItems, findAdditionEnd } from '#domain/orders/changes/addition.ts'
import { findGrowthObstacle } from '#domain/orders/changes/addition-queries.server.ts'
import type { PiecesChange } from '#domain/orders/changes/parcel-change.ts'
import type { ParcelOrder, ParcelToChange } from '#domain/orders/changes/parcel-state-queries.server.ts'
import type { PiecesPlan } from '#domain/orders/changes/plan-pieces.ts'
import { listMeansOfMode } from '#domain/payments/mode/payment-means-queries.server.ts'
import { ADDITION_REASON, checkAmount } from '#domain/payments/payment.ts'
import { insertAttempt } from '#domain/payments/payment-store.server.ts'
import type { Services } from '#domain/services.ts'
import { insertAddition, mailAddition, touchOrder } from './addition-store.server.ts'
import type { TooLate } from './record-change.server.ts'

export type ProposeRefusal =
  /** The provider takes no payment of this sum. */
  { reason: 'addition_not_payable'; differenceGrosze: Grosze; least: Grosze; most: Grosze } | TooLate

const NOT_PAYABLE_ONLINE =
  'Płatność online jest wyłączona, więc kupujący nie ma jak dopłacić. Włącz ją w „Sposobach płatności” albo poproś o osobne zamówienie.'

type Proposal = {
  state: ParcelToChange
  order: ParcelOrder
  payments: readonly LockedPayment[]
  plan: PiecesPlan
  items: PiecesChange['items']
  adminId: string
}

/**
 * Proposes a change that makes a locked order dearer: opens a payment of the difference, at the prices of this moment,
 * holds the added pieces, and mails the buyer. The payment page is begun when the buyer wants to pay. The page of an
 * addition that this one replaces has ended.
 */
export async function proposeAddition(
  { payments: providers, now }: Pick<Services, 'payments' | 'now'>,
  trx: Transaction<Database>,
  { state, order, payments, plan, items, adminId }: Proposal,
): Promise<Result<null, ProposeRefusal>> {
  const { id: orderId, email } = order
  const { differenceGrosze } = plan
  const amount = checkAmount(differenceGrosze)
  if (!amount.ok) return fail({ ...amount.failure, reason: 'addition_not_payable', differenceGrosze })
  const obstacle = await findGrowthObstacle(trx, state, order)
  if (obstacle !== null) {
    return fail({ reason: 'parcel_not_changeable', sentence: `${obstacle} Tego nie da się już zmienić.` })
  }
  // Money of a trial stays money of a trial.
  const [paid] = payments
  const provider = paid ? providers[paid.attempt.mode] : null
  if (!provider || (await listMeansOfMode(trx, provider.mode)).length === 0) {
    return fail({ reason: 'parcel_not_changeable', sentence: NOT_PAYABLE_ONLINE })
  }
  const by = { actor: 'admin', actorId: adminId, reason: ADDITION_REASON } as const
  const addition = { amountGrosze: differenceGrosze, expiresAt: findAdditionEnd(now()) }
  const paymentId = await insertAttempt(trx, orderId, provider, now(), { ...by, addition })
  await insertAddition(trx, {
    orderId,
    paymentId,
    wanted: items,
    plan,
    itemsBefore: describeItems(order.items),
    adminId,
  })
  await touchOrder(trx, orderId)
  await mailAddition(trx, { paymentId, email }, 'open')
  const details = { differenceGrosze }
  await recordAudit(trx, { userId: adminId, action: 'order.addition_proposed', subjectId: orderId, details })
  return ok(null)
}
