import {
  DELIVERY_NAMES,
  type OrderMethod,
  type PaymentWay,
  parseShippingMethod,
} from '#domain/kernel/order-words/shipping-method.ts'

type Destination = {
  shipping_method: OrderMethod
  street: string | null
  house_number: string | null
  city: string | null
  postal_code: string | null
  parcel_locker_id: string | null
  parcel_locker_name: string | null
  parcel_locker_address: string | null
}

/** The locker of an order. Its address is stored in one line: 'Prosta 1, 00-001 Warszawa'. Null: by courier. */
export function parseStoredLocker(
  order: Pick<Destination, 'parcel_locker_id' | 'parcel_locker_name' | 'parcel_locker_address'>,
) {
  const { parcel_locker_id: inpost_id, parcel_locker_name: name, parcel_locker_address } = order
  if (inpost_id === null) return null
  const line = parcel_locker_address ?? ''
  const [, address = line, postal_code = '', city = ''] = /^(.*), (\d{2}-\d{3}) (.*)$/s.exec(line) ?? []
  return { inpost_id, name: name ?? inpost_id, address, city, postal_code }
}

/**
 * Where the parcel of an order goes, in lines, so that a postal code never wraps: code and name of the locker, which
 * mostly begins with the code, and its address; or street and town. None once they were removed.
 */
export function listPlaceLines(order: Omit<Destination, 'shipping_method'>): string[] {
  const { parcel_locker_id: code, parcel_locker_name: name, parcel_locker_address: address } = order
  const lines =
    code === null
      ? [`${order.street ?? ''} ${order.house_number ?? ''}`, `${order.postal_code ?? ''} ${order.city ?? ''}`]
      : [name?.includes(code) ? name : [code, name].filter(Boolean).join(', '), address ?? '']
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

const PAID: Record<PaymentWay, string> = {
  prepaid: 'opłacone online',
  cash_on_delivery: 'płatność przy odbiorze',
  elsewhere: 'opłacone poza sklepem',
}

/** How and where the parcel of an order goes, in lines. */
export function describePlace(order: Destination): string[] {
  const { payment, delivery } = parseShippingMethod(order.shipping_method)
  const [first = '', ...others] = listPlaceLines(order)
  return [
    `${DELIVERY_NAMES[delivery]}, ${PAID[payment]}`,
    delivery === 'locker' ? `Paczkomat ${first}` : first,
    ...others,
  ]
}
