import type { SignedInUser } from '#domain/accounts/account.ts'
import type { PlacedCheckout, PriceChange } from '#domain/checkout/checkout.ts'
import type { HeldOrder, HeldRequest } from '#domain/checkout/held-order.ts'
import { countHeldOrders, findHeldOrder, findHeldOrderByKey } from '#domain/checkout/held-order-queries.server.ts'
import {
  insertHeldOrder,
  markHeldOrderConfirmed,
  storeAcceptedAmounts,
} from '#domain/checkout/held-order-store.server.ts'
import { findOrderingNetwork } from '#domain/checkout/network-limits.ts'
import type { OrderLimitReached } from '#domain/checkout/order-limits.ts'
import { proveAddress } from '#domain/flows/accounts/prove-address.server.ts'
import type { PayServices, ResumeFailure } from '#domain/flows/payments/pay-again.server.ts'
import { labelSample } from '#domain/gifts/gift.ts'
import { readGiftRule } from '#domain/gifts/gift-rule-queries.server.ts'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { HELD_ORDER_LIFETIME_MS } from '#domain/kernel/link-tokens.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import { limitAttempts, type TooManyAttempts } from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { AmountNotPayable } from '#domain/payments/payment.ts'
import type { StartedPayment } from '#domain/payments/start-payment.server.ts'
import type { Services } from '#domain/services.ts'
import { lockBuyer } from './checkout-store.server.ts'
import { findSamplesOf } from './claims.server.ts'
import { orderAndPay } from './order-and-pay.server.ts'
import { type OrderFailure, type OrderRequest, type OrderServices, placeOrder } from './place-order.server.ts'

type HeldOrderRequest = Omit<OrderRequest, 'provider'>

/** Most held orders of one account. */
const MOST_HELD = 5

/**
 * Stores an order that needs its buyer's confirmation (`confirmation_needed`) and mails the link for it. It holds no
 * pieces and is not an order yet. The same key returns the same answer.
 */
export async function holdOrder(
  { db, catalog, now }: Pick<Services, 'db' | 'catalog' | 'now'>,
  user: SignedInUser,
  { payment, items, recipient, idempotencyKey: key, clientAddress, preparedOrderIds = [], ...shown }: HeldOrderRequest,
): Promise<Result<HeldOrder, OrderLimitReached | Busy>> {
  const { shownShippingGrosze, discountCode, shownDiscountGrosze = 0 } = shown
  const totalGrosze = items.reduce(
    (sum, { quantity, shownPriceGrosze }) => sum + quantity * shownPriceGrosze,
    shownShippingGrosze - shownDiscountGrosze,
  )
  const expiresAt = new Date(now().getTime() + HELD_ORDER_LIFETIME_MS)
  const promisedSamples = await listSampleLabels({ db, catalog }, items)
  return transact<HeldOrder, OrderLimitReached>(db, async (trx) => {
    await lockBuyer(trx, user.id)
    const before = await findHeldOrderByKey(trx, { userId: user.id, key })
    if (before) return ok(toAnswer(user, before.expires_at, before.total_grosze))
    if ((await countHeldOrders(trx, user.id, now())) >= MOST_HELD) {
      return fail({ reason: 'order_limit_reached', limit: 'checkouts', most: MOST_HELD, left: 0 })
    }
    const discount = discountCode === undefined ? {} : { discountCode, shownDiscountGrosze }
    const came = preparedOrderIds.length > 0 ? { preparedOrderIds: [...preparedOrderIds] } : {}
    const request = {
      payment,
      lines: [...items],
      shownShippingGrosze,
      ...discount,
      ...came,
      promisedSamples,
      recipient,
    }
    const id = await insertHeldOrder(trx, {
      user_id: user.id,
      idempotency_key: key,
      request,
      total_grosze: totalGrosze,
      client_network: findOrderingNetwork(clientAddress),
      expires_at: expiresAt,
    })
    if (id === undefined) throw new Error('two orders of a locked account were held at once')
    await queueMail(trx, { key: `held-order:${id}`, to: user.email, template: 'held-order', ids: { heldOrderId: id } })
    return ok(toAnswer(user, expiresAt, totalGrosze))
  })
}

async function listSampleLabels(
  { db, catalog }: Pick<Services, 'db' | 'catalog'>,
  items: HeldOrderRequest['items'],
): Promise<string[]> {
  const ordered = items.map(({ productId, quantity }) => ({ productId: productId.toLowerCase(), quantity }))
  const samples = await findSamplesOf({ catalog }, await readGiftRule(db), ordered)
  const { byKey } = await catalog.read()
  return [...samples.values()].map((id) => labelSample(byKey.get(id)?.product.name ?? ''))
}

const toAnswer = ({ email }: SignedInUser, expiresAt: Date, totalGrosze: number): HeldOrder => ({
  email,
  expiresAt: expiresAt.toISOString(),
  totalGrosze,
})

