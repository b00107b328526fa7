import { pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import { nameWithSize } from './name-with-size.ts'

/** 'Jedna paczka, 3 zamówienia': orders of one checkout are sent, paid and shown together. */
export const describeParcel = (orders: number): string => `Jedna paczka, ${orders}\u00a0${inflectOrders(orders)}`

/** The displayed number of an order: the first eight characters of its id. */
export const formatOrderNumber = (orderId: string): string => orderId.slice(0, 8)

/** 'zamówienie', 'zamówienia' or 'zamówień' after a number. */
export function inflectOrders(count: number): string {
  return pluralize(count, { one: 'zamówienie', few: 'zamówienia', many: 'zamówień' })
}

/** 'Evarisse · 100 ml · Woda perfumowana' */
export function describeOrdered({ brand_name, facts }: { brand_name: string; facts: string }): string {
  return [brand_name, facts].filter(Boolean).join(' · ')
}

type Ordered = { product_name: string; facts: string; quantity: number }

/** 'Layali Zahran · 100 ml · Woda perfumowana' */
export function nameOrdered({ product_name, facts }: Pick<Ordered, 'product_name' | 'facts'>): string {
  return [product_name, facts].filter(Boolean).join(' · ')
}

/** 'Layali Zahran, 100 ml', 'Layali Zahran, próbka 2 ml': the same of what was ordered, by the first of its facts. */
export function nameOrderedSize({ product_name, facts }: Pick<Ordered, 'product_name' | 'facts'>): string {
  const [first = ''] = facts.split(' · ')
  return nameWithSize(product_name, /\d\sml$|^(próbka|zestaw)$/.test(first) ? first : '')
}

/** '2 × Layali Zahran · 100 ml · Woda perfumowana, 1 × Ward Nahari · 50 ml' */
export function listOrdered(items: readonly Ordered[]): string {
  return items.map((item) => `${item.quantity} × ${nameOrdered(item)}`).join(', ')
}
