import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { Services } from '#domain/services.ts'
import { INTERRUPTED, INTERRUPTED_TEXT, MOST_RUN_ERRORS, type Run } from './run.ts'

/** The subject of an item. */
const SUBJECT = sql<string>`coalesce(run_items.product_id, run_items.checkout_id)`

/** One run with its progress; null when there is none with this id. */
export async function findRun({ db, runs }: Pick<Services, 'db' | 'runs'>, id: string): Promise<Run | null> {
  const run = await db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst()
  const definition = run && runs.get(run.kind)
  if (!run || !definition) return null
  const counts = await countRunItems(db, id)
  const errors = await db
    .selectFrom('run_items')
    .select([SUBJECT.as('id'), 'failure', 'failure_details'])
    .where('run_id', '=', id)
    .where('status', '=', 'failed')
    .orderBy(SUBJECT)
    .limit(MOST_RUN_ERRORS)
    .execute()
  const names = await definition.listNames(
    db,
    errors.map((error) => error.id),
  )
  const describe = (reason: string, details: unknown) =>
    reason === INTERRUPTED ? INTERRUPTED_TEXT : definition.describeFailure(reason, details)
  const { kind, mode, status, failure, created_at, finished_at } = run
  return {
    id,
    kind,
    mode,
    status,
    failure: failure === null ? null : describe(failure, null),
    ...counts,
    errors: errors.map((error) => ({
      id: error.id,
      name: names.get(error.id) ?? '',
      message: describe(error.failure ?? '', error.failure_details === null ? null : JSON.parse(error.failure_details)),
    })),
    created_at: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
  }
}

/** Items of a run: all of them, and those that have ended. */
export function countRunItems(db: Kysely<Database>, runId: string) {
  return db
    .selectFrom('run_items')
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where status = 'done'))::int`.as('done'),
      sql<number>`(count(*) filter (where status = 'failed'))::int`.as('failed'),
    ])
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow()
}

/** The run of a kind that is in progress. */
export async function findRunningId(db: Kysely<Database>, kind: string): Promise<string | null> {
  const run = await db
    .selectFrom('runs')
    .select('id')
    .where('kind', '=', kind)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return run?.id ?? null
}
