import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { UNUSED_MS } from './picture.ts'

/**
 * Records an unused picture before its files are stored, which are kept until `until` at least. False while the files of
 * an earlier upload of it are being deleted.
 */
export async function noteUpload(db: Kysely<Database>, imageKey: string, until: Date): Promise<boolean> {
  // The time from which it would be kept as long as one of the owner.
  const unused_since = new Date(until.getTime() - UNUSED_MS.owner)
  const noted = await db
    .insertInto('unused_pictures')
    .values({ image_key: imageKey, unused_since })
    .onConflict((conflict) =>
      conflict
        .column('image_key')
        .doUpdateSet({ unused_since: sql`greatest(unused_pictures.unused_since, excluded.unused_since)` })
        .where('unused_pictures.deleting_at', 'is', null),
    )
    .returning('image_key')
    .executeTakeFirst()
  return noted !== undefined
}

/** Removes the records of pictures that a product or film has taken. */
export async function forgetUsedPictures(db: Kysely<Database>): Promise<void> {
  await db
    .deleteFrom('unused_pictures')
    .where('deleting_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('used_pictures as used')
          .select(sql.lit(1).as('one'))
          .whereRef('used.image_key', '=', 'unused_pictures.image_key'),
      ),
    )
    .execute()
}

/**
 * Claims up to `most` pictures unused since `before`, so that no product can take them any more. Includes those left by
 * an interrupted run.
 */
export async function claimUnusedPictures(
  db: Kysely<Database>,
  { before, most, now }: { before: Date; most: number; now: Date },
): Promise<string[]> {
  const rows = await db
    .updateTable('unused_pictures')
    .set({ deleting_at: now })
    .where('image_key', 'in', (eb) =>
      eb
        .selectFrom('unused_pictures as old')
        .select('old.image_key')
        .where((or) => or.or([or('old.unused_since', '<', before), or('old.deleting_at', 'is not', null)]))
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('used_pictures as used')
                .select(sql.lit(1).as('one'))
                .whereRef('used.image_key', '=', 'old.image_key'),
            ),
          ),
        )
        .limit(most),
    )
    .returning('image_key')
    .execute()
  return rows.map(({ image_key }) => image_key)
}

/** Removes the record of a picture whose files are deleted. */
export async function forgetPicture(db: Kysely<Database>, imageKey: string): Promise<void> {
  await db
    .deleteFrom('unused_pictures')
    .where('image_key', '=', imageKey)
    .where('deleting_at', 'is not', null)
    .execute()
}
