import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { RunItemFailure, RunSubject, RunUnderWay } from './run-definition.ts'

/** Begins a run. Null when one of its kind is in progress. */
export async function insertRun(
  trx: Transaction<Database>,
  run: Pick<RunUnderWay, 'kind' | 'mode'> & { startedBy: string },
): Promise<string | null> {
  const inserted = await trx
    .insertInto('runs')
    .values({ kind: run.kind, mode: run.mode, started_by: run.startedBy })
    // Written as a literal, because a plan for any parameter cannot use the partial index.
    .onConflict((conflict) => conflict.column('kind').where('status', '=', sql.lit('running')).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

/** The state in which an item is added. */
export type NewRunItem = { id: string; status: 'waiting' | 'done' | 'failed'; failure: string | null }

/** Adds waiting items. Items that the run already has stay as they are. Returns how many are new. */
export async function insertItems(
  trx: Transaction<Database>,
  runId: string,
  about: RunSubject,
  ids: readonly string[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into run_items (run_id, ${sql.ref(columnOf(about))})
    select ${runId}, id from unnest(${ids}::uuid[]) as id
    on conflict do nothing`.execute(trx)
  return Number(numAffectedRows)
}

/** Adds items. Items that the run already has are processed again. */
export async function insertItemsAgain(
  trx: Transaction<Database>,
  runId: string,
  about: RunSubject,
  items: readonly NewRunItem[],
): Promise<void> {
  if (items.length === 0) return
  const column = columnOf(about)
  await trx
    .insertInto('run_items')
    .values(
      items.map(({ id, status, failure }) => ({ run_id: runId, product_id: null, [column]: id, status, failure })),
    )
    .onConflict((conflict) =>
      conflict.columns(['run_id', column]).doUpdateSet(({ ref }) => ({
        status: ref('excluded.status'),
        failure: ref('excluded.failure'),
        failure_details: null,
      })),
    )
    .execute()
}

const columnOf = (about: RunSubject) => (about === 'product' ? 'product_id' : 'checkout_id')

function selectRunning(db: Kysely<Database>, id: string) {
  const runs = db.selectFrom('runs').select(['id', 'kind', 'mode', 'started_by'])
  return runs.where('id', '=', id).where('status', '=', 'running')
}

/** A run in progress. */
export const findRunning = (db: Kysely<Database>, id: string) => selectRunning(db, id).executeTakeFirst()

/** Locks a run in progress, so that one process alone ends it. */
export const lockRunning = (trx: Transaction<Database>, id: string) =>
  selectRunning(trx, id).forUpdate().executeTakeFirst()

const SUBJECT = sql<string>`coalesce(product_id, checkout_id)`

/** Unfinished items of a run in a stable order, without those put off. */
export async function listWaitingItems(
  db: Kysely<Database>,
  runId: string,
  { most, putOff = [] }: { most: number; putOff?: readonly string[] },
): Promise<string[]> {
  const items = await db
    .selectFrom('run_items')
    .select(SUBJECT.as('id'))
    .where('run_id', '=', runId)
    .where('status', '=', 'waiting')
    .where(sql<boolean>`${SUBJECT} <> all(${putOff}::uuid[])`)
    .orderBy(SUBJECT)
    .limit(most)
    .execute()
  return items.map(({ id }) => id)
}

export async function endItem(
  db: Kysely<Database>,
  runId: string,
  id: string,
  failure: RunItemFailure | null,
): Promise<void> {
  await db
    .updateTable('run_items')
    .set({
      status: failure === null ? 'done' : 'failed',
      failure: failure?.reason ?? null,
      failure_details: failure?.details ? JSON.stringify(failure.details) : null,
    })
    .where('run_id', '=', runId)
    .where(SUBJECT, '=', id)
    .where('status', '=', 'waiting')
    .execute()
}

/** Gives up the waiting items and returns them. */
export async function failWaitingItems(db: Kysely<Database>, runId: string, reason: string): Promise<string[]> {
  const given = await db
    .updateTable('run_items')
    .set({ status: 'failed', failure: reason })
    .where('run_id', '=', runId)
    .where('status', '=', 'waiting')
    .returning(SUBJECT.as('id'))
    .execute()
  return given.map(({ id }) => id)
}

export async function endRun(
  trx: Transaction<Database>,
  id: string,
  outcome: { failure: string | null; moment: Date },
): Promise<void> {
  const { failure, moment } = outcome
  await trx
    .updateTable('runs')
    .set({ status: failure === null ? 'done' : 'failed', failure, finished_at: moment })
    .where('id', '=', id)
    .execute()
}
