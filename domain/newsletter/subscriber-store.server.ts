import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'

/** Stores a request; a valid consent stays as it was given. A consent that ended stays stored next to the new one. */
export function upsertSubscriber(trx: Transaction<Database>, row: { email: string; consent: string; asked_at: Date }) {
  const unlessConfirmed = (column: 'consent' | 'asked_at') => {
    const [stored, asked] = [sql.ref(`subscribers.${column}`), sql.ref(`excluded.${column}`)]
    return sql<never>`case when subscribers.confirmed_at is null then ${asked} else ${stored} end`
  }
  return trx
    .insertInto('subscribers')
    .values({ id: sql`gen_random_uuid()`, confirmed_at: null, ended_at: null, ...row })
    .onConflict((conflict) =>
      conflict
        .column('email')
        .where('ended_at', 'is', null)
        .doUpdateSet({ consent: unlessConfirmed('consent'), asked_at: unlessConfirmed('asked_at') }),
    )
    .returning(['id', 'confirmed_at'])
    .executeTakeFirstOrThrow()
}

/** False when there is no such request, or its consent ended. */
export async function confirmSubscriber(db: Kysely<Database>, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('subscribers')
    .set({ confirmed_at: sql`coalesce(confirmed_at, ${now})` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Ends the consent of an address by the link of any of its consents; one that ended stays so. */
export async function endSubscriber(db: Kysely<Database>, id: string, now: Date): Promise<void> {
  await db
    .updateTable('subscribers')
    .set({ ended_at: now })
    .where('email', '=', (known) => known.selectFrom('subscribers as known').select('email').where('known.id', '=', id))
    .where('ended_at', 'is', null)
    .execute()
}
