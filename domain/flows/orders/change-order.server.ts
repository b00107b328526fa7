import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { findSamplesOf, listSamplesLeft } from '#domain/flows/ordering/claims.server.ts'
import { endAdditionPage, type PageRefusal } from '#domain/flows/payments/end-addition-page.server.ts'
import {
  lockPaidPayments,
  refundFromPayments,
  type SharedRefundRefusal,
} from '#domain/flows/refunds/refund-from-payments.server.ts'
import { readGiftRule } from '#domain/gifts/gift-rule-queries.server.ts'
import type { AllocatedLine } from '#domain/kernel/amounts/allocation.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { isPayableBy } from '#domain/kernel/order-words/shipping-method.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { listItems } from '#domain/money/allocation-queries.server.ts'
import { isSameWish } from '#domain/orders/changes/addition.ts'
import { findOpenAddition, findUnsettledAddition } from '#domain/orders/changes/addition-queries.server.ts'
import { isChangeable, isMoneyFixed, type PiecesChange } from '#domain/orders/changes/parcel-change.ts'
import {
  findCheckoutOf,
  type ParcelOrder,
  type ParcelToChange,
  readParcelState,
} from '#domain/orders/changes/parcel-state-queries.server.ts'
import { type PiecesPlan, type PiecesRefusal, planPieces } from '#domain/orders/changes/plan-pieces.ts'
import { PERFUME_RATE } from '#domain/papers/vat.ts'
import type { Services } from '#domain/services.ts'
import { readShippingCosts } from '#domain/settings/settings-queries.server.ts'
import { dropReplaced } from './addition-store.server.ts'
import { applyPieces } from './apply-pieces.server.ts'
import { lockParcelState } from './order-change-store.server.ts'
import { type ProposeRefusal, proposeAddition } from './propose-addition.server.ts'
import { refuseLate, type TooLate } from './record-change.server.ts'
import { lockProductsInOrder } from './stock-store.server.ts'

export type PiecesChangeRefusal =
  | { reason: 'order_not_found' | 'changed_meanwhile' | 'carrier_unsettled' }
  | TooLate
  /** The order waits for its payment on the provider's page, or its payment on delivery is already recorded. */
  | { reason: 'order_money_fixed' }
  | { reason: 'parcel_over_cod_limit'; limitGrosze: Grosze; dueGrosze: Grosze }
  | SharedRefundRefusal
  | ProposeRefusal
  | PageRefusal
  | PiecesRefusal

type ChangeServices = Pick<Services, 'db' | 'jobs' | 'now' | 'profile' | 'catalog' | 'payments'>
type PiecesOrder = { orderId: string; adminId: string; change: PiecesChange }

/**
 * Changes the pieces of an order that is not packed, if it and its parcel are still as the admin saw them. If the order
 * is paid on delivery, the sum due changes. If it is paid ahead, an overpayment is refunded in the same transaction; a
 * change that makes it dearer becomes an addition, which is made once its difference is paid. An addition that waits is
 * replaced, unless the provider says that it was paid.
 */
export async function changePieces(
  services: ChangeServices,
  { orderId, adminId, change }: PiecesOrder,
): Promise<Result<null, PiecesChangeRefusal | Busy>> {
  const found = isUuid(orderId) ? await findCheckoutOf(services.db, orderId) : undefined
  if (!found) return fail({ reason: 'order_not_found' })
  const ended = await endReplaced(services, found.checkout_id, { orderId, change })
  if (!ended.ok) return ended
  return transact<null, PiecesChangeRefusal>(services.db, async (trx) => {
    const state = await lockParcelState(trx, found.checkout_id)
    const order = state?.orders.find(({ id }) => id === orderId)
    if (!state || !order) return fail({ reason: 'order_not_found' })
    const open = await findOpenAddition(trx, orderId)
    // The second click of a double click.
    if (isSameWish(order.items, change.items) || (open && isSameWish(open.wanted, change.items))) return ok(null)
    const allowed = checkState(services, state, order, change.version)
    if (!allowed.ok) return allowed
    // Locked before the products, as wherever money and pieces meet.
    const payments = order.payment === 'prepaid' ? await lockPaidPayments(trx, orderId) : []
    await dropReplaced(trx, orderId, { actor: 'admin', actorId: adminId })
    const samplesOf = await findAddedSamples(services, trx, state, order, change.items)
    const products = await lockProductsInOrder(trx, [
      ...new Set([
        ...order.items.map(({ product_id }) => product_id),
        ...change.items.map(({ product_id }) => product_id),
        ...samplesOf.values(),
      ]),
    ])
    const samples = [...listSamplesLeft(samplesOf, { products, hideSubstitutes: false }).values()]
    const wanted = [...change.items, ...samples.map(({ id }) => ({ product_id: id, quantity: 1 }))]
    const priced = products.map((product) => samples.find(({ id }) => id === product.id) ?? product)
    const planned = planPieces(order.items, wanted, priced)
    if (!planned.ok) return planned
    const plan = planned.value
    const { differenceGrosze } = plan
    if (order.total_grosze + differenceGrosze !== change.total_grosze) return fail({ reason: 'changed_meanwhile' })
    if (order.payment === 'prepaid' && differenceGrosze > 0) {
      return proposeAddition(services, trx, { state, order, payments, plan, items: change.items, adminId })
    }
    const payable = await checkSum(trx, state, order, differenceGrosze)
    if (!payable.ok) return payable
    const refundedGrosze = order.payment === 'prepaid' && differenceGrosze < 0 ? -differenceGrosze : null
    if (refundedGrosze !== null) {
      const lines = await listChangedLines(trx, order, plan, products)
      const refunded = await refundFromPayments(services, trx, payments, {
        grosze: refundedGrosze,
        reason: 'zmiana zamówienia',
        allocation: { cause: 'change', lines },
        by: { actor: 'admin', actorId: adminId },
      })
      if (!refunded.ok) return refunded
    }
    const { items } = change
    await applyPieces(services, trx, state, order, { plan, items, products, adminId, refundedGrosze, paidGrosze: null })
    const details = { differenceGrosze, ...(refundedGrosze !== null && { refundedGrosze }) }
    await recordAudit(trx, { userId: adminId, action: 'order.pieces_changed', subjectId: orderId, details })
    return ok(null)
  })
}

