import { ADDED, currentCart } from '#app/cart/cart-store.ts'
import { queryClient, shippingCostsQuery } from '#app/query-client.ts'
import { remarkOnToast } from '#app/ui/toast.ts'
import { type Cart, sumCart } from '#domain/cart/cart.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import {
  isDeliveryFree,
  missingToFreeDelivery,
  type ShippingCosts,
} from '#domain/kernel/order-words/shipping-method.ts'
import { describeStop } from '#domain/shipping/delivery-date/delivery-date.ts'
import type { DispatchCalendar } from '#domain/shipping/delivery-date/dispatch-calendar.ts'

/** Maximum age of the delivery costs in a remark, ms; the cart itself loads the present costs. */
const FRESH_MS = 5 * 60_000

/** Adds a remark on delivery to the toast of an added product; none when the shop does not answer. */
export async function remarkOnAdded(): Promise<void> {
  const costs = await queryClient.fetchQuery({ ...shippingCostsQuery, staleTime: FRESH_MS })
  const remark = describeCart(costs, currentCart(), new Date())
  if (remark !== null) remarkOnToast(ADDED, remark)
}

/** That the shop sells nothing now, or how far the cart is from free delivery; null for no remark. */
function describeCart(costs: ShippingCosts & { dispatch: DispatchCalendar }, cart: Cart, now: Date): string | null {
  const { day } = readWarsawClock(now)
  const stopped = describeStop(costs.dispatch, day)
  if (stopped !== null) return stopped
  const sum = sumCart(cart)
  if (isDeliveryFree(costs, sum)) return 'Masz darmową dostawę.'
  const missing = missingToFreeDelivery(costs, sum)
  return missing === null ? null : `Do darmowej dostawy brakuje ${formatGrosze(missing)}.`
}
