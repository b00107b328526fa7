import { sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { orFail } from '#domain/kernel/result.ts'
import { isRowVersion } from '#domain/kernel/row-version-queries.server.ts'
import { parseShippingMethod, SHIPPING_METHODS, type ShippingCosts } from '#domain/kernel/shipping-method.ts'
import type { DispatchSettings, NewBuyerLimits } from './admin-settings.ts'
import type { OwnTexts } from './own-texts.ts'
import type { ProfileValues } from './profile-fields.ts'

/** False when the switch has changed since it was seen. */
export async function updateHideSubstitutes(
  trx: Transaction<Database>,
  { hide_substitutes, version }: { hide_substitutes: boolean; version: string },
): Promise<boolean> {
  const { numUpdatedRows } = await orFail(
    'Failed to update shop settings',
    trx
      .updateTable('shop_settings')
      .set({ hide_substitutes })
      .where('id', '=', 1)
      .where(isRowVersion('updated_at', version))
      .executeTakeFirst(),
  )
  return numUpdatedRows === 1n
}

/** False when the shop's settings have changed since they were seen. */
export async function updateDispatchSettings(
  trx: Transaction<Database>,
  { version, ...calendar }: DispatchSettings,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('shop_settings')
    .set(calendar)
    .where('id', '=', 1)
    .where(isRowVersion('updated_at', version))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False when the limits have changed since they were seen. */
export async function updateNewBuyerLimits(
  trx: Transaction<Database>,
  { version, ...limits }: NewBuyerLimits,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('unproven_account_limits')
    .set(limits)
    .where('id', '=', 1)
    .where(isRowVersion('updated_at', version))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

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

/** False when the profile has changed since it was seen. */
export async function updateEnteredProfile(
  trx: Transaction<Database>,
  entered: Partial<ProfileValues>,
  version: string,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('shop_profile')
    .set({ entered: JSON.stringify(entered) })
    .where('id', '=', 1)
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
