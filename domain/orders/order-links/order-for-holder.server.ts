import { listFacts } from '#domain/orders/order-facts.ts'
import { toBoughtItem } from '#domain/orders/order-for-customer.ts'
import type { OrderView } from '#domain/orders/order-view.server.ts'

/** What the holder of an order's link may read of it: what was bought and where it is, but not who bought it. */
export type OrderForHolder = ReturnType<typeof hideBuyer>

/**
 * The order without who bought it, who receives it and at which address; of an address the town suffices to recognise
 * it. What is added to an order stays hidden here until it is named.
 */
export const hideBuyer = (order: OrderView) => ({
  number: order.number,
  placed_at: order.placed_at,
  created_at: order.created_at,
  status: order.status,
  cancelled_by: order.cancelled_by,
  shipping_method: order.shipping_method,
  shipping_status: order.shipping_status,
  tracking_number: order.tracking_number,
  tracking_url: order.tracking_url,
  delivery: order.delivery,
  // A locker is a public place.
  place:
    order.parcel_locker_id === null
      ? order.city
      : [order.parcel_locker_id, order.parcel_locker_address].filter(Boolean).join(', '),
  payment: order.payment,
  payment_status: order.payment_status,
  items_grosze: order.items_grosze,
  shipping_grosze: order.shipping_grosze,
  total_grosze: order.total_grosze,
  discount_code: order.discount_code,
  discount_grosze: order.discount_grosze,
  refunded_grosze: order.refunded_grosze,
  unmade_refund_grosze: order.unmade_refund_grosze,
  gift: order.gift,
  readable_terms: order.readable_terms,
  has_contract: order.has_contract,
  facts: listFacts(order, 'holder'),
  is_for_company: order.company !== null,
  items: order.items.map(toBoughtItem).map(({ product_id: _, ...item }) => item),
})