/**
 * Ends the payment page of an addition that another change is about to replace, unless the caller wants the same or has
 * not seen the present state.
 */
async function endReplaced(
  services: ChangeServices,
  checkoutId: string,
  { orderId, change }: Omit<PiecesOrder, 'adminId'>,
): Promise<Result<null, PiecesChangeRefusal | Busy>> {
  const replaced = await findUnsettledAddition(services.db, orderId)
  if (replaced?.paymentStatus !== 'open') return ok(null)
  if (replaced.status === 'open' && isSameWish(replaced.wanted, change.items)) return ok(null)
  const state = await readParcelState(services.db, checkoutId)
  return state?.version === change.version ? endAdditionPage(services, replaced) : fail({ reason: 'changed_meanwhile' })
}

/** The free samples that come with the bottles of scents that the parcel did not have before, by the bottle. */
async function findAddedSamples(
  services: ChangeServices,
  trx: Transaction<Database>,
  state: ParcelToChange,
  order: ParcelOrder,
  wanted: PiecesChange['items'],
): Promise<Map<string, string>> {
  const kept = state.orders.filter(({ status }) => status !== 'cancelled')
  const before = new Set(kept.flatMap(({ items }) => items.map(({ product_id }) => product_id)))
  const added = wanted.filter(({ product_id }) => !order.items.some((item) => item.product_id === product_id))
  const items = added.map(({ product_id: productId, quantity }) => ({ productId, quantity }))
  const samplesOf = await findSamplesOf(services, await readGiftRule(trx), items)
  const isNew = (sampleId: string) => !before.has(sampleId) && !wanted.some(({ product_id }) => product_id === sampleId)
  return new Map([...samplesOf].filter(([, sampleId]) => isNew(sampleId)))
}

/** Whether the pieces of this order may change now. */
function checkState(
  services: ChangeServices,
  state: ParcelToChange,
  order: ParcelOrder,
  version: string,
): Result<null, PiecesChangeRefusal> {
  const stage = order.status === 'cancelled' ? 'cancelled' : state.stage
  if (!isChangeable(stage, 'pieces')) return refuseLate(services, 'admin', stage)
  if (isMoneyFixed(order)) return fail({ reason: 'order_money_fixed' })
  if (state.carrier?.asked_at) return fail({ reason: 'carrier_unsettled' })
  return state.version === version ? ok(null) : fail({ reason: 'changed_meanwhile' })
}

/** Whether the new sum can be collected. */
async function checkSum(
  trx: Transaction<Database>,
  state: ParcelToChange,
  { payment }: ParcelOrder,
  differenceGrosze: Grosze,
): Promise<Result<null, PiecesChangeRefusal>> {
  if (differenceGrosze <= 0) return ok(null)
  const costs = await readShippingCosts(trx)
  const dueGrosze = (state.dueGrosze ?? 0) + differenceGrosze
  if (!costs || isPayableBy(costs, payment, dueGrosze)) return ok(null)
  return fail({ reason: 'parcel_over_cod_limit', limitGrosze: costs.cod_limit_grosze, dueGrosze })
}

/** What a change takes out of an order, and what it adds, by rate. The lines add up to the difference. */
async function listChangedLines(
  trx: Transaction<Database>,
  { id, items }: ParcelOrder,
  { changed, added }: PiecesPlan,
  products: readonly { id: string; vat_rate: string }[],
): Promise<AllocatedLine[]> {
  const stored = await listItems(trx, id)
  const out = changed.map(({ productId, quantity, discountGrosze }): AllocatedLine => {
    const item = items.find(({ product_id }) => product_id === productId)
    const paid = stored.find(({ product_id }) => product_id === productId)
    const pieces = (item?.quantity ?? 0) - quantity
    const grosze = pieces * (item?.unit_price_grosze ?? 0) - (item?.discount_grosze ?? 0) + discountGrosze
    return { item_id: paid?.id ?? productId, rate: paid?.rate ?? PERFUME_RATE, pieces, grosze, kept_grosze: 0 }
  })
  // A free sample that comes with a bottle is no line of the sale.
  const paidMore = added.filter(({ priceGrosze }) => priceGrosze > 0)
  const more = paidMore.map(({ productId, quantity, priceGrosze }): AllocatedLine => {
    const rate = products.find((product) => product.id === productId)?.vat_rate ?? PERFUME_RATE
    return { item_id: productId, rate, pieces: -quantity, grosze: -quantity * priceGrosze, kept_grosze: 0 }
  })
  return [...out, ...more]
}
