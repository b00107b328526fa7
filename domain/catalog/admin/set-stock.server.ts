import type { Transaction } from 'kysely'
import { lockStock, writeStock } from '#domain/catalog/product-store.server.ts'
import type { Database } from '#domain/database.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import type { Services } from '#domain/services.ts'
import type { AdminProduct, SoldOutChange, StockChange } from './admin-product.ts'
import { findAdminProduct } from './admin-product-queries.server.ts'

export type StockFailure =
  | { reason: 'product_not_found' }
  /** The stock has changed since the admin saw it. */
  | { reason: 'stock_changed'; stock_quantity: number | null }
  | Busy

/**
 * Sets the stock of a product, or stops counting it (null), if it is still what the admin saw: a sale in between must
 * not be added back. A positive or uncounted stock puts the product on sale again, unless one of its batches was recalled;
 * 0 sells it out.
 */
export function setStock(
  { db }: Pick<Services, 'db'>,
  { userId, productId }: { userId: string; productId: string },
  { stock_quantity, seen }: StockChange,
): Promise<Result<AdminProduct, StockFailure>> {
  return transact<AdminProduct, StockFailure>(db, (trx) =>
    changeStock(
      trx,
      { userId, productId, reason: 'set' },
      { stock_quantity, seen, keepsMark: stock_quantity === null },
    ),
  )
}

/**
 * As setStock, inside a transaction. `keepsMark`: a product that its owner marked as sold out while pieces were left stays
 * so, as in changes of many products, where nobody looks at the mark of each.
 */
export async function changeStock(
  trx: Transaction<Database>,
  { userId, productId, reason }: { userId: string; productId: string; reason: 'set' | 'imported' },
  { stock_quantity, seen, keepsMark }: StockChange & { keepsMark: boolean },
): Promise<Result<AdminProduct, StockFailure>> {
  const product = isUuid(productId) ? await lockStock(trx, productId) : undefined
  if (!product) return fail({ reason: 'product_not_found' })
  if (product.stock_quantity !== seen) return fail({ reason: 'stock_changed', stock_quantity: product.stock_quantity })
  const stillMarked = product.out_of_stock && (product.recalled || (keepsMark && seen !== 0))
  const stock = { stock_quantity, out_of_stock: stock_quantity === 0 || stillMarked }
  await writeStock(trx, productId, stock, { reason, user_id: userId })
  const details = { from: seen, to: stock_quantity }
  await recordAudit(trx, { userId, action: 'product.stock_set', subjectId: productId, details })
  return readBack(trx, productId)
}

type SoldOutFailure =
  | { reason: 'product_not_found' }
  /** No pieces are left, so the stock has to be set first. */
  | { reason: 'stock_needed' }
  /** A batch was recalled, which the admin has not seen. */
  | { reason: 'product_recalled' }
  | Busy

/**
 * Marks a product as sold out, or puts it on sale again, which lifts its recalls, unless the admin has not seen one. Its
 * stock stays as it is.
 */
export function setSoldOut(
  { db }: Pick<Services, 'db'>,
  { userId, productId }: { userId: string; productId: string },
  { out_of_stock: soldOut, recalled: seen }: SoldOutChange,
): Promise<Result<AdminProduct, SoldOutFailure>> {
  return transact<AdminProduct, SoldOutFailure>(db, async (trx) => {
    const product = isUuid(productId) ? await lockStock(trx, productId) : undefined
    if (!product) return fail({ reason: 'product_not_found' })
    if (!soldOut && product.recalled && seen !== true) return fail({ reason: 'product_recalled' })
    if (!soldOut && product.stock_quantity === 0) return fail({ reason: 'stock_needed' })
    if (product.out_of_stock !== soldOut) {
      await writeStock(trx, productId, { out_of_stock: soldOut })
      const details = { sold_out: soldOut }
      await recordAudit(trx, { userId, action: 'product.sold_out_set', subjectId: productId, details })
    }
    return readBack(trx, productId)
  })
}

async function readBack(trx: Transaction<Database>, productId: string) {
  const changed = await findAdminProduct(trx, productId)
  return changed ? ok(changed) : fail({ reason: 'product_not_found' as const })
}
