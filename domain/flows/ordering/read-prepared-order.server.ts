import { priceCart } from '#domain/cart/cart-queries.server.ts'
import {
  type LimitServices,
  limitAttempts,
  type TooManyAttempts,
} from '#domain/kernel/rate-limits/limit-attempts.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { PreparedOrder } from '#domain/prepared-orders/prepared-order.ts'
import { findHeldPieces, findPreparedOrder } from '#domain/prepared-orders/prepared-order-queries.server.ts'
import type { Services } from '#domain/services.ts'

type ReadServices = LimitServices & Pick<Services, 'catalog' | 'linkTokens' | 'lockers'>
type Refusal = TooManyAttempts | { reason: 'prepared_order_unknown' | 'prepared_order_over' }

/**
 * What the link of a prepared order fills the buyer's cart and form with. `openedIds`: the orders of links that the buyer
 * opened before, which may have the same product.
 */
export async function readPreparedOrder(
  services: ReadServices,
  { token, openedIds, clientAddress }: { token: string; openedIds: readonly string[]; clientAddress: string },
): Promise<Result<PreparedOrder, Refusal>> {
  const counted = await limitAttempts(services, 'order_link', { account: null, clientAddress })
  if (!counted.ok) return counted
  const id = services.linkTokens.read('prepared-order', token)
  const found = id === null ? undefined : await findPreparedOrder(services.db, id)
  if (!found) return fail({ reason: 'prepared_order_unknown' })
  if (found.ended_as !== null || found.expires_at <= services.now()) return fail({ reason: 'prepared_order_over' })
  const { email, code, place, expires_at: expiresAt } = found
  const { byKey } = await services.catalog.read()
  const ids = found.items.map(({ product_id }) => product_id)
  const held = new Map(found.held.map((piece) => [piece.product_id, piece.quantity]))
  // What its owner or a recall took off sale is not promised, as in the cart.
  const left = (await priceCart(services.db, ids, held)).filter((state) => !state.gone && !state.out_of_stock)
  const others = await findHeldPieces(
    services.db,
    openedIds.filter((each) => each !== id),
  )
  const onSale = new Set(left.map(({ id: productId }) => productId))
  const items = found.items.flatMap(({ product_id, quantity }) => {
    const product = byKey.get(product_id)?.product
    const together = quantity + (others.get(product_id) ?? 0)
    return product && onSale.has(product_id) ? [{ product, quantity, together }] : []
  })
  const locker = place?.delivery === 'locker' ? await services.lockers.get(place.selectedLocker) : null
  const missing = found.items.length - items.length
  // Without its locker, while the carrier is away or it was closed, the buyer chooses one.
  const open = locker?.ok && locker.value?.status === 'active' ? locker.value : null
  return ok({ email, code, place, items, missing, locker: open, expires_at: expiresAt.toISOString() })
}

/** Name of the cookie by which a browser that opened the link of a prepared order orders the pieces held for it. */
export function namePreparedCookie({ shopUrl }: { shopUrl: string }): string {
  return shopUrl.startsWith('https:') ? '__Host-shop.prepared' : 'shop.prepared'
}
