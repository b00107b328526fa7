import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { isRowVersion } from '#domain/kernel/row-version-queries.server.ts'
import type { ProfileValues } from './profile-fields.ts'

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
