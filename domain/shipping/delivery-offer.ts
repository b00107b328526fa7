import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'
import {
  calculateShippingCost,
  OFFERED,
  parseShippingMethod,
  type ShippingCosts,
  type ShippingMethod,
} from '#domain/kernel/order-words/shipping-method.ts'

/** `offered`: what can be chosen now, where that is known. */
type Offer = ShippingCosts & { offered?: readonly { method: ShippingMethod }[] }

/** The cost of the cheapest method for products of this sum. */
export function findCheapestDelivery(costs: Offer, priceGrosze: Grosze): Grosze {
  const choices = costs.offered?.map(({ method }) => parseShippingMethod(method)) ?? OFFERED
  return Math.min(...choices.map((choice) => calculateShippingCost(costs, choice, priceGrosze)))
}

/** 'Dostawa od 12,99 zł, darmowa od 199,00 zł' */
export function describeDelivery(costs: Offer, priceGrosze: Grosze): string {
  const cheapest = findCheapestDelivery(costs, priceGrosze)
  if (cheapest === 0) return 'Darmowa dostawa'
  const { free_delivery_from_grosze: freeFrom } = costs
  const free = freeFrom === null ? '' : `, darmowa od ${formatGrosze(freeFrom)}`
  return `Dostawa od ${formatGrosze(cheapest)}${free}`
}
