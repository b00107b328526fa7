import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { isRowVersion } from '#domain/row-version-queries.server.ts'

/** Publishes or rejects a review that is not published, as it was read; answers whether it still was that one. */
export async function setModerated(
  db: Kysely<Database>,
  { id, version, approved }: { id: string; version: string; approved: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reviews')
    .set({ approved, rejected_at: approved ? null : sql<Date>`now()` })
    .where('id', '=', id)
    .where('approved', '=', false)
    .where(isRowVersion('updated_at', version))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Answers whether there was one. */
export async function deleteReview(db: Kysely<Database>, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('reviews').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function reviewExists(db: Kysely<Database>, id: string): Promise<boolean> {
  return (await db.selectFrom('reviews').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
