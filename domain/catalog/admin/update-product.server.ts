import { awaitPriceChanges } from '#domain/catalog/prices/price-store.server.ts'
import { findReductionProblem, type ReductionProblem } from '#domain/catalog/prices/reduced-price.ts'
import type { EditedRow } from '#domain/catalog/product-field.ts'
import { listFields } from '#domain/catalog/product-field-lists.ts'
import { hasMainPicture, listImageKeys } from '#domain/catalog/product-pictures.ts'
import { lockCatalog, lockProduct, writePictures, writeProduct } from '#domain/catalog/product-store.server.ts'
import { isTraceable } from '#domain/catalog/scents/fillers.ts'
import { hasWholePyramid, PYRAMID_LEVELS } from '#domain/catalog/scents/scent-pyramid.ts'
import { toSlug } from '#domain/catalog/slug.ts'
import { groszeToZl } from '#domain/kernel/amounts/money.ts'
import { recordAcceptedTrademarks, recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { toWallClock } from '#domain/kernel/calendar-day.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { findListedTrademarks } from '#domain/labels/label-queries.server.ts'
import type { Services } from '#domain/services.ts'
import type { AdminProduct } from './admin-product.ts'
import { findAdminProduct } from './admin-product-queries.server.ts'
import type { CatalogWork } from './create-product.server.ts'
import {
  type ContentFailure,
  checkReferences,
  chooseSlug,
  hasKnownProducer,
  listTexts,
  toColumns,
  toPyramidColumn,
} from './product-content.server.ts'
import type { ProductChanges } from './product-form.ts'

export type UpdateFailure =
  | { reason: 'product_not_found' }
  /** The product has changed since this version was seen. */
  | { reason: 'changed_meanwhile' }
  /** The notes of the pyramid would differ from those of the product. */
  | { reason: 'pyramid_incomplete' }
  /** A decant must be a sample with a batch. */
  | { reason: 'batch_missing' }
  /** The product would have further pictures without a first one. */
  | { reason: 'main_picture_missing' }
  | { reason: ReductionProblem }
  | ContentFailure

/**
 * Changes a product that was seen in a version. Missing fields and the stock stay as they are. A new price is added to
 * the price history. A new name makes a new address; the former one redirects. A job updates the payment provider.
 */
export function updateProduct(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  { userId, productId }: { userId: string; productId: string },
  changes: ProductChanges,
): Promise<Result<AdminProduct, UpdateFailure | Busy>> {
  return transact<AdminProduct, UpdateFailure>(db, (trx) => changeProduct({ trx, jobs, userId }, productId, changes))
}

/** As updateProduct, inside a transaction. */
export async function changeProduct(
  { trx, jobs, userId }: CatalogWork,
  productId: string,
  { version, trademarks_accepted: isAccepted, ...changes }: ProductChanges,
): Promise<Result<AdminProduct, UpdateFailure>> {
  if (!isUuid(productId)) return fail({ reason: 'product_not_found' })
  if (changes.name !== undefined) await lockCatalog(trx)
  const before = await lockProduct(trx, { id: productId, version })
  if (!before) return fail({ reason: 'product_not_found' })
  if (!before.is_seen) return fail({ reason: 'changed_meanwhile' })
  if (!hasWholePyramid({ ...before, ...changes })) return fail({ reason: 'pyramid_incomplete' })
  if (!isTraceable({ ...before, ...changes })) return fail({ reason: 'batch_missing' })
  if (!hasMainPicture({ ...before, ...changes })) return fail({ reason: 'main_picture_missing' })
  const after = { ...before, price: groszeToZl(before.price_grosze), ...changes }
  const problem = findReductionProblem(after, toWallClock(new Date()))
  if (problem !== null) return fail({ reason: problem })
  const isNewBrand = changes.brand_id !== undefined && changes.brand_id !== before.brand_id
  const shown = listImageKeys(before)
  const references = await checkReferences(trx, {
    brand_id: isNewBrand ? changes.brand_id : undefined,
    producer_id: changes.producer_id === before.producer_id ? undefined : changes.producer_id,
    scent_id: changes.scent_id === before.scent_id ? undefined : changes.scent_id,
    imageKeys: listImageKeys(after).filter((imageKey) => !shown.includes(imageKey)),
  })
  if (!references.ok) return references
  if (!(await hasKnownProducer(trx, after))) return fail({ reason: 'decant_without_producer' })
  const known = new Set(listTexts(before))
  const named = await findListedTrademarks(
    trx,
    listTexts(changes).filter((text) => !known.has(text)),
  )
  const trademarks = named.filter((mark) => !before.trademarks_accepted.includes(mark))
  if (trademarks.length > 0 && !isAccepted) return fail({ reason: 'trademarks_found', trademarks })
  const { name } = changes
  const isRenamed = name !== undefined && toSlug(name) !== toSlug(before.name)
  const columns = { ...toColumns(changes), ...(isRenamed && { slug: await chooseSlug(trx, name, productId) }) }
  const details = describeChanges(before, columns)
  if (Object.keys(details).length > 0) {
    const { notes_pyramid, more_pictures, ...others } = columns
    if (more_pictures !== undefined) await writePictures(trx, productId, more_pictures)
    await writeProduct(trx, productId, {
      ...others,
      ...(notes_pyramid !== undefined && { notes_pyramid: toPyramidColumn(notes_pyramid) }),
      ...(trademarks.length > 0 && { trademarks_accepted: [...before.trademarks_accepted, ...trademarks] }),
    })
    await recordAcceptedTrademarks(trx, 'product', { userId, subjectId: productId, trademarks })
    await recordAudit(trx, { userId, action: 'product.updated', subjectId: productId, details })
    await jobs.enqueue(trx, 'sync-product', { productId })
    await awaitPriceChanges({ trx, jobs }, productId)
  }
  const changed = await findAdminProduct(trx, productId)
  return changed ? ok(changed) : fail({ reason: 'product_not_found' })
}

type ComparedRow = EditedRow & { slug: string }

/** The differences, by column. */
function describeChanges(before: ComparedRow, after: Partial<ComparedRow>): Record<string, unknown> {
  const details: Record<string, unknown> = {}
  const also: string[] = []
  const columns = [{ column: 'slug', audit: 'value' } as const, ...listFields().map(([, field]) => field)]
  for (const { column, audit } of columns) {
    const to = after[column]
    if (to === undefined || toText(to) === toText(before[column])) continue
    if (audit === 'value') details[column] = { from: before[column], to }
    else also.push(column)
  }
  return also.length === 0 ? details : { ...details, also }
}

/** A text that is equal for equal values, in whatever order pyramids and pictures name their parts. */
function toText(value: ComparedRow[keyof ComparedRow]): string {
  return JSON.stringify(value, [...PYRAMID_LEVELS, 'image_key', 'alt'])
}
