import { priceCart } from '#domain/cart/cart-queries.server.ts'
import { MAX_LINES } from '#domain/orders/order.ts'
import { createRoute, createRouter, z } from './http.ts'
import { answers, bodyErrors, jsonBody } from './openapi.ts'

const cartProductSchema = z
  .discriminatedUnion('gone', [
    z.object({ id: z.string(), gone: z.literal(true) }),
    z.object({
      id: z.string(),
      gone: z.literal(false),
      name: z.string(),
      current_price_pln: z.number(),
      current_price_cents: z.int(),
      out_of_stock: z.boolean(),
      pieces_left: z.int().nullable().openapi({ description: 'Below 5 the number of pieces, otherwise null.' }),
    }),
  ])
  .openapi('CartProduct')

const route = createRoute({
  method: 'post',
  path: '/cart',
  summary: 'What became of the products in a cart: present price, sold out, few left, gone',
  request: { body: jsonBody(z.strictObject({ ids: z.array(z.string().max(100)).max(MAX_LINES) })) },
  responses: {
    ...answers(
      z.array(cartProductSchema),
      'One entry per id, in the order asked. Ids that are none are answered as gone.',
    ),
    ...bodyErrors(),
  },
})

export const cartRoutes = createRouter().openapi(route, async (c) =>
  c.json(await priceCart(c.var.services.db, c.req.valid('json').ids), 200),
)
