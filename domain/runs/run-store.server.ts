import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { PaymentMode } from '#domain/payments/payment-provider.ts'
import type { RunFailure, RunKind } from './run.ts'

/** Begins a run; null where one of its kind is under way. */
export async function insertRun(
  trx: Transaction<Database>,
  run: { kind: RunKind; mode: PaymentMode; startedBy: string },
): Promise<string | null> {
  const inserted = await trx
    .insertInto('runs')
    .values({ kind: run.kind, mode: run.mode, started_by: run.startedBy })
    .onConflict((conflict) => conflict.column('kind').where('status', '=', 'running').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

/** Adds the products that the provider should have in the run's mode, or has and should not; those it has already stay. */
export async function insertItems(trx: Transaction<Database>, runId: string, mode: PaymentMode): Promise<void> {
  await sql`
    insert into run_items (run_id, product_id)
    select ${runId}, id from products
    where active or exists (
      select from provider_products
      where product_id = products.id and mode = ${mode} and provider_product_id is not null
    )
    on conflict do nothing`.execute(trx)
}

/** Adds the products on sale that the provider does not have in this mode yet; answers how many. */
export async function insertMissingItems(
  trx: Transaction<Database>,
  runId: string,
  mode: PaymentMode,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into run_items (run_id, product_id)
    select ${runId}, id from products
    where active and not exists (
      select from provider_products
      where product_id = products.id and mode = ${mode} and provider_product_id is not null
    )
    on conflict do nothing`.execute(trx)
  return Number(numAffectedRows)
}

/** A run that is under way. */
export function findRunning(db: Kysely<Database>, id: string) {
  return db
    .selectFrom('runs')
    .select(['id', 'kind', 'mode', 'started_by'])
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirst()
}

/** The same, locked: whoever ends it ends it alone. */
export function lockRunning(trx: Transaction<Database>, id: string) {
  return trx
    .selectFrom('runs')
    .select(['id', 'kind', 'mode', 'started_by'])
    .where('id', '=', id)
    .where('status', '=', 'running')
    .forUpdate()
    .executeTakeFirst()
}

/** The next products of a run, in a stable order. */
export async function listWaitingItems(db: Kysely<Database>, runId: string, most: number): Promise<string[]> {
  const items = await db
    .selectFrom('run_items')
    .select('product_id')
    .where('run_id', '=', runId)
    .where('status', '=', 'waiting')
    .orderBy('product_id')
    .limit(most)
    .execute()
  return items.map(({ product_id }) => product_id)
}

export async function endItem(
  db: Kysely<Database>,
  { runId, productId }: { runId: string; productId: string },
  failure: RunFailure | null,
): Promise<void> {
  await db
    .updateTable('run_items')
    .set({ status: failure === null ? 'done' : 'failed', failure })
    .where('run_id', '=', runId)
    .where('product_id', '=', productId)
    .where('status', '=', 'waiting')
    .execute()
}

/** Gives up what still waits. */
export async function failWaitingItems(db: Kysely<Database>, runId: string, failure: RunFailure): Promise<void> {
  await db
    .updateTable('run_items')
    .set({ status: 'failed', failure })
    .where('run_id', '=', runId)
    .where('status', '=', 'waiting')
    .execute()
}

export function countItems(db: Kysely<Database>, runId: string) {
  return db
    .selectFrom('run_items')
    .select([
      sql<number>`(count(*) filter (where status = 'done'))::int`.as('done'),
      sql<number>`(count(*) filter (where status = 'failed'))::int`.as('failed'),
    ])
    .where('run_id', '=', runId)
    .executeTakeFirstOrThrow()
}

export async function endRun(
  trx: Transaction<Database>,
  id: string,
  outcome: { failure: RunFailure | null; moment: Date },
): Promise<void> {
  const { failure, moment } = outcome
  await trx
    .updateTable('runs')
    .set({ status: failure === null ? 'done' : 'failed', failure, finished_at: moment })
    .where('id', '=', id)
    .execute()
}
