import { refuse } from '#api/errors.ts'
import { createRoute, createRouter, z } from '#api/http.ts'
import { answers, errors } from '#api/openapi.ts'
import { adminOrderSchema } from '#domain/orders/admin/admin-order.ts'
import { orderListQuerySchema, orderListSchema } from '#domain/orders/admin/admin-order-list.ts'
import { listAdminOrders } from '#domain/orders/admin/list-admin-orders.server.ts'
import { readAdminOrder } from '#domain/orders/admin/read-admin-order.server.ts'

const ofAdmin = { tags: ['admin'], security: [{ session: [] }] }

const listRoute = createRoute({
  ...ofAdmin,
  method: 'get',
  path: '/admin/orders',
  summary: 'Orders, newest first; with a search or filters up to 1000',
  request: { query: orderListQuerySchema },
  responses: { ...answers(orderListSchema, 'A page of orders'), ...errors('not_found', 'invalid_request') },
})

const readRoute = createRoute({
  ...ofAdmin,
  method: 'get',
  path: '/admin/orders/{id}',
  summary: 'An order with everything that belongs to it and its events',
  request: { params: z.object({ id: z.string() }) },
  responses: { ...answers(adminOrderSchema, 'The order'), ...errors('not_found', 'order_not_found') },
})

export const adminOrderRoutes = createRouter()
  .openapi(listRoute, async (c) => {
    const { page, pageSize, ...filters } = c.req.valid('query')
    return c.json(await listAdminOrders(c.var.services, filters, { page, pageSize }), 200)
  })
  .openapi(readRoute, async (c) => {
    const order = await readAdminOrder(c.var.services, c.req.valid('param').id)
    return order ? c.json(order, 200) : refuse(c, { reason: 'order_not_found' })
  })
