import type { Transaction } from 'kysely'
import type { EditedRow, ProductContent } from '#domain/catalog/product-fields.ts'
import { listTakenSlugs, lockActiveBrand } from '#domain/catalog/product-store.server.ts'
import type { NotesPyramid } from '#domain/catalog/scents/scent-pyramid.ts'
import { numberSlug, toSlug } from '#domain/catalog/slug.ts'
import type { Database } from '#domain/database.ts'
import { type Grosze, zlToGrosze } from '#domain/kernel/money.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { holdPicture } from '#domain/pictures/picture-queries.server.ts'
import type { NewProduct } from './product-form.ts'

export type ContentFailure =
  /** The brand is not one of the shop, or not any more. */
  | { reason: 'brand_unavailable' }
  /** The picture was never uploaded, or was swept since. */
  | { reason: 'picture_unavailable' }

/** Whether what a product refers to is there, and stays while the transaction lasts; what is undefined is not looked at. */
export async function checkReferences(
  trx: Transaction<Database>,
  { brand_id, image_key }: Partial<Pick<NewProduct, 'brand_id' | 'image_key'>>,
): Promise<Result<null, ContentFailure>> {
  if (brand_id !== undefined && !(await lockActiveBrand(trx, brand_id))) return fail({ reason: 'brand_unavailable' })
  if (image_key && !(await holdPicture(trx, image_key))) return fail({ reason: 'picture_unavailable' })
  return ok(null)
}

/** What a product's name leaves where it has no letter of an address. */
const SLUG_OF_NO_LETTERS = 'produkt'

/**
 * The slug for a name, numbered where another product has or had it; `productId`: whose own earlier slugs it may take again.
 * To be called while the catalogue is locked.
 */
export async function chooseSlug(trx: Transaction<Database>, name: string, productId: string | null): Promise<string> {
  const slug = toSlug(name) || SLUG_OF_NO_LETTERS
  const taken = await listTakenSlugs(trx, slug, productId)
  return numberSlug(slug, (candidate) => taken.has(candidate))
}

/** What the form says, by column. */
export function toColumns({ price, ...columns }: Partial<ProductContent>): Partial<EditedRow> {
  return { ...columns, ...(price !== undefined && { price_grosze: toGrosze(price) }) }
}

/** A price that its schema has accepted. */
export function toGrosze(price: number): Grosze {
  const grosze = zlToGrosze(price)
  if (grosze === undefined) throw new RangeError(`not a price: ${price}`)
  return grosze
}

/** As the column takes it: levels without notes are none. */
export function toPyramidColumn(pyramid: NotesPyramid | null): string | null {
  const isEmpty = pyramid === null || Object.values(pyramid).every((notes) => notes.length === 0)
  return isEmpty ? null : JSON.stringify(pyramid)
}
