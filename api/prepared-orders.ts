import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { namePreparedCookie, readPreparedOrder } from '#domain/flows/ordering/read-prepared-order.server.ts'
import { ok } from '#domain/kernel/result.ts'
import { openPreparedOrderSchema, preparedOrderSchema } from '#domain/prepared-orders/prepared-order.ts'
import { publicCall } from './call.ts'
import type { ApiEnv } from './http.ts'

export const preparedOrderCalls = [
  publicCall.post(
    '/prepared-order',
    {
      summary: 'An order that the owner prepared on the phone, by the token of its link',
      description: 'Sets a cookie: until it ends, carts and orders of this browser may use the pieces held for it.',
      body: openPreparedOrderSchema,
      answers: ['What fills the cart and the form', preparedOrderSchema],
      refuses: ['prepared_order_unknown', 'prepared_order_over', 'too_many_attempts'],
    },
    async ({ services, body: { token }, clientAddress }, c) => {
      const read = await readPreparedOrder(services, { token, clientAddress })
      if (!read.ok) return read
      const { order, expiresAt } = read.value
      const seconds = Math.ceil((expiresAt.getTime() - services.now().getTime()) / 1000)
      const name = namePreparedCookie(services.profile)
      const secure = name.startsWith('__Host-') ? '; Secure' : ''
      const cookie = `${name}=${token}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
      c.header('Set-Cookie', cookie, { append: true })
      return ok(order)
    },
  ),
]

/** The prepared order whose link this browser opened; undefined: none. */
export function findPreparedId(c: Context<ApiEnv>): string | undefined {
  const { services } = c.var
  const token = getCookie(c, namePreparedCookie(services.profile)) ?? ''
  return services.linkTokens.read('prepared-order', token) ?? undefined
}
