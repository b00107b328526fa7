import type { OrderConfirmation } from '#domain/email/order-confirmation.ts'
import { type CashOnDeliveryOrder, type Destination, lockerAddress } from '#domain/orders/cash-on-delivery-orders.ts'

/** What the confirmation mail says: every order of the checkout and what they cost together. */
export function confirmationOf(orders: readonly CashOnDeliveryOrder[], destination: Destination): OrderConfirmation {
  const [first] = orders
  if (!first) throw new RangeError('a checkout without orders has nothing to confirm')
  const listed = orders.map(({ order, item }) => ({
    id: order.id,
    items: [
      {
        name: item.product_name,
        brand: item.brand_name,
        quantity: item.quantity,
        unitPriceGrosze: item.unit_price_grosze,
      },
    ],
    itemsGrosze: order.items_grosze,
    shippingGrosze: order.shipping_grosze,
    totalGrosze: order.items_grosze + order.shipping_grosze,
  }))
  const itemsGrosze = listed.reduce((sum, order) => sum + order.itemsGrosze, 0)
  const shippingGrosze = listed.reduce((sum, order) => sum + order.shippingGrosze, 0)
  return {
    firstName: first.order.first_name,
    orders: listed,
    totals: { itemsGrosze, shippingGrosze, totalGrosze: itemsGrosze + shippingGrosze },
    shippingMethod: first.order.shipping_method,
    payment: 'cash_on_delivery',
    delivery: deliveryOf(destination),
    receiver: {
      name: first.shipment.receiver_name,
      phone: first.shipment.receiver_phone,
      email: first.shipment.receiver_email,
    },
  }
}

function deliveryOf({ recipient: { delivery }, locker }: Destination): OrderConfirmation['delivery'] {
  if (delivery.kind === 'courier') return delivery
  if (!locker) throw new TypeError('a locker delivery without its locker')
  return { kind: 'locker', id: locker.inpost_id, name: locker.name, address: lockerAddress(locker) }
}
