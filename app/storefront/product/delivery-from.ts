import type { Grosze } from '#domain/money.ts'
import { OFFERED_SHIPPING_METHODS, type ShippingCosts, shippingCost } from '#domain/shipping/shipping-method.ts'

/** The cheapest way to get a parcel here, of those a buyer can choose. */
export function deliveryFrom(costs: ShippingCosts): Grosze {
  return Math.min(...OFFERED_SHIPPING_METHODS.map((method) => shippingCost(costs, method)))
}
