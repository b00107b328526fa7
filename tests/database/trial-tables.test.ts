import { sql } from 'kysely'
import { JOB_VERDICTS, LOCKED_TABLES, TABLE_VERDICTS } from '#domain/flows/going-live/trial-tables.ts'
import { SHOP_JOBS } from '#infra/jobs/pg-boss-queue.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

const test = base.extend('demo', { scope: 'file' }, false)

test('going live: every table, and every job that names rows, is listed as deleted or kept', async ({
  database: { db },
}) => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'schema_migrations'`.execute(db)
  expect(Object.keys(TABLE_VERDICTS).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  expect(SHOP_JOBS.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(JOB_VERDICTS)))
  // Jobs that only the clock starts name no row.
  const unjudged = SHOP_JOBS.filter(({ name, schedule }) => !(name in JOB_VERDICTS) && schedule === undefined)
  expect(unjudged).toEqual([])
  // Tables that refer to an emptied table are emptied before it.
  const order = Object.keys(TABLE_VERDICTS)
  const { rows: keys } = await sql<{ child: string; parent: string }>`
    select conrelid::regclass::text as child, confrelid::regclass::text as parent from pg_constraint
    where contype = 'f' and confdeltype = 'a' and connamespace = 'public'::regnamespace`.execute(db)
  const gone = new Set(LOCKED_TABLES)
  const late = keys.filter(
    ({ child, parent }) => gone.has(child) && gone.has(parent) && order.indexOf(child) > order.indexOf(parent),
  )
  expect(late.filter(({ parent }) => parent !== 'products')).toEqual([])
})
