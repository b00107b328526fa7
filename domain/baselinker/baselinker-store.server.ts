import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { IS_SOLD } from '#domain/money/movement-queries.server.ts'

/** A new key ends the one before, and switches it on. Orders since the first time are given out. */
export async function writeKey(
  trx: Transaction<Database>,
  { keyHash, userId, now }: { keyHash: string; userId: string; now: Date },
): Promise<void> {
  await trx
    .updateTable('baselinker')
    .set({ enabled: true, key_hash: keyHash, key_made_at: now, owner_id: userId, seen_at: null })
    .set({ refusal: null, refused_at: null, since: sql`coalesce(since, ${now})` })
    .execute()
}

/** At most one write each half minute: it asks often. */
export async function noteContact(db: Kysely<Database>, now: Date): Promise<void> {
  await sql`
    update baselinker set seen_at = ${now} where seen_at is null or seen_at < ${now}::timestamptz - interval '30 seconds'
    `.execute(db)
}

export async function noteRefusal(db: Kysely<Database>, refusal: { refusal: string; refused_at: Date }): Promise<void> {
  await db.updateTable('baselinker').set(refusal).execute()
}

/** A parcel of the shop becomes final within a week; those of longer ago were numbered before. */
const NUMBERED_FOR = sql`interval '60 days'`

/**
 * Numbers the parcels that were sold since BaseLinker is on and have no number yet. Numbers are given when they are first
 * read, one caller after another, so that no later commit has a lower one that a reader has passed.
 */
export async function numberParcels(db: Kysely<Database>, since: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`lock table baselinker_orders in share row exclusive mode`.execute(trx)
    await sql`
      insert into baselinker_orders (checkout_id)
      select orders.checkout_id from orders
      where orders.created_at >= greatest(${since}::timestamptz, now() - ${NUMBERED_FOR}) and ${IS_SOLD}
        and not exists (select from baselinker_orders where baselinker_orders.checkout_id = orders.checkout_id)
      group by orders.checkout_id order by min(orders.created_at), orders.checkout_id`.execute(trx)
  })
}

/** Lets calls that add the same order of BaseLinker wait for one another. */
export async function lockAdding(trx: Transaction<Database>, baselinkerId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('baselinker:' || ${baselinkerId}::text, 0))`.execute(trx)
}

export async function numberAdded(
  trx: Transaction<Database>,
  checkoutId: string,
  baselinkerId: number,
): Promise<number> {
  const { number } = await trx
    .insertInto('baselinker_orders')
    .values({ checkout_id: checkoutId, baselinker_id: baselinkerId })
    .returning('number')
    .executeTakeFirstOrThrow()
  return number
}
