import type { Transaction } from 'kysely'
import type { EditedRow, ProductContent } from '#domain/catalog/product-field.ts'
import { hasProducer, hasScent, listTakenSlugs, lockActiveBrand } from '#domain/catalog/product-store.server.ts'
import type { NotesPyramid } from '#domain/catalog/scents/scent-pyramid.ts'
import { numberSlug, toSlug } from '#domain/catalog/slug.ts'
import type { Database } from '#domain/database.ts'
import { parseCheckedZl } from '#domain/kernel/amounts/money.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { holdProducer } from '#domain/labels/label-queries.server.ts'
import { holdPicture } from '#domain/pictures/picture-queries.server.ts'
import type { NewProduct } from './product-form.ts'

export type ContentFailure =
  /** The shop does not have the brand, or has it no longer. */
  | { reason: 'brand_unavailable' }
  /** A picture was never uploaded, or was deleted as unused. */
  | { reason: 'picture_unavailable' }
  /** The producer was deleted. */
  | { reason: 'producer_unavailable' }
  /** No product has the scent that the product is to be a size of. */
  | { reason: 'scent_unavailable' }
  /** A decant must name its producer. */
  | { reason: 'decant_without_producer' }
  | TrademarksFound

/** The texts name trademarks, and the admin has not accepted them. */
export type TrademarksFound = { reason: 'trademarks_found'; trademarks: string[] }

/**
 * Checks that brand, pictures, producer and scent of a product exist, and keeps all but the scent until the transaction
 * ends. Undefined ones are not checked.
 */
export async function checkReferences(
  trx: Transaction<Database>,
  references: Partial<Pick<NewProduct, 'brand_id' | 'producer_id' | 'scent_id'>> & { imageKeys?: readonly string[] },
): Promise<Result<null, ContentFailure>> {
  const { brand_id, producer_id, scent_id, imageKeys = [] } = references
  if (brand_id !== undefined && !(await lockActiveBrand(trx, brand_id))) return fail({ reason: 'brand_unavailable' })
  for (const imageKey of imageKeys.toSorted()) {
    if (!(await holdPicture(trx, imageKey))) return fail({ reason: 'picture_unavailable' })
  }
  if (producer_id && !(await holdProducer(trx, producer_id))) return fail({ reason: 'producer_unavailable' })
  if (scent_id && !(await hasScent(trx, scent_id))) return fail({ reason: 'scent_unavailable' })
  return ok(null)
}

/** Whether the producer of a decant is known. */
export async function hasKnownProducer(
  trx: Transaction<Database>,
  { filled_by, producer_id, brand_id }: Pick<NewProduct, 'filled_by' | 'producer_id' | 'brand_id'>,
): Promise<boolean> {
  return filled_by === 'producer' || producer_id !== null || (await hasProducer(trx, brand_id))
}

type TextField = 'name' | 'description' | 'notes' | 'notes_pyramid' | 'image_alt' | 'more_pictures'
type Texts = Partial<Pick<ProductContent, TextField>>

/** What buyers and search engines read of a product. */
export function listTexts({ name = '', description = '', notes = [], notes_pyramid, ...pictures }: Texts): string[] {
  const alts = [pictures.image_alt ?? '', ...(pictures.more_pictures ?? []).map(({ alt }) => alt)]
  return [name, description, ...notes, ...Object.values(notes_pyramid ?? {}).flat(), ...alts]
}

/** The slug of a name that has no letter usable in a slug. */
const SLUG_OF_NO_LETTERS = 'produkt'

/**
 * The slug of a name, numbered when another product has or had it. `productId`: the product that may take back its own
 * former slugs. Call it while the catalogue is locked.
 */
export async function chooseSlug(trx: Transaction<Database>, name: string, productId: string | null): Promise<string> {
  const slug = toSlug(name) || SLUG_OF_NO_LETTERS
  const taken = await listTakenSlugs(trx, slug, productId)
  return numberSlug(slug, (candidate) => taken.has(candidate))
}

/** The form's values, by column. */
export function toColumns({ price, ...columns }: Partial<ProductContent>): Partial<EditedRow> {
  return { ...columns, ...(price !== undefined && { price_grosze: parseCheckedZl(price) }) }
}

/** The value of the column: a pyramid without notes is null. */
export function toPyramidColumn(pyramid: NotesPyramid | null): string | null {
  const isEmpty = pyramid === null || Object.values(pyramid).every((notes) => notes.length === 0)
  return isEmpty ? null : JSON.stringify(pyramid)
}
