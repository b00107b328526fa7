import type { Transaction } from 'kysely'
import { countPiecesLeft, isOnSale } from '#domain/catalog/product.ts'
import type { Shortage } from '#domain/catalog/product-schema.ts'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import { type CheckRefusal, findUsableCode } from '#domain/codes/check-code.server.ts'
import type { Database } from '#domain/database.ts'
import { lockProductsInOrder, moveStock } from '#domain/flows/orders/stock-store.server.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { hashRequest, type IdempotencyConflict, idempotent } from '#domain/kernel/idempotency/idempotent.server.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import {
  MOST_PREPARED,
  type OrderToPrepare,
  type PreparedLink,
  preparedLinkSchema,
} from '#domain/prepared-orders/prepared-order.ts'
import { createPreparedLink, type StoredPreparedOrder } from '#domain/prepared-orders/prepared-order-queries.server.ts'
import {
  countOpenPrepared,
  insertPrepared,
  lockOpenPrepared,
  markEnded,
} from '#domain/prepared-orders/prepared-order-store.server.ts'
import type { Services } from '#domain/services.ts'
import { readDispatchCalendar, readShopSettings } from '#domain/settings/settings-queries.server.ts'
import { describeStop } from '#domain/shipping/delivery-date/delivery-date.ts'

const HOUR_MS = 60 * 60 * 1000

type PrepareServices = Pick<Services, 'db' | 'now' | 'linkTokens' | 'profile'>
type PrepareRefusal =
  | { reason: 'prepared_orders_full' }
  | { reason: 'sale_stopped'; sentence: string }
  | CheckRefusal
  | { reason: 'product_unavailable'; products: { id: string }[] }
  | ({ reason: 'out_of_stock' } & Shortage)

/**
 * Stores an order that the owner takes on the phone, once per key. It holds its pieces until its link ends; the buyer
 * orders by the checkout that the link fills.
 */
export function prepareOrder(
  services: PrepareServices,
  { userId, key, order }: { userId: string; key: string; order: OrderToPrepare },
): Promise<Result<PreparedLink, PrepareRefusal | IdempotencyConflict | Busy>> {
  const { items, hours, email, code, place } = order
  const expiresAt = new Date(services.now().getTime() + Number(hours) * HOUR_MS)
  const call = {
    userId,
    key,
    operation: 'prepare-order',
    requestHash: hashRequest(order),
    answer: preparedLinkSchema,
  }
  return idempotent<PreparedLink, PrepareRefusal>(services.db, call, async (trx) => {
    const calendar = await readDispatchCalendar(trx)
    const stops = [services.now(), expiresAt].map((moment) => describeStop(calendar, readWarsawClock(moment).day))
    const [sentence] = stops
    // The link would end before the shop takes orders again.
    if (sentence && stops.every((stop) => stop !== null)) return fail({ reason: 'sale_stopped', sentence })
    if (code !== null) {
      const usable = await findUsableCode(trx, { code, email, buyerId: null, now: services.now() })
      if (!usable.ok) return usable
    }
    if ((await countOpenPrepared(trx)) >= MOST_PREPARED) return fail({ reason: 'prepared_orders_full' })
    const ids = items.map(({ product_id }) => product_id)
    const products = new Map((await lockProductsInOrder(trx, ids)).map((product) => [product.id, product]))
    const { hide_substitutes: hideSubstitutes } = await readShopSettings(trx)
    const gone = ids.filter((id) => {
      const product = products.get(id)
      return !product || !isOnSale(product, { hideSubstitutes })
    })
    if (gone.length > 0) return fail({ reason: 'product_unavailable', products: gone.map((id) => ({ id })) })
    const short = items.flatMap(({ product_id: id, quantity }) => {
      const product = products.get(id)
      const left = product ? countPiecesLeft(product) : 0
      return product && left !== null && left < quantity ? [{ id, name: nameSized(product), left }] : []
    })
    if (short.length > 0) return fail({ reason: 'out_of_stock', products: short })
    const held = items.filter(({ product_id }) => products.get(product_id)?.stock_quantity !== null)
    await moveStock(trx, { taken: held, returned: [] }, { reason: 'reserved', user_id: userId })
    const id = await insertPrepared(trx, { items, held, email, code, place, expires_at: expiresAt })
    if (email !== null) {
      const mail = { key: `prepared-order:${id}`, template: 'prepared-order', ids: { preparedOrderId: id } } as const
      await queueMail(trx, { ...mail, to: email })
    }
    await recordAudit(trx, { userId, action: 'prepared_order.created', subjectId: id, details: {} })
    const { linkTokens, profile } = services
    const link = createPreparedLink({ linkTokens, shopUrl: profile.shopUrl }, id)
    return ok({ link, expires_at: expiresAt.toISOString() })
  })
}

/** Ends a prepared order before its time: its link fills nothing any more, and its pieces are on sale again. */
export function withdrawPreparedOrder(
  { db }: Pick<Services, 'db'>,
  { userId, id }: { userId: string; id: string },
): Promise<Result<null, { reason: 'prepared_order_over' } | Busy>> {
  return transact<null, { reason: 'prepared_order_over' }>(db, async (trx) => {
    const [order] = isUuid(id) ? await lockOpenPrepared(trx, [id]) : []
    if (!order) return fail({ reason: 'prepared_order_over' })
    await endPreparedOrder(trx, order, { as: 'withdrawn', userId })
    await recordAudit(trx, { userId, action: 'prepared_order.withdrawn', subjectId: id, details: {} })
    return ok(null)
  })
}

/** Puts the pieces of a locked prepared order back into stock, which an order of its buyer then takes. */
export async function endPreparedOrder(
  trx: Transaction<Database>,
  { id, held }: Pick<StoredPreparedOrder, 'id' | 'held'>,
  { as, userId = null }: { as: 'ordered' | 'expired' | 'withdrawn'; userId?: string | null },
): Promise<void> {
  await moveStock(trx, { taken: [], returned: held }, { reason: 'unreserved', user_id: userId })
  await markEnded(trx, id, as)
}
