import type { Grosze } from '#domain/money.ts'

export const SHIPPING_METHODS = [
  'cash_on_delivery_locker',
  'cash_on_delivery_courier',
  'prepaid_locker',
  'prepaid_courier',
] as const
export type ShippingMethod = (typeof SHIPPING_METHODS)[number]

/** The methods a buyer can order by. */
export const OFFERED_SHIPPING_METHODS = ['cash_on_delivery_locker', 'cash_on_delivery_courier'] as const
export type CashOnDeliveryMethod = (typeof OFFERED_SHIPPING_METHODS)[number]

export function isLockerMethod(method: ShippingMethod): boolean {
  return method.endsWith('_locker')
}

/** The newest shipping_costs row, in grosze. */
export type ShippingCosts = {
  kurier_prepaid_grosze: Grosze
  kurier_cod_grosze: Grosze
  paczkomat_prepaid_grosze: Grosze
  paczkomat_cod_grosze: Grosze
}

export function shippingCost(costs: ShippingCosts, method: ShippingMethod): Grosze {
  switch (method) {
    case 'cash_on_delivery_locker':
      return costs.paczkomat_cod_grosze
    case 'cash_on_delivery_courier':
      return costs.kurier_cod_grosze
    case 'prepaid_locker':
      return costs.paczkomat_prepaid_grosze
    case 'prepaid_courier':
      return costs.kurier_prepaid_grosze
  }
}

/** What paying on delivery costs more than paying ahead, never negative: shown above the ordering button. */
export function cashOnDeliverySurcharge(costs: ShippingCosts, method: ShippingMethod): Grosze {
  if (method === 'cash_on_delivery_locker')
    return Math.max(0, costs.paczkomat_cod_grosze - costs.paczkomat_prepaid_grosze)
  if (method === 'cash_on_delivery_courier') return Math.max(0, costs.kurier_cod_grosze - costs.kurier_prepaid_grosze)
  return 0
}
