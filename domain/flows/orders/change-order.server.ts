import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { type PaymentDisputed, refuseDisputed } from '#domain/flows/refunds/refund-by-admin.server.ts'
import { labelGift } from '#domain/gifts/gift.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import type { Grosze } from '#domain/kernel/money.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isPayableBy } from '#domain/kernel/shipping-method.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import { isUuid } from '#domain/kernel/wire-schema.ts'
import { type ChangedLine, isChangeable, type PiecesChange } from '#domain/orders/changes/parcel-change.ts'
import {
  findCheckoutOf,
  type ParcelOrder,
  type ParcelState,
} from '#domain/orders/changes/parcel-state-queries.server.ts'
import { type PiecesPlan, type PiecesRefusal, planPieces } from '#domain/orders/changes/plan-pieces.ts'
import { listPaidPayments } from '#domain/payments/order-payment-queries.server.ts'
import { findRefundable, isUnmade } from '#domain/payments/refunds/refund.ts'
import { listRefunds } from '#domain/payments/refunds/refund-store.server.ts'
import { requestRefund } from '#domain/payments/refunds/request-refund.server.ts'
import { lockAttempt } from '#domain/payments/settlement/settlement-store.server.ts'
import type { Services } from '#domain/services.ts'
import { readShippingCosts } from '#domain/settings/settings-queries.server.ts'
import { adjustGifts } from './gift-store.server.ts'
import { addToItemsTotal, insertAmendment, lockParcelState, updateItems } from './order-change-store.server.ts'
import { dropLabel, recordChange, refuseLate, type TooLate } from './record-change.server.ts'
import { lockProductsInOrder, moveStock } from './stock-store.server.ts'

export type PiecesChangeRefusal =
  | { reason: 'order_not_found' | 'changed_meanwhile' | 'carrier_unsettled' | 'refund_under_way' }
  | TooLate
  /** The order waits for its payment on the provider's page, or its payment on delivery is already recorded. */
  | { reason: 'order_money_fixed' }
  | { reason: 'prepaid_costs_more'; differenceGrosze: Grosze }
  | { reason: 'parcel_over_cod_limit'; limitGrosze: Grosze; dueGrosze: Grosze }
  | { reason: 'refund_too_large'; leftGrosze: Grosze }
  | PaymentDisputed
  | PiecesRefusal

type ChangeServices = Pick<Services, 'db' | 'jobs' | 'now' | 'profile'>
type PiecesOrder = { orderId: string; adminId: string; change: PiecesChange }

/**
 * Changes the pieces of an order that is not packed, if it and its parcel are still as the admin saw them: the pieces
 * move between order and stock, gifts follow the rule, the cost of delivery stays. If the order is paid on delivery,
 * the sum due changes. If it is paid ahead, an overpayment is refunded in the same transaction, and a total above the
 * paid sum is refused. A label that exists becomes useless. Writes the difference of the total, an event and one mail.
 */
export async function changePieces(
  services: ChangeServices,
  { orderId, adminId, change }: PiecesOrder,
): Promise<Result<null, PiecesChangeRefusal | Busy>> {
  const found = isUuid(orderId) ? await findCheckoutOf(services.db, orderId) : undefined
  if (!found) return fail({ reason: 'order_not_found' })
  return transact<null, PiecesChangeRefusal>(services.db, async (trx) => {
    const state = await lockParcelState(trx, found.checkout_id)
    const order = state?.orders.find(({ id }) => id === orderId)
    if (!state || !order) return fail({ reason: 'order_not_found' })
    // The second click of a double click.
    if (hasPieces(order, change.items)) return ok(null)
    const allowed = checkState(services, state, order, change.version)
    if (!allowed.ok) return allowed
    // Locked before the products, as wherever money and pieces meet.
    const payments = order.payment === 'prepaid' ? await lockPayments(trx, orderId) : []
    const products = await lockProductsInOrder(trx, [
      ...new Set([
        ...order.items.map(({ product_id }) => product_id),
        ...change.items.map(({ product_id }) => product_id),
      ]),
    ])
    const planned = planPieces(order.items, change.items, products)
    if (!planned.ok) return planned
    const plan = planned.value
    const { differenceGrosze } = plan
    if (order.total_grosze + differenceGrosze !== change.total_grosze) return fail({ reason: 'changed_meanwhile' })
    const payable = await checkSum(trx, state, order, differenceGrosze)
    if (!payable.ok) return payable
    const refundedGrosze = order.payment === 'prepaid' && differenceGrosze < 0 ? -differenceGrosze : null
    if (refundedGrosze !== null) {
      const refunded = await refundDifference(services, trx, payments, { amountGrosze: refundedGrosze, adminId })
      if (!refunded.ok) return refunded
    }
    await movePieces(trx, order, plan)
    const gift = await adjustOrderGifts(services, trx, state, order, { plan, products, items: change.items })
    const droppedNumber = await dropLabel(services, trx, state)
    const changeId = await recordChange(
      trx,
      state,
      { actor: 'admin', actorId: adminId },
      {
        order,
        lines: [...plan.lines, ...gift],
        dueGrosze: state.dueGrosze === null ? null : state.dueGrosze + differenceGrosze,
        refundedGrosze,
        droppedNumber,
      },
    )
    await insertAmendment(trx, { orderId, changeId, differenceGrosze })
    const details = { differenceGrosze, ...(refundedGrosze !== null && { refundedGrosze }) }
    await recordAudit(trx, { userId: adminId, action: 'order.pieces_changed', subjectId: orderId, details })
    return ok(null)
  })
}

