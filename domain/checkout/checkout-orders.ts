import type { Insertable } from 'kysely'
import type { SignedInUser } from '#domain/accounts/account.ts'
import type { Recipient } from '#domain/checkout/checkout-form.ts'
import type { Database } from '#domain/database.ts'
import type { ParcelLocker } from '#domain/shipping/parcel-locker.ts'
import { type ShippingChoice, toShippingMethod } from '#domain/shipping/shipping-method.ts'
import type { OrderGroup } from './pricing.ts'

/** Where the parcel really goes: the recipient's choice with the locker as the operator's directory has it. */
export type Destination = { recipient: Recipient; locker: ParcelLocker | null }

type CheckoutFacts = {
  checkoutId: string
  user: Pick<SignedInUser, 'id' | 'email'>
  choice: ShippingChoice
  destination: Destination
}

type OrderRow = Insertable<Database['orders']>
type OrderItemRow = Insertable<Database['order_items']>
type ShipmentRow = Insertable<Database['shipments']>

/** The rows of one order without its id, which is given out when they are stored. */
export type NewOrder = {
  order: Omit<OrderRow, 'id'>
  items: Omit<OrderItemRow, 'order_id'>[]
  /** null: it is not shipped before it is paid. */
  shipment: Omit<ShipmentRow, 'order_id'> | null
}

/** The rows of one checkout, an order per group, each with a snapshot of what was bought. */
export function buildOrders(facts: CheckoutFacts, groups: readonly OrderGroup[]): NewOrder[] {
  const common = commonColumns(facts)
  const shipment = facts.choice.payment === 'cash_on_delivery' ? shipmentRow(facts) : null
  return groups.map(({ lines, itemsGrosze, shippingGrosze }) => {
    // Items of an order are read by id: ascending ids keep the order of the lines.
    const itemIds = lines.map(() => crypto.randomUUID()).sort()
    return {
      order: { ...common, status: 'pending', items_grosze: itemsGrosze, shipping_grosze: shippingGrosze },
      items: lines.map(({ product, quantity }, index) => ({
        id: itemIds[index],
        product_id: product.id,
        product_name: product.name,
        brand_name: product.brand_name,
        unit_price_grosze: product.price_grosze,
        quantity,
        taken_from_stock: product.stock_quantity !== null,
      })),
      shipment,
    }
  })
}

/** What all orders of a checkout have alike: whose they are, who receives them, and where. */
function commonColumns({ checkoutId, user, choice, destination: { recipient, locker } }: CheckoutFacts) {
  const { firstName, lastName, phone, delivery } = recipient
  const address = delivery.kind === 'courier' ? delivery : null
  return {
    checkout_id: checkoutId,
    user_id: user.id,
    email: user.email,
    shipping_method: toShippingMethod(choice),
    first_name: firstName,
    last_name: lastName,
    phone,
    receiver_email: delivery.kind === 'locker' ? delivery.receiverEmail : null,
    street: address?.street ?? null,
    house_number: address?.houseNumber ?? null,
    city: address?.city ?? null,
    postal_code: address?.postalCode ?? null,
    parcel_locker_id: locker?.inpost_id ?? null,
    parcel_locker_name: locker?.name ?? null,
    parcel_locker_address: locker ? lockerAddress(locker) : null,
  }
}

function shipmentRow({ user, destination: { recipient, locker } }: CheckoutFacts): NewOrder['shipment'] {
  const { firstName, lastName, phone, delivery } = recipient
  return {
    receiver_name: `${firstName} ${lastName}`,
    receiver_phone: phone,
    receiver_email: delivery.kind === 'locker' ? delivery.receiverEmail : user.email,
    parcel_locker_id: locker?.inpost_id ?? null,
    parcel_locker_name: locker?.name ?? null,
  }
}

/** 'Prosta 1, 00-001 Warszawa' */
function lockerAddress(locker: ParcelLocker): string {
  return `${locker.address}, ${locker.postal_code} ${locker.city}`
}
