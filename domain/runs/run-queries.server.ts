import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { carrierProblemSchema } from '#domain/shipping/carrier/carrier-shipment.ts'
import { describeRunFailure, MOST_RUN_ERRORS, RUN_KINDS, type Run, type RunKind } from './run.ts'

/** What an item is about. */
const SUBJECT = sql<string>`coalesce(run_items.product_id, run_items.checkout_id)`

/** '#12345678, #23456789 Anna Kowalska': the orders in a parcel and who gets it. */
const PARCEL_NAME = sql<string>`(
  select string_agg('#' || orders.number, ', ' order by orders.id) || ' ' || min(orders.first_name || ' ' || orders.last_name)
  from orders where orders.checkout_id = run_items.checkout_id)`

/** One run with its progress; null when there is none of this id. */
export async function findRun(db: Kysely<Database>, id: string): Promise<Run | null> {
  const run = await db.selectFrom('runs').selectAll().where('id', '=', id).executeTakeFirst()
  const kind = RUN_KINDS.find((known) => known === run?.kind)
  if (!run || !kind) return null
  const counts = await db
    .selectFrom('run_items')
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where status = 'done'))::int`.as('done'),
      sql<number>`(count(*) filter (where status = 'failed'))::int`.as('failed'),
    ])
    .where('run_id', '=', id)
    .executeTakeFirstOrThrow()
  const errors = await db
    .selectFrom('run_items')
    .leftJoin('products', 'products.id', 'run_items.product_id')
    .select([
      SUBJECT.as('id'),
      sql<string>`coalesce(products.name, ${PARCEL_NAME}, '')`.as('name'),
      'run_items.failure',
      'run_items.failure_details',
    ])
    .where('run_items.run_id', '=', id)
    .where('run_items.status', '=', 'failed')
    .orderBy(SUBJECT)
    .limit(MOST_RUN_ERRORS)
    .execute()
  const { mode, status, failure, created_at, finished_at } = run
  return {
    id,
    kind,
    mode,
    status,
    failure: failure === null ? null : describeRunFailure(failure),
    ...counts,
    errors: errors.map(({ failure: why, failure_details: details, ...item }) => ({
      ...item,
      message: describeRunFailure(why, details === null ? null : carrierProblemSchema.parse(JSON.parse(details))),
    })),
    created_at: created_at.toISOString(),
    finished_at: finished_at?.toISOString() ?? null,
  }
}

/** The run of a kind that is under way. */
export async function findRunningId(db: Kysely<Database>, kind: RunKind): Promise<string | null> {
  const run = await db
    .selectFrom('runs')
    .select('id')
    .where('kind', '=', kind)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return run?.id ?? null
}