export type ConfirmFailure =
  | { reason: 'held_order_unknown' | 'held_order_expired' }
  | OrderFailure
  | ResumeFailure
  | AmountNotPayable
  | TooManyAttempts

export type ConfirmedOrder = {
  placed: PlacedCheckout
  started: StartedPayment | null
  email: string
  /** Cookies that keep the device known if the address was proven. */
  cookies: string[]
}

type Confirming = {
  token: string
  /** The sum that the buyer accepted after a change; undefined: the sum of the mail. */
  totalGrosze: Grosze | undefined
  headers: Headers
  clientAddress: string
}

/**
 * Places the order of a mailed link, or leads to its payment page, by all rules for a new order. It happens once,
 * however often the link is opened. Opening the link in a session of its account also proves the address. In another
 * session the link has no further effect. If the sum has changed since, the answer says so, and a call with the new sum
 * places the order.
 */
export async function confirmHeldOrder(
  services: OrderServices & PayServices & Pick<Services, 'linkTokens' | 'accounts'>,
  { token, totalGrosze, headers, clientAddress }: Confirming,
): Promise<Result<ConfirmedOrder, ConfirmFailure>> {
  const { db, now } = services
  const counted = await limitAttempts(services, 'order_link', { account: null, clientAddress })
  if (!counted.ok) return counted
  const id = services.linkTokens.read('held-order', token)
  const held = id === null ? undefined : await findHeldOrder(db, id)
  if (!held) return fail({ reason: 'held_order_unknown' })
  if (held.expires_at <= now() || held.cancelled_at !== null) return fail({ reason: 'held_order_expired' })
  const { user } = held
  const isTheirs = (await services.accounts.findUser(headers))?.id === user.id
  if (isTheirs) {
    const sessionId = await services.accounts.findSessionId(headers)
    const proven = await transact<null, never>(db, async (trx) => {
      await proveAddress(trx, user.id, { password: 'known', sessionId, moment: now() })
      return ok(null)
    })
    if (!proven.ok) return proven
  }
  const placed = await placeAccepted(services, held, { totalGrosze, clientAddress })
  if (!placed.ok) return placed
  await markHeldOrderConfirmed(db, held.id, now())
  const cookies = isTheirs ? await services.accounts.renewDevice(headers, user.id) : []
  return ok({ ...placed.value, email: user.email, cookies })
}

type HeldOrderRow = NonNullable<Awaited<ReturnType<typeof findHeldOrder>>>
type Placed = Result<Pick<ConfirmedOrder, 'placed' | 'started'>, OrderFailure | ResumeFailure | AmountNotPayable>

/** Places a held order at the amounts of its mail, or at the present ones where their sum is the one accepted. */
async function placeAccepted(
  services: OrderServices & PayServices,
  held: HeldOrderRow,
  { totalGrosze, clientAddress }: Pick<Confirming, 'totalGrosze' | 'clientAddress'>,
): Promise<Placed> {
  const placed = await place(services, held, clientAddress)
  if (placed.ok) return placed
  const { failure } = placed
  if (failure.reason === 'price_changed' && failure.total.newGrosze === totalGrosze) {
    const request = applyNewAmounts(held.request, failure)
    await storeAcceptedAmounts(services.db, held.id, { request, totalGrosze })
    return place(services, { ...held, request }, clientAddress)
  }
  if (failure.reason !== 'idempotency_conflict') return placed
  // Another window accepted new amounts since this one read the row.
  const now = await findHeldOrder(services.db, held.id)
  return now ? place(services, now, clientAddress) : placed
}

function applyNewAmounts(request: HeldRequest, { items, shipping, discount }: PriceChange): HeldRequest {
  const prices = new Map(items.map(({ id, newPriceGrosze }) => [id, newPriceGrosze]))
  const lines = request.lines.map((line) => ({
    ...line,
    shownPriceGrosze: prices.get(line.productId.toLowerCase()) ?? line.shownPriceGrosze,
  }))
  return {
    ...request,
    lines,
    shownShippingGrosze: shipping.newGrosze,
    ...(request.discountCode !== undefined && { shownDiscountGrosze: discount.newGrosze }),
  }
}

async function place(
  services: OrderServices & PayServices,
  { user, idempotency_key: idempotencyKey, request: held }: HeldOrderRow,
  clientAddress: string,
): Promise<Placed> {
  const { payment, lines: items, promisedSamples: _, preparedOrderId, ...order } = held
  const delivery = order.recipient.delivery.kind
  const preparedOrderIds = order.preparedOrderIds ?? (preparedOrderId === undefined ? [] : [preparedOrderId])
  const request = { ...order, preparedOrderIds, items, idempotencyKey, clientAddress, delivery, confirmed: true }
  if (payment === 'prepaid') return orderAndPay(services, user, request)
  const placed = await placeOrder(services, user, { ...request, payment, provider: null })
  return placed.ok ? ok({ placed: placed.value, started: null }) : placed
}
