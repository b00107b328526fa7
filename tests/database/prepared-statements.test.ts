import { sql } from 'kysely'
import { transact } from '#domain/kernel/database/transaction.server.ts'
import { PLANNED_FOR_VALUES } from '#domain/kernel/lists/prefix-search.ts'
import { fail, ok } from '#domain/kernel/result.ts'
import { connectDatabase, type DatabaseConnection } from '#infra/db/connect.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

/** A pool with one connection, so that a test knows where a statement runs. */
const test = base.extend('single', async ({ database }, { onCleanup }) => {
  const connection = connectDatabase(database.url, { max: 1, onIdleError: () => undefined })
  onCleanup(() => connection.close())
  return connection
})

const readPrepared = async ({ pool }: DatabaseConnection) => {
  const { rows } = await pool.query<{ name: string; statement: string; used: number }>(
    'select name, statement, generic_plans + custom_plans as used from pg_prepared_statements',
  )
  return rows
}

test('prepared statements: a repeated statement is parsed once, under a name', async ({ single }) => {
  for (let time = 0; time < 12; time++) await sql`select ${time}::int as a_text_of_this_test`.execute(single.db)
  const own = expect.stringContaining('a_text_of_this_test')
  expect(await readPrepared(single)).toEqual([
    { name: expect.stringMatching(/^s_[\w-]{43}$/), statement: own, used: 11 },
  ])
})

test('prepared statements: a marked statement is planned for its values each time', async ({ single }) => {
  for (let time = 0; time < 3; time++) await sql`select ${sql.raw(PLANNED_FOR_VALUES)} ${time}::int`.execute(single.db)
  expect(await readPrepared(single)).toEqual([])
})

test('prepared statements: thousands of different texts leave a connection with at most 150', async ({ single }) => {
  for (let number = 0; number < 400; number++) {
    const read = () => sql<{ answer: number }>`select ${sql.lit(number)}::int as answer`.execute(single.db)
    expect([await read(), await read()].map(({ rows }) => rows[0]?.answer)).toEqual([number, number])
    expect((await readPrepared(single)).length).toBeLessThanOrEqual(150)
  }
})

test('prepared statements: a migration that changes a result type goes unnoticed by callers', async ({ single }) => {
  await sql`create table changing (id int)`.execute(single.db)
  const read = () => sql`select id from changing`.execute(single.db)
  await read()
  await read()
  await single.pool.query(`alter table changing alter column id type text; insert into changing values ('Anna')`)
  expect((await read()).rows).toEqual([{ id: 'Anna' }])
  expect((await read()).rows).toEqual([{ id: 'Anna' }])
})

test('prepared statements: a migration that adds a column does not affect statements that return all columns', async ({
  single,
}) => {
  await sql`create table growing (id int); insert into growing values (1)`.execute(single.db)
  const read = () =>
    transact(single.db, async (trx) => {
      await sql`update growing set id = 2 where id = 1 returning *`.execute(trx)
      return ok((await sql`select * from growing`.execute(trx)).rows)
    })
  await read()
  await read()
  await single.pool.query('alter table growing add column name text')
  expect(await read()).toEqual(ok([{ id: 2, name: null }]))
})

test('prepared statements: an outdated statement ends its transaction as busy, and the next one works', async ({
  single,
}) => {
  await sql`create table moving (id int)`.execute(single.db)
  const read = () =>
    transact(single.db, async (trx) => {
      await sql`insert into moving (id) values (1)`.execute(trx)
      return ok((await sql`select id from moving`.execute(trx)).rows)
    })
  await read()
  await read()
  await single.pool.query('truncate moving; alter table moving alter column id type bigint')
  expect(await read()).toEqual(fail({ reason: 'busy' }))
  expect(await read()).toEqual(ok([{ id: 1 }]))
})

test('prepared statements: a connection that lost them continues without them', async ({ single }) => {
  const read = () => sql<{ answer: number }>`select ${7}::int as answer`.execute(single.db)
  for (let time = 0; time < 3; time++) await read()
  await single.pool.query('deallocate all')
  expect((await read()).rows).toEqual([{ answer: 7 }])
  for (let time = 0; time < 3; time++) expect((await read()).rows).toEqual([{ answer: 7 }])
})
