import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { hashRequest, type IdempotencyConflict, idempotent } from '#domain/kernel/idempotency/idempotent.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import type { Services } from '#domain/services.ts'
import { type Booked, type BookedReason, bookedSchema, type Count, differenceOf, planBooking } from './stocktake.ts'
import {
  changeStocks,
  closeStocktake,
  deleteCount,
  findCount,
  insertStocktake,
  listSetMeanwhile,
  lockCounted,
  lockStocktake,
  noteCounted,
  storeCount,
  touchStocktake,
} from './stocktake-store.server.ts'

type StockServices = Pick<Services, 'db'>
type Closed = { reason: 'stocktake_closed' }

/** Opens a stocktake; the open one stays. */
export function beginStocktake({ db }: StockServices, userId: string): Promise<Result<null, Busy>> {
  return transact<null, Busy>(db, async (trx) => {
    if (await insertStocktake(trx)) await recordAudit(trx, { userId, action: 'stocktake.begun', details: {} })
    return ok(null)
  })
}

type NotCounted = { reason: 'product_not_counted' } | { reason: 'counted_meanwhile'; counted: number }

/**
 * Stores how many pieces of a product lie on the shelf; a later number replaces it, unless it is another than the caller
 * saw: two people may have counted two shelves. Changes no stock.
 */
export function countProduct(
  { db }: StockServices,
  stocktakeId: string,
  count: Count,
): Promise<Result<null, Closed | NotCounted | Busy>> {
  return transact<null, Closed | NotCounted>(db, async (trx) => {
    if (!isUuid(stocktakeId) || !(await touchStocktake(trx, stocktakeId))) return fail({ reason: 'stocktake_closed' })
    const earlier = await findCount(trx, stocktakeId, count.product_id)
    const isUnseen = count.replaces !== undefined && earlier !== undefined && earlier !== count.replaces
    // The same number again is a call whose answer was lost.
    if (isUnseen && earlier !== count.counted) return fail({ reason: 'counted_meanwhile', counted: earlier })
    return (await storeCount(trx, stocktakeId, count)) ? ok(null) : fail({ reason: 'product_not_counted' })
  })
}

/** Takes a count back, as if the product had not been counted. */
export function removeCount(
  { db }: StockServices,
  { stocktakeId, productId }: { stocktakeId: string; productId: string },
): Promise<Result<null, Closed | Busy>> {
  return transact<null, Closed>(db, async (trx) => {
    if (!isUuid(stocktakeId) || !(await touchStocktake(trx, stocktakeId))) return fail({ reason: 'stocktake_closed' })
    if (isUuid(productId)) await deleteCount(trx, stocktakeId, productId)
    return ok(null)
  })
}

type Closing = { userId: string; stocktakeId: string; version: string }
type ClosingRefusal = Closed | { reason: 'changed_meanwhile' }

/** Ends a stocktake without changing any stock, if it is still as it was seen. */
export function dropStocktake(
  { db }: StockServices,
  { userId, stocktakeId, version }: Closing,
): Promise<Result<null, ClosingRefusal | Busy>> {
  return transact<null, ClosingRefusal>(db, async (trx) => {
    const open = isUuid(stocktakeId) ? await lockStocktake(trx, stocktakeId, version) : undefined
    if (!open) return fail({ reason: 'stocktake_closed' })
    if (!open.is_seen) return fail({ reason: 'changed_meanwhile' })
    await closeStocktake(trx, stocktakeId, 'dropped')
    await recordAudit(trx, { userId, action: 'stocktake.dropped', details: {} })
    return ok(null)
  })
}

type BookingRefusal =
  | ClosingRefusal
  | { reason: 'difference_unexplained' }
  | { reason: 'stock_set_meanwhile'; names: string[] }

/**
 * Ends a stocktake, if it is still as it was seen: each product was counted, and each difference changes its present
 * stock, once. A difference without a reason is refused, and one of a product whose stock was set to a number since.
 * Pieces sold since the count are no difference.
 */
export function bookStocktake(
  { db }: StockServices,
  { userId, key, stocktakeId, version, reasons }: Closing & { key: string; reasons: readonly BookedReason[] },
): Promise<Result<Booked, BookingRefusal | IdempotencyConflict | Busy>> {
  const requestHash = hashRequest([stocktakeId, version, reasons])
  const call = { userId, key, operation: 'book-stocktake', requestHash, answer: bookedSchema }
  return idempotent<Booked, BookingRefusal>(db, call, async (trx) => {
    const open = isUuid(stocktakeId) ? await lockStocktake(trx, stocktakeId, version) : undefined
    if (!open) return fail({ reason: 'stocktake_closed' })
    if (!open.is_seen) return fail({ reason: 'changed_meanwhile' })
    const { counts, stocks } = await lockCounted(trx, stocktakeId)
    const given = new Map(reasons.map(({ product_id, reason, note }) => [product_id, { reason, note: note || null }]))
    const differing = counts.filter((count) => differenceOf(count) !== 0)
    if (!differing.every(({ product_id }) => given.has(product_id))) return fail({ reason: 'difference_unexplained' })
    const names = await listSetMeanwhile(trx, stocktakeId)
    if (names.length > 0) return fail({ reason: 'stock_set_meanwhile', names })
    const { changes, short } = planBooking(counts, stocks)
    await noteCounted(trx, { stocktakeId, userId })
    if (changes.length > 0) {
      const cause = { reason: 'counted', stocktake_id: stocktakeId, user_id: userId } as const
      await changeStocks(trx, changes, { ...cause, products: Object.fromEntries(given) })
    }
    await closeStocktake(trx, stocktakeId, 'booked')
    const details = { products: counts.length, differences: changes.length }
    await recordAudit(trx, { userId, action: 'stocktake.booked', details })
    return ok({ booked: changes.length, short })
  })
}
