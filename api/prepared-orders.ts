import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { namePreparedCookie, readPreparedOrder } from '#domain/flows/ordering/read-prepared-order.server.ts'
import { ok } from '#domain/kernel/result.ts'
import {
  MOST_HOLD_SECONDS,
  openPreparedOrderSchema,
  preparedOrderSchema,
} from '#domain/prepared-orders/prepared-order.ts'
import { publicCall } from './call.ts'
import type { ApiEnv } from './http.ts'

export const preparedOrderCalls = [
  publicCall.post(
    '/prepared-order',
    {
      summary: 'An order that the owner prepared on the phone, by the token of its link',
      description:
        'Sets a cookie: until it ends, carts and orders of this browser may use the pieces held for it, beside those of ' +
        'links that were opened before.',
      body: openPreparedOrderSchema,
      answers: ['What fills the cart and the form', preparedOrderSchema],
      refuses: ['prepared_order_unknown', 'prepared_order_over', 'too_many_attempts'],
    },
    async ({ services, body: { token }, clientAddress }, c) => {
      const read = await readPreparedOrder(services, { token, openedIds: findPreparedIds(c), clientAddress })
      if (!read.ok) return read
      const order = read.value
      const name = namePreparedCookie(services.profile)
      const secure = name.startsWith('__Host-') ? '; Secure' : ''
      const tokens = [token, ...listTokens(c).filter((earlier) => earlier !== token)].slice(0, MOST_LINKS)
      const lasts = `Max-Age=${MOST_HOLD_SECONDS}; Path=/; HttpOnly; SameSite=Lax${secure}`
      c.header('Set-Cookie', `${name}=${tokens.join('.')}; ${lasts}`, { append: true })
      return ok(order)
    },
  ),
]

/** Who calls twice has two links. */
const MOST_LINKS = 5

/** Tokens of the links that this browser opened, the newest first. */
const listTokens = (c: Context<ApiEnv>): string[] =>
  (getCookie(c, namePreparedCookie(c.var.services.profile)) ?? '').split('.').slice(0, MOST_LINKS)

/** The prepared orders whose links this browser opened, also those that have ended. */
export function findPreparedIds(c: Context<ApiEnv>): string[] {
  const { linkTokens } = c.var.services
  return listTokens(c).flatMap((token) => linkTokens.read('prepared-order', token) ?? [])
}
