import type { SignedInUser } from '#domain/accounts/account.ts'
import type { Recipient } from '#domain/checkout/checkout-form.ts'
import { queueMail } from '#domain/email/queue-mail.server.ts'
import type { Grosze } from '#domain/money.ts'
import { limitAttempts, type TooManyAttempts } from '#domain/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/result.ts'
import type { Services } from '#domain/services.ts'
import { currentShippingCosts, shopSettings } from '#domain/settings/settings-queries.server.ts'
import type { LockerDirectory, ParcelLocker } from '#domain/shipping/parcel-locker.ts'
import { isOffered, type ShippingChoice, shippingCost, toShippingMethod } from '#domain/shipping/shipping-method.ts'
import { type Busy, transact } from '#domain/transaction.server.ts'
import type { OrderReceipt, OrderRefusal } from './checkout.ts'
import { assessOrder, type InvalidLines, mergeLines, type OrderLine, sumLines } from './checkout.ts'
import { buildOrders } from './checkout-orders.ts'
import {
  claimCheckout,
  decrementStock,
  findCheckout,
  insertOrders,
  limitLockWait,
  lockProducts,
  type StoredCheckout,
} from './checkout-store.server.ts'

export type OrderRequest = ShippingChoice & {
  /** Made once per attempt by the one who orders; the same key is the same checkout, for ever. */
  idempotencyKey: string
  lines: readonly OrderLine[]
  shownShippingGrosze: Grosze
  recipient: Recipient
  /** Where it comes from, as our own door vouches for it. */
  clientAddress: string
}

export type OrderFailure =
  | OrderRefusal
  | InvalidLines
  | Busy
  | TooManyAttempts
  | { reason: 'idempotency_conflict' }
  | { reason: 'locker_closed' }
  | { reason: 'locker_unavailable' }
  | { reason: 'shipping_costs_missing' }
  | { reason: 'shipping_method_not_offered' }

type OrderServices = Pick<Services, 'db' | 'lockers' | 'jobs' | 'now' | 'limitFactor'>

/**
 * Places a cash-on-delivery checkout: one order per product, all or nothing (0-decisions, Buying).
 * Guarantees: what is charged is what the buyer saw; stock never goes below zero; a repeat under the same key answers
 * as the first did, also while the first is still running; a refusal leaves nothing behind; the confirmation mail and
 * the shipments exist exactly when the orders do. Orders belong to the signed-in user and carry the account's e-mail.
 * Attempts are limited per account and per network; a repeat of a checkout that stands is none.
 */
export async function placeOrder(
  services: OrderServices,
  user: SignedInUser,
  request: OrderRequest,
): Promise<Result<OrderReceipt, OrderFailure>> {
  if (!isOffered(request)) return fail({ reason: 'shipping_method_not_offered' })
  const merged = mergeLines(request.lines)
  if (!merged.ok) return merged
  const lines = merged.value
  const unknown = lines.filter(({ productId }) => !UUID.test(productId))
  if (unknown.length > 0) {
    return fail({ reason: 'product_unavailable', products: unknown.map(({ productId }) => ({ id: productId })) })
  }

  const hash = await requestHash({ ...request, lines })
  const earlier = await findCheckout(services.db, user.id, request.idempotencyKey)
  if (earlier) return repeated(earlier, hash)

  const allowed = await limitAttempts(services, 'order', { account: user.id, clientAddress: request.clientAddress })
  if (!allowed.ok) return allowed
  const chosen = await chosenLocker(services.lockers, request.recipient)
  if (!chosen.ok) return chosen
  const destination = { recipient: request.recipient, locker: chosen.value }

  return transact<OrderReceipt, OrderFailure>(services.db, async (trx) => {
    await limitLockWait(trx)
    // The amounts are those the buyer saw: this transaction commits only if they are also ours.
    const checkoutId = await claimCheckout(trx, {
      user_id: user.id,
      idempotency_key: request.idempotencyKey,
      request_hash: hash,
      payment: request.payment,
      shipping_method: toShippingMethod(request),
      items_grosze: sumLines(lines.map((line) => ({ ...line, priceGrosze: line.shownPriceGrosze }))),
      shipping_grosze: request.shownShippingGrosze,
    })
    if (checkoutId === undefined) {
      const first = await findCheckout(trx, user.id, request.idempotencyKey)
      if (!first) throw new Error('an idempotency key is taken, but its checkout is not there')
      return repeated(first, hash)
    }

    const ids = lines.map(({ productId }) => productId)
    const products = await lockProducts(trx, ids)
    const { hide_substitutes: hideSubstitutes } = await shopSettings(trx)
    const costs = await currentShippingCosts(trx)
    if (!costs) return fail({ reason: 'shipping_costs_missing' })
    const shippingGrosze = shippingCost(costs, request)
    const priced = assessOrder(lines, request.shownShippingGrosze, { products, hideSubstitutes, shippingGrosze })
    if (!priced.ok) return priced

    await decrementStock(trx, lines)
    const orders = buildOrders(
      { checkoutId, user, shippingMethod: toShippingMethod(request), destination, lines: priced.value },
      () => crypto.randomUUID(),
    )
    await insertOrders(trx, orders)
    await queueMail(trx, services, {
      key: `order-confirmation:${checkoutId}`,
      to: user.email,
      template: 'order-confirmation',
      ids: { checkoutId },
    })
    const totalGrosze = orders.reduce((sum, { order }) => sum + order.items_grosze + order.shipping_grosze, 0)
    return ok({ checkoutId, orderIds: orders.map(({ order }) => order.id), totalGrosze })
  })
}

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** The first answer again, or a refusal when the key is used for something else. */
function repeated(first: StoredCheckout, hash: string): Result<OrderReceipt, { reason: 'idempotency_conflict' }> {
  if (first.request_hash !== hash) return fail({ reason: 'idempotency_conflict' })
  return ok({ checkoutId: first.id, orderIds: first.order_ids, totalGrosze: first.total_grosze })
}

/** The locker as its operator has it right now; asked before the transaction, which must not wait for a network. */
async function chosenLocker(
  lockers: LockerDirectory,
  { delivery }: Recipient,
): Promise<Result<ParcelLocker | null, { reason: 'locker_closed' } | { reason: 'locker_unavailable' }>> {
  if (delivery.kind === 'courier') return ok(null)
  const found = await lockers.get(delivery.lockerId)
  if (!found.ok) return fail({ reason: 'locker_unavailable' })
  return found.value?.status === 'active' ? found : fail({ reason: 'locker_closed' })
}

/** SHA-256 over everything that makes a request this request; the order of the lines does not. */
async function requestHash({ lines, shownShippingGrosze, recipient, ...choice }: OrderRequest): Promise<string> {
  const sorted = lines
    .map(({ productId, quantity, shownPriceGrosze }) => [productId, quantity, shownPriceGrosze])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
  const { firstName, lastName, phone, delivery } = recipient
  const content = JSON.stringify([
    toShippingMethod(choice),
    shownShippingGrosze,
    sorted,
    [firstName, lastName, phone],
    Object.entries(delivery).sort(),
  ])
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
