import { z } from 'zod'
import type { PaymentMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type PolishForms, pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import type { NetworkHoldings } from './network-limits.ts'

/**
 * The open orders of an account that never received a parcel, and its limits. They are lower while its address is
 * unproven (table unproven_account_limits).
 */
export type NewBuyerHoldings = {
  most: { checkouts: number; payments: number; piecesOfProduct: number; pieces: number }
  /** Checkouts with an order that is neither delivered nor cancelled. */
  checkouts: number
  /** Orders among them that wait for their payment. */
  payments: number
  /** Pieces in those orders by product id. */
  pieces: Record<string, number>
  /** For all accounts with unproven addresses; null when this account's address is proven. */
  networks: NetworkHoldings | null
}

export const orderLimitSchema = defineSchema(() =>
  z.object({
    limit: z.enum(['checkouts', 'payments', 'pieces_of_product', 'pieces']),
    most: z.int().meta({ description: 'Allowed at the same time, including parcels on their way' }),
    left: z.int().meta({ description: 'Still allowed before a parcel is delivered' }),
    product: z.object({ id: z.string(), name: z.string() }).optional().meta({ description: 'For pieces_of_product' }),
  }),
)
export type OrderLimitReached = { reason: 'order_limit_reached' } & z.output<typeof orderLimitSchema>

export type OrderedProduct = { product: { id: string; name: string }; quantity: number }

/** Whether a new buyer may place this order in addition to the open ones. `limitFactor` multiplies every limit. */
export function checkHoldings(
  { most, checkouts, payments, pieces }: Omit<NewBuyerHoldings, 'networks'>,
  { payment, ordered }: { payment: PaymentMethod; ordered: readonly OrderedProduct[] },
  limitFactor: number,
): Result<void, OrderLimitReached> {
  const reached = (limit: OrderLimitReached['limit'], of: number, held: number, product?: OrderedProduct['product']) =>
    fail({
      reason: 'order_limit_reached' as const,
      limit,
      most: of,
      left: Math.max(0, of - held),
      ...(product && { product: { id: product.id, name: product.name } }),
    })
  const mostCheckouts = most.checkouts * limitFactor
  if (checkouts >= mostCheckouts) return reached('checkouts', mostCheckouts, checkouts)
  const mostPayments = most.payments * limitFactor
  if (payment === 'prepaid' && payments >= mostPayments) return reached('payments', mostPayments, payments)
  const mostOfProduct = most.piecesOfProduct * limitFactor
  for (const { product, quantity } of ordered) {
    const held = pieces[product.id] ?? 0
    if (held + quantity > mostOfProduct) return reached('pieces_of_product', mostOfProduct, held, product)
  }
  const held = Object.values(pieces).reduce((sum, quantity) => sum + quantity, 0)
  const wanted = ordered.reduce((sum, { quantity }) => sum + quantity, 0)
  const mostPieces = most.pieces * limitFactor
  return held + wanted > mostPieces ? reached('pieces', mostPieces, held) : ok(undefined)
}

const PARCELS: PolishForms = { one: 'paczkę', few: 'paczki', many: 'paczek' }
const UNPAID_ORDERS: PolishForms = {
  one: 'nieopłacone zamówienie',
  few: 'nieopłacone zamówienia',
  many: 'nieopłaconych zamówień',
}
const PIECES: PolishForms = { one: 'sztukę', few: 'sztuki', many: 'sztuk' }

/** What the buyer can do about it. `phone` is the shop's. */
export function describeOrderLimit({
  limit,
  most,
  left,
  product,
  phone,
}: OrderLimitReached & { phone: string }): string {
  const call = `zadzwoń do nas: ${phone}.`
  if (limit === 'checkouts') {
    return `Na nowe konto wysyłamy naraz najwyżej ${most} ${pluralize(most, PARCELS)}. Następne zamówienie złożysz, gdy odbierzesz pierwszą z nich. Jeśli to pilne, ${call}`
  }
  if (limit === 'payments') {
    return `Z nowego konta można mieć naraz najwyżej ${most} ${pluralize(most, UNPAID_ORDERS)}. Zapłać za jedno z nich albo poczekaj, aż minie czas na zapłatę. Jeśli to pilne, ${call}`
  }
  const pieces = `${most} ${pluralize(most, PIECES)}`
  const of = product === undefined ? '' : ' jednego produktu'
  const what = product === undefined ? '' : ` produktu „${product.name}”`
  const rest =
    left === 0
      ? `Teraz nie możesz zamówić więcej${what}.`
      : `Teraz możesz zamówić jeszcze ${left} ${pluralize(left, PIECES)}${what}.`
  return `Z nowego konta można zamówić najwyżej ${pieces}${of}, razem z paczkami w drodze. ${rest} Aby kupić więcej, poczekaj na odbiór pierwszej paczki albo ${call}`
}
