import { toOrderDiscount } from '#domain/codes/code.ts'
import { toOrderGift } from '#domain/gifts/gift.ts'
import { groszeToZl } from '#domain/kernel/money.ts'
import { ok } from '#domain/kernel/result.ts'
import { orderSchema } from '#domain/orders/order.ts'
import { listNewestCustomerOrders } from '#domain/orders/order-queries.server.ts'
import { isPayable } from '#domain/orders/payable-order.ts'
import { isPaymentOn } from '#domain/payments/mode/payment-mode-queries.server.ts'
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
        own.map(({ items, created_at, payment, cancelled_by, gift_name, gift_pieces, ...row }) => {
          const { discount_code, discount_grosze, ...order } = row
          return {
            ...order,
            discount: toOrderDiscount([row]),
            gift: toOrderGift({ gift_name, gift_pieces }),
            payable: isOn && isPayable({ ...order, created_at, payment, cancelled_by }, now),
            total_amount: groszeToZl(order.total_grosze),
            created_at: created_at.toISOString(),
            order_items: items.map((item) => ({ ...item, unit_price: groszeToZl(item.unit_price_grosze) })),
          }
        }),
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
