import type { Kysely } from 'kysely'
import type pg from 'pg'
import { expect } from 'vitest'
import type { Database } from '#domain/database.ts'
import { captureQueries, explainQueries } from './query-plan.ts'

/** A query of the application, and how little of a large database it may read. */
export type LimitedQuery = {
  name: string
  run(db: Kysely<Database>): Promise<unknown>
  /** What was asked on the same connections earlier, and may read more. */
  before?(db: Kysely<Database>): Promise<unknown>
  /** Indexes of which each is used. */
  by: string[]
  /** Rows of growing tables that may be looked at. */
  rows: number
  /** Rows that may be sorted at once where they are more than usual. */
  sorted?: number
}

/**
 * What fits a search is sorted as far as it is counted, and the days of three years are; nothing that grows is sorted
 * in greater numbers.
 */
export const SORTED_MOST = 1_100

/**
 * Explains what the query really sends: no growing table is read whole, its indexes are used, few rows are read and
 * sorted.
 */
export async function expectFewRows(
  pool: pg.Pool,
  { run, before, by, rows, sorted = SORTED_MOST }: LimitedQuery,
): Promise<void> {
  const queries = await captureQueries(pool, run, before)
  expect(queries).not.toEqual([])
  const plan = await explainQueries(pool, queries)
  expect(plan.readWhole).toEqual([])
  expect(plan.indexes).toEqual(expect.arrayContaining(by))
  expect(plan.rowsRead).toBeLessThanOrEqual(rows)
  expect(plan.rowsSorted).toBeLessThanOrEqual(sorted)
}
