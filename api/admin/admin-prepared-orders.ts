import { adminCall, doneSchema, noBody } from '#api/call.ts'
import { prepareOrder, withdrawPreparedOrder } from '#domain/flows/ordering/prepare-order.server.ts'
import { ok } from '#domain/kernel/result.ts'
import { preparedLinkSchema, prepareOrderSchema } from '#domain/prepared-orders/prepared-order.ts'
import { createPreparedLink, listPreparedOrders } from '#domain/prepared-orders/prepared-order-queries.server.ts'

export const adminPreparedOrderCalls = [
  adminCall.get(
    '/prepared-orders',
    { answers: ['Orders prepared on the phone: those that wait for their buyers first, then the newest that ended'] },
    async ({ services }) => {
      const { linkTokens, profile } = services
      const orders = await listPreparedOrders(services.db)
      return ok(
        orders.map(({ created_at, expires_at, ended_at, ...order }) => ({
          ...order,
          created_at: created_at.toISOString(),
          expires_at: expires_at.toISOString(),
          ended_at: ended_at?.toISOString() ?? null,
          link: ended_at === null ? createPreparedLink({ linkTokens, shopUrl: profile.shopUrl }, order.id) : null,
        })),
      )
    },
  ),
  adminCall.post(
    '/prepared-orders',
    {
      summary: 'Prepares an order for a buyer and holds its pieces',
      key: true,
      body: prepareOrderSchema,
      answers: ['Its link', preparedLinkSchema],
      refuses: [
        'prepared_orders_full',
        'sale_stopped',
        'product_unavailable',
        'out_of_stock',
        'code_unknown',
        'code_not_yet',
        'code_expired',
        'code_used_up',
        'code_not_for_you',
        'idempotency_conflict',
      ],
    },
    ({ services, user, key, body }) => prepareOrder(services, { userId: user.id, key, order: body }),
  ),
  adminCall.post(
    '/prepared-orders/{id}/withdraw',
    {
      summary: 'Ends a prepared order; its pieces are on sale again',
      body: noBody,
      answers: ['Ended', doneSchema],
      refuses: ['prepared_order_over'],
    },
    ({ services, user, params }) => withdrawPreparedOrder(services, { userId: user.id, id: params.id }),
  ),
]
