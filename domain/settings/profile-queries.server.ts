import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { rowVersion } from '#domain/kernel/row-version-queries.server.ts'
import { listEditedKeys, type ProfileValues } from './profile-fields.ts'

/** What the owner entered about the shop, with the version of the row. Of fields that this build does not know: nothing. */
export async function readEnteredProfile(
  db: Kysely<Database>,
): Promise<{ entered: Partial<ProfileValues>; version: string }> {
  const { entered, version } = await db
    .selectFrom('shop_profile')
    .select(['entered', rowVersion('updated_at').as('version')])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  return {
    entered: Object.fromEntries(
      listEditedKeys().flatMap((key) => {
        const value = entered[key]
        return typeof value === 'string' ? [[key, value]] : []
      }),
    ),
    version,
  }
}
