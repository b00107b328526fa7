import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { isRowVersion } from '#domain/kernel/lists/row-version-queries.server.ts'
import {
  parseShippingMethod,
  SHIPPING_METHODS,
  type ShippingCosts,
} from '#domain/kernel/order-words/shipping-method.ts'
import type { NewFrontPicture } from './front-pictures.ts'
import type { OwnTexts } from './own-texts.ts'

/** Adds costs as the newest ones. False when newer ones exist than those that were seen. Blocks simultaneous calls. */
export async function insertShippingCosts(
  trx: Transaction<Database>,
  { rates, ...costs }: ShippingCosts,
  seen: string | null,
): Promise<boolean> {
  await sql`lock table shipping_costs in share row exclusive mode`.execute(trx)
  const newest = await trx
    .selectFrom('shipping_costs')
    .select('id')
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if ((newest?.id ?? null) !== seen) return false
  const { id } = await trx.insertInto('shipping_costs').values(costs).returning('id').executeTakeFirstOrThrow()
  await trx
    .insertInto('shipping_rates')
    .values(SHIPPING_METHODS.map((method) => ({ costs_id: id, ...parseShippingMethod(method), grosze: rates[method] })))
    .execute()
  return true
}

/** Changes the picture of a place. False when it has changed since it was seen. */
export async function updateFrontPicture(
  trx: Transaction<Database>,
  { place, version, image_key, alt }: NewFrontPicture,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('front_pictures')
    .set({ image_key, alt })
    .where('place', '=', place)
    .where(isRowVersion('updated_at', version))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

type NewVersion = { number: number; texts: OwnTexts; changed: string[]; published_by: string }

/** Stores a version. False when there is one of that number already. */
export async function insertOwnTexts(trx: Transaction<Database>, { texts, ...version }: NewVersion): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('own_texts')
    .values({ ...version, texts: JSON.stringify(texts) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}
