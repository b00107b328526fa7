import { labelDiscount, type OrderDiscount, toOrderDiscount } from '#domain/codes/code.ts'
import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'
import type { OrderStatus } from '#domain/kernel/order-words/order-status.ts'

type Refunded = 'refunded_grosze' | 'unmade_refund_grosze'
type Sums = Record<'items_grosze' | 'shipping_grosze' | 'total_grosze' | Refunded, Grosze>
type Summed = Sums & { status: OrderStatus } & Parameters<typeof toOrderDiscount>[0][number]
export type CheckoutSums = Sums & { discount: OrderDiscount | null }

/** What these orders cost together, cancelled or not. */
export function sumOrders(orders: readonly Summed[]): CheckoutSums {
  const sum = (field: keyof Sums) => orders.reduce((total, order) => total + order[field], 0)
  return {
    items_grosze: sum('items_grosze'),
    shipping_grosze: sum('shipping_grosze'),
    total_grosze: sum('total_grosze'),
    discount: toOrderDiscount(orders),
    refunded_grosze: sum('refunded_grosze'),
    unmade_refund_grosze: sum('unmade_refund_grosze'),
  }
}

/** What the orders of a checkout cost together, without cancelled ones, unless all are; and what of all went back. */
export function sumCheckout(orders: readonly Summed[]): CheckoutSums {
  const kept = orders.filter(({ status }) => status !== 'cancelled')
  const { refunded_grosze, unmade_refund_grosze } = sumOrders(orders)
  return { ...sumOrders(kept.length > 0 ? kept : orders), refunded_grosze, unmade_refund_grosze }
}

type ListedSums = Omit<CheckoutSums, Refunded>

/** The lines below the products: what they cost before the discount, the discount, delivery, and the sum. */
export function listSums(sums: ListedSums, totalLabel = 'Razem') {
  const { items_grosze, discount, shipping_grosze, total_grosze } = sums
  return [
    { label: 'Produkty', grosze: items_grosze + (discount?.grosze ?? 0) },
    ...(discount ? [{ label: labelDiscount(discount), grosze: -discount.grosze }] : []),
    { label: 'Dostawa', grosze: shipping_grosze },
    { label: totalLabel, grosze: total_grosze, strong: true },
  ]
}

/** The same for a paper or a mail. */
export const formatSums = (sums: ListedSums) =>
  listSums(sums).map(({ grosze, ...line }) => ({ ...line, amount: formatGrosze(grosze) }))
