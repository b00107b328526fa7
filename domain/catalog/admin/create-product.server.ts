import type { Transaction } from 'kysely'
import { z } from 'zod'
import { awaitPriceChanges } from '#domain/catalog/prices/price-store.server.ts'
import { listImageKeys } from '#domain/catalog/product-pictures.ts'
import { countActiveProducts, insertProduct, lockCatalog, writePictures } from '#domain/catalog/product-store.server.ts'
import type { Database } from '#domain/database.ts'
import { parseCheckedZl } from '#domain/kernel/amounts/money.ts'
import { recordAcceptedTrademarks, recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import type { Busy } from '#domain/kernel/database/transaction.server.ts'
import { hashRequest, type IdempotencyConflict, idempotent } from '#domain/kernel/idempotency/idempotent.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { findListedTrademarks } from '#domain/labels/label-queries.server.ts'
import type { Services } from '#domain/services.ts'
import {
  type ContentFailure,
  checkReferences,
  chooseSlug,
  hasKnownProducer,
  listTexts,
  toPyramidColumn,
} from './product-content.server.ts'
import type { NewProduct } from './product-form.ts'

export type CreateFailure = ContentFailure | { reason: 'product_limit_reached'; limit: number }

const createdSchema = z.object({ id: z.uuid() })
type Created = z.output<typeof createdSchema>

/** Who adds a product. A repeat with the same key adds nothing and returns the same answer. */
type Creation = { userId: string; key: string }

/**
 * Adds a product to the shop and, by a job, to the payment provider. Refuses at the limit of products, also when
 * several calls add at once.
 */
export function createProduct(
  { db, jobs, productLimit }: Pick<Services, 'db' | 'jobs' | 'productLimit'>,
  { userId, key }: Creation,
  product: NewProduct,
): Promise<Result<Created, CreateFailure | IdempotencyConflict | Busy>> {
  const call = { userId, key, operation: 'create-product', requestHash: hashRequest(product), answer: createdSchema }
  return idempotent<Created, CreateFailure>(db, call, async (trx) => {
    await lockCatalog(trx)
    return addProduct({ trx, jobs, userId, productLimit, reason: 'added' }, product)
  })
}

/** The transaction and the user of a larger change that adds or changes products. */
export type CatalogWork = Pick<Services, 'jobs'> & { trx: Transaction<Database>; userId: string }

type Adding = CatalogWork & Pick<Services, 'productLimit'> & { reason: 'added' | 'imported' }

/** As createProduct, without an idempotency key. Call it while the catalogue is locked. */
export async function addProduct(
  { trx, jobs, userId, productLimit: limit, reason }: Adding,
  product: NewProduct,
): Promise<Result<Created, CreateFailure>> {
  if ((await countActiveProducts(trx)) >= limit) return fail({ reason: 'product_limit_reached', limit })
  const references = await checkReferences(trx, { ...product, imageKeys: listImageKeys(product) })
  if (!references.ok) return references
  if (!(await hasKnownProducer(trx, product))) return fail({ reason: 'decant_without_producer' })
  const { price, notes_pyramid, more_pictures, trademarks_accepted: isAccepted, ...columns } = product
  const trademarks = await findListedTrademarks(trx, listTexts(product))
  if (trademarks.length > 0 && !isAccepted) return fail({ reason: 'trademarks_found', trademarks })
  const price_grosze = parseCheckedZl(price)
  const id = crypto.randomUUID()
  const row = {
    ...columns,
    id,
    slug: await chooseSlug(trx, product.name, null),
    price_grosze,
    notes_pyramid: toPyramidColumn(notes_pyramid),
    out_of_stock: product.stock_quantity === 0,
    trademarks_accepted: trademarks,
  }
  await insertProduct(trx, row, { reason, user_id: userId })
  if (more_pictures.length > 0) await writePictures(trx, id, more_pictures)
  const details = { name: product.name, price_grosze }
  await recordAudit(trx, { userId, action: 'product.created', subjectId: id, details })
  await recordAcceptedTrademarks(trx, 'product', { userId, subjectId: id, trademarks })
  await jobs.enqueue(trx, 'sync-product', { productId: id })
  await awaitPriceChanges({ trx, jobs }, id)
  return ok({ id })
}
