import { groszeToZl } from '#domain/money.ts'
import { ORDER_STATUSES } from '#domain/orders/order.ts'
import { newestCustomerOrders } from '#domain/orders/order-queries.server.ts'
import { SHIPMENT_STATUSES } from '#domain/shipping/shipment.ts'
import { newestCustomerShipments } from '#domain/shipping/shipment-queries.server.ts'
import { SHIPPING_METHODS } from '#domain/shipping/shipping-method.ts'
import { createRoute, createRouter, requireUser, z } from './http.ts'
import { answers, errors } from './openapi.ts'

/** At most so many are answered: the panel pages through older ones. */
const LISTED = 100

const grosze = z.int().openapi({ description: 'grosze' })
const zl = z.number().openapi({ description: 'zł' })

const orderSchema = z
  .object({
    id: z.uuid(),
    checkout_id: z.uuid().openapi({ description: 'Shared by the orders of one checkout' }),
    email: z.string(),
    status: z.enum(ORDER_STATUSES),
    shipping_status: z.enum(SHIPMENT_STATUSES).nullable(),
    shipping_method: z.enum(SHIPPING_METHODS),
    items_grosze: grosze,
    shipping_grosze: grosze,
    total_grosze: grosze,
    total_amount: zl,
    created_at: z.iso.datetime(),
    order_items: z.array(
      z.object({
        product_id: z.uuid(),
        product_name: z.string(),
        brand_name: z.string(),
        quantity: z.int(),
        unit_price: zl,
        unit_price_grosze: grosze,
      }),
    ),
  })
  .openapi('Order')

const shipmentSchema = z
  .object({
    id: z.uuid(),
    order_id: z.uuid(),
    status: z.enum(SHIPMENT_STATUSES),
    tracking_number: z.string().nullable(),
    receiver_name: z.string(),
    receiver_phone: z.string(),
    receiver_email: z.string(),
    parcel_locker_id: z.string().nullable(),
    parcel_locker_name: z.string().nullable(),
    label_url: z.string().nullable(),
    created_at: z.iso.datetime(),
    order: z.object({ id: z.uuid(), total_amount: zl, total_grosze: grosze, created_at: z.iso.datetime() }),
  })
  .openapi('Shipment')

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
    const own = await newestCustomerOrders(c.var.services.db, c.var.user.id, LISTED)
    return c.json(
      own.map(({ items, created_at, ...order }) => ({
        ...order,
        total_amount: groszeToZl(order.total_grosze),
        created_at: created_at.toISOString(),
        order_items: items.map((item) => ({ ...item, unit_price: groszeToZl(item.unit_price_grosze) })),
      })),
      200,
    )
  })
  .openapi(shipments, async (c) => {
    const own = await newestCustomerShipments(c.var.services.db, c.var.user.id, LISTED)
    return c.json(
      own.map(({ order, created_at, ...shipment }) => ({
        ...shipment,
        created_at: created_at.toISOString(),
        order: {
          id: order.id,
          total_amount: groszeToZl(order.total_grosze),
          total_grosze: order.total_grosze,
          created_at: order.created_at.toISOString(),
        },
      })),
      200,
    )
  })
