import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { PaymentMode } from '#domain/payments/payment-provider.ts'
import type { RunFailure, RunKind } from './run.ts'

/** Begins a run; null where one of its kind is under way. */
export async function insertRun(
  trx: Transaction<Database>,
  run: { kind: RunKind; mode: PaymentMode | null; startedBy: string },
): Promise<string | null> {
  const inserted = await trx
    .insertInto('runs')
    .values({ kind: run.kind, mode: run.mode, started_by: run.startedBy })
    // As a literal: a plan for any parameter finds no index that fits.
    .onConflict((conflict) => conflict.column('kind').where('status', '=', sql.lit('running')).doNothing())
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

export type RunItemSubject = { productId: string; checkoutId: null } | { productId: null; checkoutId: string }

const SUBJECT = sql<string>`coalesce(product_id, checkout_id)`

/** What is still to be done of a run, in a stable order, without what was put off. */
export async function listWaitingItems(
  db: Kysely<Database>,
  runId: string,
  { most, putOff = [] }: { most: number; putOff?: readonly string[] },
): Promise<RunItemSubject[]> {
  const items = await db
    .selectFrom('run_items')
    .select(['product_id', 'checkout_id'])
    .where('run_id', '=', runId)
    .where('status', '=', 'waiting')
    .where(sql<boolean>`${SUBJECT} <> all(${putOff}::uuid[])`)
    .orderBy(SUBJECT)
    .limit(most)
    .execute()
  return items.flatMap(({ product_id: productId, checkout_id: checkoutId }) => {
    if (productId !== null) return { productId, checkoutId: null }
    return checkoutId === null ? [] : { productId: null, checkoutId }
  })
}

/** Ends one item; `failure`: the reason and what its sentence needs beside it. */
export async function endItem(
  db: Kysely<Database>,
  runId: string,
  { productId, checkoutId }: RunItemSubject,
  failure: { reason: string; details?: object } | null,
): Promise<void> {
  await db
    .updateTable('run_items')
    .set({
      status: failure === null ? 'done' : 'failed',
      failure: failure?.reason ?? null,
      failure_details: failure?.details ? JSON.stringify(failure.details) : null,
    })
    .where('run_id', '=', runId)
    .where(SUBJECT, '=', productId ?? checkoutId)
    .where('status', '=', 'waiting')
    .execute()
}

/** Gives up what still waits; answers the checkouts among it. */
export async function failWaitingItems(db: Kysely<Database>, runId: string, reason: string): Promise<string[]> {
  const given = await db
    .updateTable('run_items')
    .set({ status: 'failed', failure: reason })
    .where('run_id', '=', runId)
    .where('status', '=', 'waiting')
    .returning('checkout_id')
    .execute()
  return given.flatMap(({ checkout_id }) => checkout_id ?? [])
}

/** Adds parcels; one that the run has had already is done anew. */
export async function insertParcelItems(
  trx: Transaction<Database>,
  runId: string,
  items: readonly { checkoutId: string; status: 'waiting' | 'done' | 'failed'; failure: string | null }[],
): Promise<void> {
  if (items.length === 0) return
  await trx
    .insertInto('run_items')
    .values(
      items.map(({ checkoutId, status, failure }) => ({ run_id: runId, checkout_id: checkoutId, status, failure })),
    )
    .onConflict((conflict) =>
      conflict.columns(['run_id', 'checkout_id']).doUpdateSet(({ ref }) => ({
        status: ref('excluded.status'),
        failure: ref('excluded.failure'),
        failure_details: null,
      })),
    )
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
