import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { inflectOrders } from '#domain/kernel/order-words/order-names.ts'
import { type PolishForms, pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import type { BookComparison } from './book-comparison.ts'

const DIFFERENCES: PolishForms = { one: 'różnica', few: 'różnice', many: 'różnic' }

/** 'Wszystko się zgadza: 214 zamówień, 31 204,10 zł' or '2 różnice w księgach: 214 zamówień, 31 204,10 zł'. */
export function describeResult({ orders, grosze, differences }: Omit<BookComparison, 'day'>): string {
  const count = differences.length
  const found = count === 0 ? 'Wszystko się zgadza' : `${count} ${pluralize(count, DIFFERENCES)} w księgach`
  return `${found}: ${orders} ${inflectOrders(orders)}, ${formatGrosze(grosze)}`
}
