import type { Kysely, Transaction } from 'kysely'
import { countPiecesLeft, isOnSale, type StockState } from '#domain/catalog/product.ts'
import type { Database } from '#domain/database.ts'
import {
  findGrowthObstacle,
  findOpenAddition,
  isAsPlanned,
  lockAddition,
  type StoredAddition,
} from '#domain/orders/changes/addition-queries.server.ts'
import {
  findCheckoutOf,
  type ParcelOrder,
  type ParcelToChange,
  readParcelState,
} from '#domain/orders/changes/parcel-state-queries.server.ts'
import { isInvoiceWanted } from '#domain/papers/invoices/invoice-queries.server.ts'
import { ADDITION_REFUSED } from '#domain/payments/payment.ts'
import { requestRefund } from '#domain/payments/refunds/request-refund.server.ts'
import type { LockedAttempt } from '#domain/payments/settlement/settlement-store.server.ts'
import type { Services } from '#domain/services.ts'
import { closeAddition, mailAddition, noteUnpaidAddition, touchOrder } from './addition-store.server.ts'
import { applyPieces } from './apply-pieces.server.ts'
import { lockParcelState } from './order-change-store.server.ts'
import { lockProductsInOrder } from './stock-store.server.ts'

type SettleServices = Pick<Services, 'jobs' | 'now' | 'profile'>

/**
 * Makes the change of an addition whose money has arrived, in the caller's transaction, which has locked payment and
 * order. False: the order is packed, cancelled, withdrawn from or changed otherwise, or the addition was given up; its
 * money goes back at once. One that lapsed is made if its pieces are in stock.
 */
export async function makeAddition(
  services: SettleServices,
  trx: Transaction<Database>,
  attempt: LockedAttempt,
): Promise<boolean> {
  const { id: paymentId, orderId, orderEmail: email, amountGrosze } = attempt
  const addition = await lockAddition(trx, paymentId)
  if (!addition) throw new Error(`payment ${paymentId} pays for no addition`)
  const parcel = await lockParcelOf(trx, orderId)
  const products = await lockProducts(trx, parcel.order, addition)
  if ((await isStillPossible(trx, parcel, addition)) && isInStock(addition, products)) {
    const plan = addition.status === 'open' ? { ...addition.plan, taken: [] } : addition.plan
    const { wanted: items, adminId } = addition
    const change = { plan, items, products, adminId, refundedGrosze: null, paidGrosze: amountGrosze }
    await applyPieces(services, trx, parcel.state, parcel.order, change)
    await closeAddition(trx, addition, 'applied')
    if (await isInvoiceWanted(trx, [orderId])) await services.jobs.enqueue(trx, 'issue-invoices', {})
    return true
  }
  await closeAddition(trx, addition, 'refused')
  await requestRefund(
    services,
    trx,
    { ...attempt, status: 'paid' },
    // The order never was dearer, so nothing of it is lowered.
    { amountGrosze, reason: ADDITION_REFUSED, allocation: { cause: 'change', lines: [] }, by: { actor: 'system' } },
  )
  await tellClosed(trx, { paymentId, orderId, email })
  return false
}

/** Closes an addition whose payment ended without money: its pieces return to stock, the order stays as it was. */
export async function lapseAddition(
  trx: Transaction<Database>,
  { id: paymentId, orderId, orderEmail: email }: LockedAttempt,
): Promise<void> {
  const addition = await lockAddition(trx, paymentId)
  if (addition?.status !== 'open') return
  await closeAddition(trx, addition, 'lapsed')
  await tellClosed(trx, { paymentId, orderId, email })
}

async function tellClosed(
  trx: Transaction<Database>,
  { paymentId, orderId, email }: { paymentId: string; orderId: string; email: string },
): Promise<void> {
  await touchOrder(trx, orderId)
  await mailAddition(trx, { paymentId, email }, 'closed')
  await noteUnpaidAddition(trx, paymentId)
}

/** Whether an open payment of an addition may still make its change. */
export async function isAdditionAwaited(
  db: Kysely<Database>,
  { orderId, paymentId }: { orderId: string; paymentId: string },
): Promise<boolean> {
  const open = await findOpenAddition(db, orderId)
  const found = await findCheckoutOf(db, orderId)
  const state = found && (await readParcelState(db, found.checkout_id))
  const order = state?.orders.find(({ id }) => id === orderId)
  if (open?.paymentId !== paymentId || !state || !order) return false
  return isStillPossible(db, { state, order }, open)
}

/** Whether the carrier is being asked for a label of an order's parcel. */
export async function isCarrierAsked(trx: Transaction<Database>, orderId: string): Promise<boolean> {
  const { state } = await lockParcelOf(trx, orderId)
  return Boolean(state.carrier?.asked_at)
}

type Parcel = { state: ParcelToChange; order: ParcelOrder }

async function lockParcelOf(trx: Transaction<Database>, orderId: string): Promise<Parcel> {
  const found = await findCheckoutOf(trx, orderId)
  const state = found && (await lockParcelState(trx, found.checkout_id))
  const order = state?.orders.find(({ id }) => id === orderId)
  if (!state || !order) throw new Error(`there is no order ${orderId}`)
  return { state, order }
}

async function isStillPossible(
  db: Kysely<Database>,
  { state, order }: Parcel,
  addition: StoredAddition,
): Promise<boolean> {
  if (addition.status !== 'open' && addition.status !== 'lapsed') return false
  return isAsPlanned(order, addition) && (await findGrowthObstacle(db, state, order)) === null
}

async function lockProducts(trx: Transaction<Database>, order: ParcelOrder, { wanted, plan }: StoredAddition) {
  return await lockProductsInOrder(trx, [
    ...new Set([
      ...order.items.map(({ product_id }) => product_id),
      ...wanted.map(({ product_id }) => product_id),
      ...plan.added.map(({ productId }) => productId),
    ]),
  ])
}

/** Whether the pieces are held, or can be taken again. */
function isInStock({ status, plan }: StoredAddition, products: Awaited<ReturnType<typeof lockProducts>>): boolean {
  const find = (productId: string) => products.find(({ id }) => id === productId)
  if (!plan.added.every(({ productId }) => find(productId))) return false
  if (status === 'open') return true
  return plan.taken.every(({ product_id, quantity }) => {
    const product = find(product_id)
    return product !== undefined && isOnSale(product, { hideSubstitutes: false }) && hasPieces(product, quantity)
  })
}

const hasPieces = (product: StockState, quantity: number): boolean => (countPiecesLeft(product) ?? quantity) >= quantity