function hasPieces({ items }: ParcelOrder, wanted: PiecesChange['items']): boolean {
  return (
    items.length === wanted.length &&
    items.every((item) =>
      wanted.some(({ product_id, quantity }) => product_id === item.product_id && quantity === item.quantity),
    )
  )
}

/** Whether the pieces of this order may change now. */
function checkState(
  services: ChangeServices,
  state: ParcelState,
  order: ParcelOrder,
  version: string,
): Result<null, PiecesChangeRefusal> {
  const stage = order.status === 'cancelled' ? 'cancelled' : state.stage
  if (!isChangeable(stage, 'pieces')) return refuseLate(services, 'admin', stage)
  if (order.status !== (order.payment === 'prepaid' ? 'paid' : 'pending')) return fail({ reason: 'order_money_fixed' })
  if (state.carrier?.asked_at) return fail({ reason: 'carrier_unsettled' })
  return state.version === version ? ok(null) : fail({ reason: 'changed_meanwhile' })
}

/** Whether the new sum can be collected. */
async function checkSum(
  trx: Transaction<Database>,
  state: ParcelState,
  { payment }: ParcelOrder,
  differenceGrosze: Grosze,
): Promise<Result<null, PiecesChangeRefusal>> {
  if (differenceGrosze <= 0) return ok(null)
  if (payment === 'prepaid') return fail({ reason: 'prepaid_costs_more', differenceGrosze })
  const costs = await readShippingCosts(trx)
  const dueGrosze = (state.dueGrosze ?? 0) + differenceGrosze
  if (!costs || isPayableBy(costs, payment, dueGrosze)) return ok(null)
  return fail({ reason: 'parcel_over_cod_limit', limitGrosze: costs.cod_limit_grosze, dueGrosze })
}

type LockedPayment = {
  attempt: NonNullable<Awaited<ReturnType<typeof lockAttempt>>>
  refunds: Awaited<ReturnType<typeof listRefunds>>
}

async function lockPayments(trx: Transaction<Database>, orderId: string): Promise<LockedPayment[]> {
  const locked: LockedPayment[] = []
  for (const paymentId of await listPaidPayments(trx, orderId)) {
    const attempt = await lockAttempt(trx, paymentId)
    if (attempt) locked.push({ attempt, refunds: await listRefunds(trx, paymentId) })
  }
  return locked
}

/** Refunds an overpayment from the one payment that contains it. */
async function refundDifference(
  services: ChangeServices,
  trx: Transaction<Database>,
  payments: readonly LockedPayment[],
  { amountGrosze, adminId }: { amountGrosze: Grosze; adminId: string },
): Promise<Result<null, PiecesChangeRefusal>> {
  const left = ({ attempt, refunds }: LockedPayment) => findRefundable(attempt, refunds)
  const payment = payments.find((each) => left(each) >= amountGrosze)
  if (!payment) return fail({ reason: 'refund_too_large', leftGrosze: Math.max(0, ...payments.map(left)) })
  if (payment.attempt.isDisputed) return fail(refuseDisputed(payment.attempt))
  if (payment.refunds.some(isUnmade)) return fail({ reason: 'refund_under_way' })
  const by = { actor: 'admin', actorId: adminId } as const
  await requestRefund(services, trx, payment.attempt, { amountGrosze, reason: 'zmiana zamówienia', by })
  return ok(null)
}

async function movePieces(trx: Transaction<Database>, order: ParcelOrder, plan: PiecesPlan): Promise<void> {
  await moveStock(trx, plan)
  await updateItems(trx, order.id, plan)
  const { id: orderId, checkout_id: checkoutId } = order
  await addToItemsTotal(trx, { orderId, checkoutId, differenceGrosze: plan.differenceGrosze })
}

/** Gives the gifts that the rule promises for the new pieces. Returns what changed. */
async function adjustOrderGifts(
  { now, profile }: ChangeServices,
  trx: Transaction<Database>,
  state: ParcelState,
  order: ParcelOrder,
  change: {
    plan: PiecesPlan
    products: Awaited<ReturnType<typeof lockProductsInOrder>>
    items: PiecesChange['items']
  },
): Promise<ChangedLine[]> {
  const kept = state.orders.filter(({ status }) => status !== 'cancelled')
  // The rule counts products before the discount of a code.
  const gone = change.plan.changed.map(({ productId, discountGrosze }) => {
    const item = order.items.find(({ product_id }) => product_id === productId)
    return (item?.discount_grosze ?? 0) - discountGrosze
  })
  const discounts = kept.flatMap(({ items }) => items.map(({ discount_grosze }) => discount_grosze))
  const discountGrosze = discounts.reduce((sum, grosze) => sum + grosze, 0) - gone.reduce((sum, each) => sum + each, 0)
  const itemsGrosze = kept.reduce(
    (sum, { items_grosze }) => sum + items_grosze,
    change.plan.differenceGrosze + discountGrosze,
  )
  const ordered = change.items.flatMap(({ product_id: productId, quantity }) => {
    const product = change.products.find(({ id }) => id === productId)
    const isFree = order.items.some((item) => item.product_id === productId && item.unit_price_grosze === 0)
    return product && !isFree ? [{ gender: product.gender, quantity }] : []
  })
  const facts = { shopUrl: profile.shopUrl, today: readWarsawClock(now()).day }
  const gift = await adjustGifts(trx, order, { ordered, itemsGrosze, facts })
  if (gift === null) return []
  const { name, before, after } = gift
  return [{ field: 'pieces', what: labelGift({ name }), before: String(before), after: String(after) }]
}
