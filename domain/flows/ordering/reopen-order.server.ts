import type { Transaction } from 'kysely'
import { countPiecesLeft, isOnSale } from '#domain/catalog/product.ts'
import type { Database } from '#domain/database.ts'
import { lockOrderedProducts, retakeStock } from '#domain/flows/orders/stock-store.server.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import type { StatusFailure } from '#domain/kernel/database/status-store.server.ts'
import type { OrderStatus } from '#domain/kernel/order-words/order-status.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Actor } from '#domain/kernel/transitions.ts'
import { changeOrderStatus } from '#domain/orders/order-store.server.ts'
import { readDispatchCalendar, readShopSettings } from '#domain/settings/settings-queries.server.ts'
import { describeStop } from '#domain/shipping/delivery-date/delivery-date.ts'
import { type CodeGone, retakeCode } from './claims.server.ts'

export type ReopenRefusal = { reason: 'sale_stopped'; sentence: string } | Gone | Short | CodeGone
type Gone = { reason: 'ordered_product_gone'; products: { id: string; name: string }[] }
type Short = { reason: 'out_of_stock'; products: { id: string; name: string; left: number }[] }

/**
 * Makes a cancelled order pending again and retakes its pieces, by the rules of ordering: the shop takes orders, and
 * all of its products are on sale with enough pieces. Its prices stay. The caller opens a payment attempt in the same
 * transaction. An order paid on delivery is not reopened by paying.
 */
export async function reopenOrder(
  trx: Transaction<Database>,
  orderId: string,
  { now, ...by }: Actor & { reason: string | null; now: Date },
): Promise<Result<null, ReopenRefusal | StatusFailure<OrderStatus>>> {
  const stopped = describeStop(await readDispatchCalendar(trx), readWarsawClock(now).day)
  if (stopped !== null) return fail({ reason: 'sale_stopped', sentence: stopped })
  const reopened = await changeOrderStatus(trx, orderId, { ...by, to: 'pending' })
  if (!reopened.ok) return reopened
  // Free gifts and samples are no condition: retakeStock leaves out those that are gone.
  const ordered = (await lockOrderedProducts(trx, orderId)).filter(({ unit_price_grosze }) => unit_price_grosze > 0)
  const { hide_substitutes: hideSubstitutes } = await readShopSettings(trx)
  const gone = ordered.filter((product) => !isOnSale(product, { hideSubstitutes }))
  if (gone.length > 0) {
    return fail({ reason: 'ordered_product_gone', products: gone.map(({ id, name }) => ({ id, name })) })
  }
  const short = ordered.flatMap(({ id, name, quantity, ...stock }) => {
    const left = countPiecesLeft(stock)
    return left !== null && left < quantity ? [{ id, name, left }] : []
  })
  if (short.length > 0) return fail({ reason: 'out_of_stock', products: short })
  const code = await retakeCode(trx, orderId)
  if (!code.ok) return code
  if ((await retakeStock(trx, orderId, { by })).length > 0) throw new Error('stock of locked products changed')
  return ok(null)
}
