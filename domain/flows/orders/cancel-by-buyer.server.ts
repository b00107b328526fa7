import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { type RefundRefusal, refundRestWithin } from '#domain/flows/refunds/refund-by-admin.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { CANCELLED_BY_BUYER } from '#domain/kernel/order-words/order-status.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type BuyerCancel, describeHeldMoney, isChangeable } from '#domain/orders/changes/parcel-change.ts'
import { type ParcelToChange, readParcelState } from '#domain/orders/changes/parcel-state-queries.server.ts'
import { insertCancelledNotice } from '#domain/owner-notices/owner-notices-store.server.ts'
import type { Services } from '#domain/services.ts'
import { cancelOrderWithin, endOpenPayment } from './cancel-order.server.ts'
import { lockParcelState } from './order-change-store.server.ts'
import { refuseLate, type TooLate } from './record-change.server.ts'
import { lockProductsInOrder } from './stock-store.server.ts'

export type BuyerCancelRefusal =
  | { reason: 'order_not_found' | 'changed_meanwhile' | 'order_already_paid' }
  | TooLate
  | Exclude<RefundRefusal, { reason: 'payment_disputed' }>

type CancelServices = Pick<Services, 'db' | 'jobs' | 'now' | 'payments' | 'profile'>

/**
 * Cancels one order of a parcel, or all of them, at the buyer's request, while nobody has prepared the parcel and it is
 * still as the buyer saw it. All or none in one transaction: the pieces return to stock once, money that was paid ahead
 * is refunded in whole, an open payment page ends, and the owner gets a notice. Orders that are cancelled already stay
 * so: a second press changes nothing.
 */
export async function cancelByBuyer(
  services: CancelServices,
  { checkoutId, userId, cancel }: { checkoutId: string; userId: string; cancel: BuyerCancel },
): Promise<Result<null, BuyerCancelRefusal | Busy>> {
  const { db, jobs } = services
  const seen = await readParcelState(db, checkoutId)
  const wanted = seen && findWanted(seen, cancel)
  if (!wanted || wanted.length === 0) return fail({ reason: 'order_not_found' })
  if (wanted.every(({ status }) => status === 'cancelled')) return ok(null)
  const allowed = checkState(services, seen, cancel)
  if (!allowed.ok) return allowed
  // A checkout that is paid ahead is one order.
  const ended = await endOpenPayment(services, seen.first.id)
  if (!ended.ok) return ended
  const by = { actor: 'customer', actorId: userId, reason: CANCELLED_BY_BUYER } as const
  return transact<null, BuyerCancelRefusal>(db, async (trx) => {
    const state = await lockParcelState(trx, checkoutId)
    if (!state) return fail({ reason: 'order_not_found' })
    const orders = findWanted(state, cancel).filter(({ status }) => status !== 'cancelled')
    if (orders.length === 0) return ok(null)
    const still = checkState(services, state, cancel)
    if (!still.ok) return still
    await lockPieces(trx, orders)
    for (const { id, payment } of orders) {
      const cancelled = await cancelOrderWithin(trx, id, by)
      if (!cancelled.ok) return fail({ reason: 'changed_meanwhile' })
      if (payment === 'prepaid') {
        const refunded = await refundRestWithin(services, trx, { orderId: id, by, reason: CANCELLED_BY_BUYER })
        if (!refunded.ok) return refuseRefund(services, refunded.failure)
      }
      await insertCancelledNotice(trx, id)
    }
    if (ended.value) await jobs.enqueue(trx, 'check-payment', { paymentId: ended.value.id })
    return ok(null)
  })
}

/** What a buyer reads of a refund that cannot be made: a dispute is answered by the owner. */
function refuseRefund({ profile }: CancelServices, failure: RefundRefusal): Result<never, BuyerCancelRefusal> {
  if (failure.reason !== 'payment_disputed') return fail(failure)
  return fail({ reason: 'parcel_not_changeable', sentence: describeHeldMoney(profile) })
}

function findWanted({ orders }: ParcelToChange, { number }: BuyerCancel) {
  return number === null ? orders : orders.filter((order) => order.number === number)
}

function checkState(
  services: CancelServices,
  state: ParcelToChange,
  cancel: BuyerCancel,
): Result<null, BuyerCancelRefusal> {
  const { stage, carrier, version } = state
  if (!isChangeable(stage, 'buyer') || carrier?.asked_at) return refuseLate(services, 'customer', stage)
  // A person has to give the money back: it came before a parcel on delivery was sent, or is elsewhere.
  const isSettled = findWanted(state, cancel).some(
    ({ payment, status }) => payment === 'elsewhere' || (payment === 'cash_on_delivery' && status === 'paid'),
  )
  if (isSettled) return refuseLate(services, 'customer', stage)
  return version === cancel.version ? ok(null) : fail({ reason: 'changed_meanwhile' })
}

/** Locks the products of several orders at once, in the order of their ids. */
async function lockPieces(trx: Transaction<Database>, orders: ParcelToChange['orders']): Promise<void> {
  const ids = orders.flatMap(({ items }) => items.map(({ product_id }) => product_id))
  await lockProductsInOrder(trx, [...new Set(ids)])
}
