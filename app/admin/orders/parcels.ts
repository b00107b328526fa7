import type { Grosze } from '#domain/kernel/money.ts'
import type { ListedOrder } from '#domain/orders/admin/admin-order-list.ts'
import { describeParcel } from '#domain/orders/order.ts'

/** Orders of one checkout that stand on this page; number and sum speak of all of them, on whatever page. */
export type Parcel = {
  id: string
  isTogether: boolean
  count: number
  totalGrosze: Grosze
  isDue: boolean
  orders: ListedOrder[]
}

export function toParcels(orders: readonly ListedOrder[]): Parcel[] {
  return [...Map.groupBy(orders, ({ checkout }) => checkout.id)].map(([id, together]) => {
    const travelling = together.filter(({ dueOnDelivery }) => dueOnDelivery !== null)
    const checkout = together[0]?.checkout
    return {
      id,
      isTogether: checkout !== undefined && checkout.orders > 1,
      count: checkout?.orders ?? together.length,
      totalGrosze: checkout?.totalGrosze ?? 0,
      isDue: travelling.length > 0 && travelling.every(({ dueOnDelivery }) => dueOnDelivery),
      orders: together,
    }
  })
}

/** 'Jedna paczka, 3 zamówienia, do zapłaty', before the sum. */
export function describeParcelOf({ count, isDue }: Parcel): string {
  return `${describeParcel(count)}, ${isDue ? 'do zapłaty' : 'razem'}`
}

/** 'Layali Zahran 2 szt. i 2 inne': what fits a line. */
export function summarizeItems({ items }: Pick<ListedOrder, 'items'>): string {
  const [first, ...others] = items
  if (!first) return ''
  const pieces = first.quantity > 1 ? `${first.quantity} × ` : ''
  return `${pieces}${first.name}${others.length > 0 ? ` +${others.length}` : ''}`
}
