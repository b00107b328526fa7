import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'

const selectSubscribed = (db: Kysely<Database>) =>
  db.selectFrom('subscribers').where('confirmed_at', 'is not', null).where('ended_at', 'is', null)

export async function countSubscribers(db: Kysely<Database>): Promise<number> {
  const { count } = await selectSubscribed(db)
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** All subscribers whose consent is valid, in the order of their consents. */
export function listSubscribers(db: Kysely<Database>) {
  return selectSubscribed(db)
    .select(['id', 'email', 'consent', 'confirmed_at'])
    .orderBy('confirmed_at')
    .orderBy('id')
    .execute()
}
