import { DELIVERY_NAMES, parseShippingMethod, type ShippingMethod } from '#domain/shipping/shipping-method.ts'

type Destination = {
  shipping_method: ShippingMethod
  street: string | null
  house_number: string | null
  city: string | null
  postal_code: string | null
  parcel_locker_id: string | null
  parcel_locker_name: string | null
  parcel_locker_address: string | null
}

/** How and where the parcel of an order goes, in lines. */
export function describePlace(order: Destination): string[] {
  const { payment, delivery } = parseShippingMethod(order.shipping_method)
  const paid = payment === 'prepaid' ? 'opłacone online' : 'płatność przy odbiorze'
  const address = [`${order.street} ${order.house_number}`, `${order.postal_code} ${order.city}`]
  return [`${DELIVERY_NAMES[delivery]}, ${paid}`, ...(delivery === 'locker' ? lockerLines(order) : address)]
}

/** Code, name and address of a locker. Most names of the directory begin with the code. */
function lockerLines({ parcel_locker_id, parcel_locker_name, parcel_locker_address }: Destination): string[] {
  const [code, name] = [parcel_locker_id ?? '', parcel_locker_name ?? '']
  const whole = name.includes(code) ? name : [code, name].filter(Boolean).join(', ')
  return [`Paczkomat ${whole}`, ...(parcel_locker_address === null ? [] : [parcel_locker_address])]
}
