import type { Recipient } from '#domain/checkout/checkout-form.ts'
import type { ParcelLocker } from '#domain/shipping/parcel-locker.ts'
import type { ShippingMethod } from '#domain/shipping/shipping-method.ts'
import type { PricedLine } from './checkout.ts'

/** Where the parcel really goes: the recipient's choice with the locker as the operator's directory has it. */
export type Destination = { recipient: Recipient; locker: ParcelLocker | null }

export type CheckoutFacts = {
  checkoutId: string
  user: { id: string; email: string }
  shippingMethod: ShippingMethod
  destination: Destination
  lines: readonly PricedLine[]
}

/**
 * The rows of one checkout: one order per line (spec 1 §4), each with a snapshot of what was bought and its shipment.
 * Ids are given out in ascending order, so that a checkout's orders sorted by id stand as the cart stood.
 */
export function buildOrders(facts: CheckoutFacts, newId: () => string) {
  const { checkoutId, user, shippingMethod, destination, lines } = facts
  const { recipient, locker } = destination
  const { firstName, lastName, phone, delivery } = recipient
  const ids = lines.map(() => newId()).sort()
  const receiverEmail = delivery.kind === 'locker' ? delivery.receiverEmail : null
  const address =
    delivery.kind === 'courier'
      ? {
          street: delivery.street,
          house_number: delivery.houseNumber,
          city: delivery.city,
          postal_code: delivery.postalCode,
        }
      : { street: null, house_number: null, city: null, postal_code: null }
  const chosenLocker = { parcel_locker_id: locker?.inpost_id ?? null, parcel_locker_name: locker?.name ?? null }

  return lines.map((line, index) => {
    const id = ids[index] ?? newId()
    return {
      order: {
        id,
        checkout_id: checkoutId,
        user_id: user.id,
        email: user.email,
        status: 'pending' as const,
        shipping_method: shippingMethod,
        items_grosze: line.itemsGrosze,
        shipping_grosze: line.shippingGrosze,
        first_name: firstName,
        last_name: lastName,
        phone,
        receiver_email: receiverEmail,
        ...address,
        ...chosenLocker,
        parcel_locker_address: locker ? lockerAddress(locker) : null,
      },
      item: {
        order_id: id,
        product_id: line.product.id,
        product_name: line.product.name,
        brand_name: line.product.brand_name,
        unit_price_grosze: line.product.price_grosze,
        quantity: line.quantity,
      },
      shipment: {
        order_id: id,
        receiver_name: `${firstName} ${lastName}`,
        receiver_phone: phone,
        receiver_email: receiverEmail ?? user.email,
        ...chosenLocker,
      },
    }
  })
}

export type BuiltOrder = ReturnType<typeof buildOrders>[number]

/** 'Prosta 1, 00-001 Warszawa' */
export function lockerAddress(locker: ParcelLocker): string {
  return `${locker.address}, ${locker.postal_code} ${locker.city}`
}
