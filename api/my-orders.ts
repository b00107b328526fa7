import { groszeToZl } from '#domain/kernel/amounts/money.ts'
import { ok } from '#domain/kernel/result.ts'
import { orderSchema } from '#domain/orders/order.ts'
import { toBoughtItem } from '#domain/orders/order-for-customer.ts'
import { listNewestCustomerOrders } from '#domain/orders/order-queries.server.ts'
import { isPayable } from '#domain/orders/payable-order.ts'
import { isPaymentOn } from '#domain/payments/mode/payment-means-queries.server.ts'
import { shipmentSchema } from '#domain/shipping/shipment.ts'
import { listNewestCustomerShipments } from '#domain/shipping/shipment-queries.server.ts'
import { customerCall } from './call.ts'
import { z } from './http.ts'

/** The most orders of one answer; the customer's panel pages through older ones. */
const LISTED = 100

export const myOrderCalls = [
  customerCall.get(
    '/me/orders',
    { summary: 'Own orders, newest first, at most 100', answers: ['Orders', z.array(orderSchema)] },
    async ({ services, user }) => {
      const own = await listNewestCustomerOrders(services.db, user.id, LISTED)
      const now = services.now()
      const isOn = await isPaymentOn(services)
      return ok(
        own.map((order) => ({
          id: order.id,
          checkout_id: order.checkout_id,
          checkout: order.checkout,
          email: order.email,
          status: order.status,
          shipping_status: order.shipping_status,
          shipping_method: order.shipping_method,
          payment_status: order.payment_status,
          payable: isOn && isPayable(order, now),
          items_grosze: order.items_grosze,
          discount: order.discount,
          shipping_grosze: order.shipping_grosze,
          total_grosze: order.total_grosze,
          total_amount: groszeToZl(order.total_grosze),
          created_at: order.placed_at,
          order_items: order.items
            .map(toBoughtItem)
            .map((item) => ({ ...item, unit_price: groszeToZl(item.unit_price_grosze) })),
          gift: order.gift,
        })),
      )
    },
  ),
  customerCall.get(
    '/me/shipments',
    { summary: 'Own shipments, newest first, at most 100', answers: ['Shipments', z.array(shipmentSchema)] },
    async ({ services, user }) => {
      const own = await listNewestCustomerShipments(services.db, user.id, LISTED)
      return ok(
        own.map(({ order, created_at, ordered_at, ...shipment }) => ({
          ...shipment,
          created_at: created_at.toISOString(),
          order: { ...order, total_amount: groszeToZl(order.total_grosze), created_at: ordered_at.toISOString() },
        })),
      )
    },
  ),
]
