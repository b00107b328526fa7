import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'

type EventKey = { provider: string; eventId: string }

/** Stores an event. False when it is already stored. */
export async function insertEvent(
  trx: Transaction<Database>,
  { provider, eventId, type, payload }: EventKey & { type: string; payload: string },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('webhook_events')
    .values({ provider, event_id: eventId, type, payload })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export function findEvent(db: Kysely<Database>, { provider, eventId }: EventKey) {
  return db
    .selectFrom('webhook_events')
    .select(['payload', 'received_at as receivedAt', 'processed_at as processedAt'])
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
}

export async function markProcessed(db: Kysely<Database>, { provider, eventId }: EventKey): Promise<void> {
  await db
    .updateTable('webhook_events')
    .set({ processed_at: sql<Date>`now()` })
    .where('provider', '=', provider)
    .where('event_id', '=', eventId)
    .execute()
}
