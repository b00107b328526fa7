import { ADDED, currentCart } from '#app/cart/cart-store.ts'
import { queryClient, shippingCostsQuery } from '#app/query-client.ts'
import { remarkOnToast } from '#app/ui/toast.ts'
import { type Cart, sumCart } from '#domain/cart/cart.ts'
import { formatGrosze } from '#domain/kernel/money.ts'
import { readWarsawClock } from '#domain/shipping/delivery-date/calendar-day.ts'
import { isSaleStopped, tellHoliday } from '#domain/shipping/delivery-date/delivery-date.ts'
import type { DispatchCalendar } from '#domain/shipping/delivery-date/dispatch-calendar.ts'
import { isDeliveryFree, missingToFreeDelivery, type ShippingCosts } from '#domain/shipping/shipping-method.ts'

/** How old the costs may be that a remark is made of, ms; the cart asks for the present ones. */
const FRESH_MS = 5 * 60_000

/** Adds to the toast of what was added what else there is to know; without an answer of the shop nothing. */
export async function remarkOnAdded(): Promise<void> {
  const costs = await queryClient.fetchQuery({ ...shippingCostsQuery, staleTime: FRESH_MS })
  const remark = describeCart(costs, currentCart(), new Date())
  if (remark !== null) remarkOnToast(ADDED, remark)
}

/** That nothing is sold now, or how far the cart is from free delivery; null where there is nothing to say. */
export function describeCart(
  costs: ShippingCosts & { dispatch: DispatchCalendar },
  cart: Cart,
  now: Date,
): string | null {
  const { day } = readWarsawClock(now)
  if (isSaleStopped(costs.dispatch, day)) return tellHoliday(costs.dispatch, day)
  const sum = sumCart(cart)
  if (isDeliveryFree(costs, sum)) return 'Masz darmową dostawę.'
  const missing = missingToFreeDelivery(costs, sum)
  return missing === null ? null : `Do darmowej dostawy brakuje ${formatGrosze(missing)}.`
}
