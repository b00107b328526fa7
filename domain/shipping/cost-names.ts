import { type Grosze, groszeToZl } from '#domain/kernel/money.ts'
import { SHIPPING_METHODS, type ShippingMethod, type ShippingRates } from './shipping-method.ts'

/** The contract's names of the costs by method, in the order of the admin's form. */
const COST_NAMES = {
  prepaid_courier: 'kurier_prepaid',
  cash_on_delivery_courier: 'kurier_cod',
  prepaid_locker: 'paczkomat_prepaid',
  cash_on_delivery_locker: 'paczkomat_cod',
} as const satisfies Record<ShippingMethod, string>

export type CostName = (typeof COST_NAMES)[ShippingMethod]
export const SHIPPING_COST_FIELDS: readonly CostName[] = Object.values(COST_NAMES)

type NamedZl = Record<CostName, number>
type NamedGrosze = Record<`${CostName}_grosze`, Grosze>

/** A schema for each cost: the shape of an object schema. */
export function shapeOfCosts<Schema>(schema: Schema): Record<CostName, Schema> {
  return Object.fromEntries(SHIPPING_COST_FIELDS.map((name) => [name, schema])) as Record<CostName, Schema>
}

export function shapeOfCostsInGrosze<Schema>(schema: Schema): Record<`${CostName}_grosze`, Schema> {
  const named = SHIPPING_COST_FIELDS.map((name) => [`${name}_grosze`, schema])
  return Object.fromEntries(named) as Record<`${CostName}_grosze`, Schema>
}

export function nameRates(rates: ShippingRates): NamedGrosze {
  return Object.fromEntries(
    SHIPPING_METHODS.map((method) => [`${COST_NAMES[method]}_grosze`, rates[method]]),
  ) as NamedGrosze
}

/** In zł and in grosze, as the contract returns them. */
export function nameCosts(rates: ShippingRates): NamedZl & NamedGrosze {
  const zl = SHIPPING_METHODS.map((method) => [COST_NAMES[method], groszeToZl(rates[method])])
  return { ...(Object.fromEntries(zl) as NamedZl), ...nameRates(rates) }
}

/** The contract's costs, by method. */
export function readNamedRates(costs: NamedGrosze): ShippingRates {
  return mapRates((method) => costs[`${COST_NAMES[method]}_grosze`])
}

/** The admin's input, by method. */
export function readNamedZl(costs: NamedZl, toGrosze: (zl: number) => Grosze): ShippingRates {
  return mapRates((method) => toGrosze(costs[COST_NAMES[method]]))
}

function mapRates(rateOf: (method: ShippingMethod) => Grosze): ShippingRates {
  return Object.fromEntries(SHIPPING_METHODS.map((method) => [method, rateOf(method)])) as ShippingRates
}
