import type { Updateable } from 'kysely'
import { recordAudit } from '#domain/audit/record-audit.server.ts'
import type { Database } from '#domain/database.ts'
import { fail, ok, type Result } from '#domain/result.ts'
import type { Services } from '#domain/services.ts'
import { type Busy, transact } from '#domain/transaction.server.ts'
import { isUuid } from '#domain/wire-schema.ts'
import type { AdminProduct } from './admin-product.ts'
import { findAdminProduct } from './admin-product-queries.server.ts'
import type { CatalogWork } from './create-product.server.ts'
import type { NotesPyramid } from './product.ts'
import {
  type ContentFailure,
  checkReferences,
  chooseSlug,
  toGrosze,
  toPyramidColumn,
} from './product-content.server.ts'
import { hasWholePyramid, type ProductChanges, PYRAMID_LEVELS } from './product-form.ts'
import { lockCatalog, lockProduct, writeProduct } from './product-store.server.ts'
import { toSlug } from './slug.ts'

export type UpdateFailure =
  | { reason: 'product_not_found' }
  /** It is not the version any more that was seen. */
  | { reason: 'changed_meanwhile' }
  /** The pyramid would leave notes out, or hold others. */
  | { reason: 'pyramid_incomplete' }
  | ContentFailure

/** Logged with what it was and what it is. */
const LOGGED_WITH_VALUES = ['name', 'slug', 'price_grosze', 'gender', 'brand_id'] as const
/** Too long to be logged. */
const LOGGED_BY_NAME = ['description', 'notes', 'notes_pyramid', 'image_key', 'volume_ml', 'concentration'] as const

/**
 * Changes a product that was seen in a version: what is not given stays as it is, stock always. A new price gets its place
 * in the history, a new name its own address, and the earlier one leads there; the payment provider hears of it soon.
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
  { version, ...changes }: ProductChanges,
): Promise<Result<AdminProduct, UpdateFailure>> {
  if (!isUuid(productId)) return fail({ reason: 'product_not_found' })
  if (changes.name !== undefined) await lockCatalog(trx)
  const before = await lockProduct(trx, { id: productId, version })
  if (!before) return fail({ reason: 'product_not_found' })
  if (!before.is_seen) return fail({ reason: 'changed_meanwhile' })
  const { price, notes_pyramid, ...columns } = changes
  const notes = changes.notes ?? before.notes
  const pyramid = notes_pyramid === undefined ? before.notes_pyramid : notes_pyramid
  if (!hasWholePyramid({ notes, notes_pyramid: pyramid })) return fail({ reason: 'pyramid_incomplete' })
  const isNewBrand = changes.brand_id !== undefined && changes.brand_id !== before.brand_id
  const references = await checkReferences(trx, {
    brand_id: isNewBrand ? changes.brand_id : undefined,
    image_key: changes.image_key === before.image_key ? undefined : changes.image_key,
  })
  if (!references.ok) return references
  const { name } = changes
  const isRenamed = name !== undefined && toSlug(name) !== toSlug(before.name)
  const after = {
    ...columns,
    ...(isRenamed && { slug: await chooseSlug(trx, name, productId) }),
    ...(price !== undefined && { price_grosze: toGrosze(price) }),
  }
  const details = describeChanges(before, { ...after, notes_pyramid })
  if (Object.keys(details).length > 0) {
    const pyramidColumn = notes_pyramid !== undefined && { notes_pyramid: toPyramidColumn(notes_pyramid) }
    await writeProduct(trx, productId, { ...after, ...pyramidColumn })
    await recordAudit(trx, { userId, action: 'product.updated', subjectId: productId, details })
    await jobs.enqueue(trx, 'sync-product', { productId })
  }
  const changed = await findAdminProduct(trx, productId)
  return changed ? ok(changed) : fail({ reason: 'product_not_found' })
}

type Compared = Omit<Updateable<Database['products']>, 'notes_pyramid'> & { notes_pyramid?: NotesPyramid | null }

/** What differs, by column. */
function describeChanges(before: Compared, after: Compared): Record<string, unknown> {
  const details: Record<string, unknown> = {}
  for (const column of LOGGED_WITH_VALUES) {
    const to = after[column]
    if (to !== undefined && to !== before[column]) details[column] = { from: before[column], to }
  }
  const also = LOGGED_BY_NAME.filter((column) => {
    const to = after[column]
    return to !== undefined && toText(to) !== toText(before[column] ?? null)
  })
  return also.length === 0 ? details : { ...details, also }
}

/** Of equal contents equal texts, in whatever order a pyramid names its levels. */
function toText(value: string | number | string[] | NotesPyramid | null): string {
  return JSON.stringify(value, [...PYRAMID_LEVELS])
}
