import { adminCall, answerFound } from '#api/call.ts'
import { ok } from '#domain/kernel/result.ts'
import { adminOrderSchema } from '#domain/orders/admin/admin-order.ts'
import { orderListQuerySchema, orderListSchema } from '#domain/orders/admin/admin-order-list.ts'
import { listAdminOrders } from '#domain/orders/admin/list-admin-orders.server.ts'
import { readAdminOrder } from '#domain/orders/admin/read-admin-order.server.ts'

export const adminOrderCalls = [
  adminCall.get(
    '/orders',
    {
      summary: 'Orders, newest first; with a search or filters up to 1000',
      query: orderListQuerySchema,
      answers: ['A page of orders', orderListSchema],
    },
    async ({ services, query: { page, pageSize, ...filters } }) =>
      ok(await listAdminOrders(services, filters, { page, pageSize })),
  ),
  adminCall.get(
    '/orders/{id}',
    {
      summary: 'An order with everything that belongs to it and its events',
      answers: ['The order', adminOrderSchema],
      refuses: ['order_not_found'],
    },
    async ({ services, params }) => answerFound(await readAdminOrder(services, params.id), 'order_not_found'),
  ),
]
