import { toOrderGift } from '#domain/gifts/gift.ts'
import { groszeToZl } from '#domain/kernel/money.ts'
import { orderSchema } from '#domain/orders/order.ts'
import { listNewestCustomerOrders } from '#domain/orders/order-queries.server.ts'
import { isPayable } from '#domain/orders/payable-order.ts'
import { shipmentSchema } from '#domain/shipping/shipment.ts'
import { listNewestCustomerShipments } from '#domain/shipping/shipment-queries.server.ts'
import { createRoute, createRouter, requireUser, z } from './http.ts'
import { answers, errors } from './openapi.ts'

/** Most answered orders; the panel pages through older ones. */
const LISTED = 100

const orders = createRoute({
  method: 'get',
  path: '/me/orders',
  summary: 'Own orders, newest first, at most 100',
  security: [{ session: [] }],
  middleware: requireUser,
  responses: {
    ...answers(z.array(orderSchema), 'Orders'),
    ...errors('sign_in_required'),
  },
})

const shipments = createRoute({
  method: 'get',
  path: '/me/shipments',
  summary: 'Own shipments, newest first, at most 100',
  security: [{ session: [] }],
  middleware: requireUser,
  responses: {
    ...answers(z.array(shipmentSchema), 'Shipments'),
    ...errors('sign_in_required'),
  },
})

export const myOrderRoutes = createRouter()
  .openapi(orders, async (c) => {
    const own = await listNewestCustomerOrders(c.var.services.db, c.var.user.id, LISTED)
    const now = c.var.services.now()
    return c.json(
      own.map(({ items, created_at, payment, cancelled_by, gift_name, gift_pieces, ...order }) => ({
        ...order,
        gift: toOrderGift({ gift_name, gift_pieces }),
        payable: isPayable({ ...order, created_at, payment, cancelled_by }, now),
        total_amount: groszeToZl(order.total_grosze),
        created_at: created_at.toISOString(),
        order_items: items.map((item) => ({ ...item, unit_price: groszeToZl(item.unit_price_grosze) })),
      })),
      200,
    )
  })
  .openapi(shipments, async (c) => {
    const own = await listNewestCustomerShipments(c.var.services.db, c.var.user.id, LISTED)
    return c.json(
      own.map(({ order, created_at, ordered_at, ...shipment }) => ({
        ...shipment,
        created_at: created_at.toISOString(),
        order: { ...order, total_amount: groszeToZl(order.total_grosze), created_at: ordered_at.toISOString() },
      })),
      200,
    )
  })
