import { formatGrosze, type Grosze } from '#domain/kernel/money.ts'
import { calculateShippingCost, OFFERED, type ShippingCosts } from '#domain/shipping/shipping-method.ts'

/** The cost of the cheapest method for products of this sum. */
export function findCheapestDelivery(costs: ShippingCosts, priceGrosze: Grosze): Grosze {
  return Math.min(...OFFERED.map((choice) => calculateShippingCost(costs, choice, priceGrosze)))
}

/** 'Dostawa od 12,99 zł, darmowa od 199,00 zł' */
export function describeDelivery(costs: ShippingCosts, priceGrosze: Grosze): string {
  const cheapest = findCheapestDelivery(costs, priceGrosze)
  if (cheapest === 0) return 'Darmowa dostawa'
  const { free_delivery_from_grosze: freeFrom } = costs
  const free = freeFrom === null ? '' : `, darmowa od ${formatGrosze(freeFrom)}`
  return `Dostawa od ${formatGrosze(cheapest)}${free}`
}
