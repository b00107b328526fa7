import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'

/** Whether a product or film uses this picture, or it was uploaded and may still be used. */
export async function isKnownPicture(db: Kysely<Database>, imageKey: string): Promise<boolean> {
  const row = await db
    .selectNoFrom(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('used_pictures').select(sql.lit(1).as('one')).where('image_key', '=', imageKey)),
        exists(
          selectFrom('unused_pictures')
            .select(sql.lit(1).as('one'))
            .where('image_key', '=', imageKey)
            .where('deleting_at', 'is', null),
        ),
      ]).as('known'),
    )
    .executeTakeFirstOrThrow()
  return Boolean(row.known)
}

/**
 * Whether a product or film may take this picture. It then stays until the transaction ends: a deletion waits, and
 * finds the picture in use.
 */
export async function holdPicture(trx: Transaction<Database>, imageKey: string): Promise<boolean> {
  await trx.selectFrom('unused_pictures').select('image_key').where('image_key', '=', imageKey).forUpdate().execute()
  return isKnownPicture(trx, imageKey)
}
