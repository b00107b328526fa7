import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'

/** Whether a product shows this picture, or it was uploaded and may still be shown. */
export async function isKnownPicture(db: Kysely<Database>, imageKey: string): Promise<boolean> {
  const row = await db
    .selectNoFrom(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('products').select(sql.lit(1).as('one')).where('image_key', '=', imageKey)),
        exists(selectFrom('unused_pictures').select(sql.lit(1).as('one')).where('image_key', '=', imageKey)),
      ]).as('known'),
    )
    .executeTakeFirstOrThrow()
  return Boolean(row.known)
}
