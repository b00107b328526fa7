import { priceCart } from '#domain/cart/cart-queries.server.ts'
import { cartIdsSchema, cartProductStateSchema } from '#domain/cart/cart-state.ts'
import { createRoute, createRouter, z } from './http.ts'
import { answers, bodyErrors, jsonBody } from './openapi.ts'

const route = createRoute({
  method: 'post',
  path: '/cart',
  summary: 'What became of the products in a cart: present price, sold out, few left, gone',
  request: { body: jsonBody(cartIdsSchema) },
  responses: {
    ...answers(
      z.array(cartProductStateSchema),
      'One entry per id, in the order asked. Ids that are none are answered as gone.',
    ),
    ...bodyErrors(),
  },
})

export const cartRoutes = createRouter().openapi(route, async (c) =>
  c.json(await priceCart(c.var.services.publicDb, c.req.valid('json').ids), 200),
)
