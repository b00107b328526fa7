import { type Grosze, groszeToZl } from '#domain/kernel/amounts/money.ts'
import {
  SHIPPING_METHODS,
  type ShippingMethod,
  type ShippingRates,
} from '#domain/kernel/order-words/shipping-method.ts'

/** The contract's names of the costs by method, in the order of the admin's form. All other code uses the methods. */
const COST_NAMES = {
  prepaid_courier: 'kurier_prepaid',
  cash_on_delivery_courier: 'kurier_cod',
  prepaid_locker: 'paczkomat_prepaid',
  cash_on_delivery_locker: 'paczkomat_cod',
} as const satisfies Record<ShippingMethod, string>

export type CostName = (typeof COST_NAMES)[ShippingMethod]

const METHODS = Object.keys(COST_NAMES) as ShippingMethod[]
export const COST_FIELDS = METHODS.map((method) => ({ method, name: COST_NAMES[method] }))

type NamedZl = Record<CostName, number>
type NamedGrosze = Record<`${CostName}_grosze`, Grosze>

/** One value for each cost, such as a schema or the text of a field. */
export function mapCosts<Value>(toValue: (name: CostName) => Value): Record<CostName, Value> {
  return Object.fromEntries(COST_FIELDS.map(({ name }) => [name, toValue(name)])) as Record<CostName, Value>
}

export function shapeOfCostsInGrosze<Schema>(schema: Schema): Record<`${CostName}_grosze`, Schema> {
  const named = COST_FIELDS.map(({ name }) => [`${name}_grosze`, schema])
  return Object.fromEntries(named) as Record<`${CostName}_grosze`, Schema>
}

/** In zł and in grosze, as the contract returns them. */
export function nameCosts(rates: ShippingRates): NamedZl & NamedGrosze {
  const zl = COST_FIELDS.map(({ method, name }) => [name, groszeToZl(rates[method])])
  const grosze = COST_FIELDS.map(({ method, name }) => [`${name}_grosze`, rates[method]])
  return { ...(Object.fromEntries(zl) as NamedZl), ...(Object.fromEntries(grosze) as NamedGrosze) }
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
