import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'

export const PAYMENT_METHODS = ['cash_on_delivery', 'prepaid'] as const
/** How a buyer of the shop pays. */
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

/** How an order is paid. `elsewhere`: a marketplace sold it and has its money, which the shop never sees. */
export const PAYMENT_WAYS = [...PAYMENT_METHODS, 'elsewhere'] as const
export type PaymentWay = (typeof PAYMENT_WAYS)[number]

export const DELIVERY_METHODS = ['locker', 'courier'] as const
export type DeliveryMethod = (typeof DELIVERY_METHODS)[number]

/** How an order is paid for and delivered: two independent choices. */
export type ShippingChoice = { payment: PaymentMethod; delivery: DeliveryMethod }

/** Both choices in one word, as in the JSON contract and the column `shipping_method`. */
export const SHIPPING_METHODS = [
  'cash_on_delivery_locker',
  'cash_on_delivery_courier',
  'prepaid_locker',
  'prepaid_courier',
] as const satisfies readonly `${PaymentMethod}_${DeliveryMethod}`[]
export type ShippingMethod = (typeof SHIPPING_METHODS)[number]

/** The same of any order. */
export const ORDER_METHODS = [
  ...SHIPPING_METHODS,
  'elsewhere_locker',
  'elsewhere_courier',
] as const satisfies readonly `${PaymentWay}_${DeliveryMethod}`[]
export type OrderMethod = (typeof ORDER_METHODS)[number]
export type OrderChoice = { payment: PaymentWay; delivery: DeliveryMethod }

export const toShippingMethod = <Payment extends PaymentWay>({
  payment,
  delivery,
}: {
  payment: Payment
  delivery: DeliveryMethod
}): `${Payment}_${DeliveryMethod}` => `${payment}_${delivery}`

type Choices = { [Method in OrderMethod]: Method extends ShippingMethod ? ShippingChoice : OrderChoice }
const CHOICES: Choices = {
  cash_on_delivery_locker: { payment: 'cash_on_delivery', delivery: 'locker' },
  cash_on_delivery_courier: { payment: 'cash_on_delivery', delivery: 'courier' },
  prepaid_locker: { payment: 'prepaid', delivery: 'locker' },
  prepaid_courier: { payment: 'prepaid', delivery: 'courier' },
  elsewhere_locker: { payment: 'elsewhere', delivery: 'locker' },
  elsewhere_courier: { payment: 'elsewhere', delivery: 'courier' },
}

export const parseShippingMethod = <Method extends OrderMethod>(method: Method): Choices[Method] => CHOICES[method]

export const DELIVERY_NAMES: Record<DeliveryMethod, string> = { locker: 'Paczkomat', courier: 'Kurier' }
const PAYMENT_NAMES: Record<PaymentWay, string> = {
  cash_on_delivery: 'płatność przy odbiorze',
  prepaid: 'płatność online',
  elsewhere: 'płatność poza sklepem',
}

/** 'Paczkomat', 'Kurier' */
export const labelDelivery = (method: OrderMethod): string => DELIVERY_NAMES[parseShippingMethod(method).delivery]

/** 'Paczkomat, płatność przy odbiorze' */
export function labelShippingMethod(method: OrderMethod): string {
  const { delivery, payment } = parseShippingMethod(method)
  return `${DELIVERY_NAMES[delivery]}, ${PAYMENT_NAMES[payment]}`
}

/**
 * Methods that buyers can choose now, in the order in which they are offered. Independently of this list, each of the
 * two order calls accepts only its own payment.
 */
export const OFFERED: readonly ShippingChoice[] = [
  { payment: 'prepaid', delivery: 'locker' },
  { payment: 'prepaid', delivery: 'courier' },
  { payment: 'cash_on_delivery', delivery: 'locker' },
  { payment: 'cash_on_delivery', delivery: 'courier' },
]

/** The methods that buyers can choose. Without keys of the present mode no payment ahead can be taken. */
export const listOffered = ({ prepaid }: { prepaid: boolean }): readonly ShippingChoice[] =>
  OFFERED.filter(({ payment }) => prepaid || payment !== 'prepaid')

export function isOffered({ payment, delivery }: ShippingChoice): boolean {
  return OFFERED.some((offered) => offered.payment === payment && offered.delivery === delivery)
}

export const isLockerMethod = (method: OrderMethod): boolean => parseShippingMethod(method).delivery === 'locker'

/** The cost of each method, in grosze. */
export type ShippingRates = Record<ShippingMethod, Grosze>

/** The newest costs. */
export type ShippingCosts = {
  rates: ShippingRates
  /** Delivery is free from this sum of products on, however it is paid; null: never. */
  free_delivery_from_grosze: Grosze | null
  /** Up to this total an order may be paid on delivery. */
  cod_limit_grosze: Grosze
}

export function isDeliveryFree({ free_delivery_from_grosze: from }: ShippingCosts, itemsGrosze: Grosze): boolean {
  return from !== null && itemsGrosze >= from
}

/** The amount missing for free delivery; null when delivery is already free, or never free. */
export function missingToFreeDelivery(costs: ShippingCosts, itemsGrosze: Grosze): Grosze | null {
  const { free_delivery_from_grosze: from } = costs
  return from === null || isDeliveryFree(costs, itemsGrosze) ? null : from - itemsGrosze
}

/**
 * The delivery cost for products of this sum.
 *
 * @param itemsGrosze null: as if delivery were never free
 */
export function calculateShippingCost(
  costs: ShippingCosts,
  choice: ShippingChoice,
  itemsGrosze: Grosze | null,
): Grosze {
  if (itemsGrosze !== null && isDeliveryFree(costs, itemsGrosze)) return 0
  return costs.rates[toShippingMethod(choice)]
}

/** Whether an order of this total, delivery included, may be paid in this way: carriers limit what they collect. */
export function isPayableBy(
  { cod_limit_grosze }: Pick<ShippingCosts, 'cod_limit_grosze'>,
  payment: PaymentWay,
  totalGrosze: Grosze,
): boolean {
  return payment !== 'cash_on_delivery' || totalGrosze <= cod_limit_grosze
}

/** Why paying on delivery is not offered. */
export function describeCodLimit(limitGrosze: Grosze): string {
  return `Przy odbiorze można zapłacić najwyżej ${formatGrosze(limitGrosze)}, bo tyle pobiera przewoźnik.`
}

/** The surcharge of paying on delivery over paying ahead, never negative. Shown above the order button. */
export function calculateSurcharge(
  costs: ShippingCosts,
  { payment, delivery }: ShippingChoice,
  itemsGrosze: Grosze,
): Grosze {
  if (payment === 'prepaid') return 0
  const prepaid = calculateShippingCost(costs, { payment: 'prepaid', delivery }, itemsGrosze)
  return Math.max(0, calculateShippingCost(costs, { payment, delivery }, itemsGrosze) - prepaid)
}
