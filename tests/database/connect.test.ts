import { sql } from 'kysely'
import { isDatabaseUnavailable } from '#domain/kernel/database/database-error.ts'
import { transact } from '#domain/kernel/database/transaction.server.ts'
import { ok } from '#domain/kernel/result.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

let database: TestDatabase
const test = base.extend('demo', { scope: 'file' }, false)
test.beforeAll(({ database: started }) => {
  database = started
})

test('int8 arrives as a number, timestamptz as Date, in a UTC session with a limit for statements', async () => {
  const { rows } = await database.pool.query(`select 9007199254740991::int8 as most, 12345::numeric as exact,
    timestamptz '2026-03-29 02:30+02' as moment, to_char(timestamptz '2026-01-01 00:00Z', 'HH24:MI') as midnight,
    current_setting('statement_timeout') as timeout`)
  expect(rows).toEqual([
    {
      most: 9007199254740991,
      exact: '12345',
      moment: new Date('2026-03-29T00:30:00Z'),
      midnight: '00:00',
      timeout: '30s',
    },
  ])
})

test('an int8 that no number can hold is an error, never a wrong amount', async () => {
  await expect(database.pool.query('select 9007199254740993::int8')).rejects.toThrow(RangeError)
})

test('non-ASCII characters change case, and names sort as in Polish', async () => {
  const { rows } = await database.pool.query(`select lower('ZAŻÓŁĆ GĘŚLĄ JAŹŃ') as lower,
    (select array_agg(name order by name collate polish) from unnest(array['łza', 'lza', 'mza', 'ąbc', 'bcd', 'abc']) name) as names`)
  expect(rows).toEqual([{ lower: 'zażółć gęślą jaźń', names: ['abc', 'ąbc', 'bcd', 'lza', 'łza', 'mza'] }])
})

test('a connection that breaks in the middle of a transaction fails the transaction, not the process', async () => {
  const { db, pool } = database
  const work = transact(db, async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    const pid = rows[0]?.pid
    await pool.query('select pg_terminate_backend($1)', [pid])
    const alive = async () => (await pool.query('select from pg_stat_activity where pid = $1', [pid])).rowCount
    await expect.poll(alive).toBe(0)
    await sql`select 1`.execute(trx)
    return ok(null)
  })
  const failure: unknown = await work.catch((error: unknown) => error)
  expect(isDatabaseUnavailable(failure)).toBe(true)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
