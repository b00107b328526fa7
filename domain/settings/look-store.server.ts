import { type Insertable, type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'

/** Stores a version. False when there is one of that number already. */
export async function insertLook(trx: Transaction<Database>, look: Insertable<Database['looks']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('looks')
    .values(look)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Whether there is this logo. It then stays until the transaction ends. */
export async function holdLogo(trx: Transaction<Database>, key: string): Promise<boolean> {
  const held = await trx.selectFrom('logos').select('key').where('key', '=', key).forKeyShare().executeTakeFirst()
  return held !== undefined
}

/** Stores a logo, and deletes those that were uploaded before `before` and never published. */
export async function putLogo(trx: Kysely<Database>, logo: Insertable<Database['logos']>, before: Date): Promise<void> {
  await trx
    .deleteFrom('logos')
    .where('uploaded_at', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('looks').select(sql.lit(1).as('one')).whereRef('looks.logo_key', '=', 'logos.key'))),
    )
    .execute()
  await trx
    .insertInto('logos')
    .values(logo)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ uploaded_at: logo.uploaded_at }))
    .execute()
}
