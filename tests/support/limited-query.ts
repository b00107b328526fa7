import type { Kysely } from 'kysely'
import type pg from 'pg'
import { expect } from 'vitest'
import type { Database } from '#domain/database.ts'
import { captureQueries, explainQueries } from './query-plan.ts'

/** A query of the application, and how many rows of a large database it may read. */
export type LimitedQuery = {
  name: string
  run(db: Kysely<Database>): Promise<unknown>
  /** Earlier queries on the same connections, which may read more. */
  before?(db: Kysely<Database>): Promise<unknown>
  /** Indexes that must all be used. */
  by: string[]
  /** Most rows of growing tables that may be read. */
  rows: number
  /** Most rows that may be sorted at once, if higher than usual. */
  sorted?: number
}

/**
 * Matches of a search are sorted up to the counted limit, and so are the days of three years. No larger numbers of
 * growing rows may be sorted.
 */
export const SORTED_MOST = 1_100

/**
 * Explains the statements that are really sent: no growing table is read completely, the indexes are used, and few rows
 * are read and sorted.
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
