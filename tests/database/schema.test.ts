import { readFileSync } from 'node:fs'
import { expect, test } from '#tests/support/fixtures.ts'
import { describeSchema, readTables } from '../../scripts/describe-schema.ts'
import { describeTables } from '../../scripts/describe-tables.ts'

test('db/schema.sql equals the result of the migrations: npm run db:schema writes it', async ({ database }) => {
  expect(await describeSchema(database.pool)).toBe(readFileSync('db/schema.sql', 'utf8'))
})

test('domain/schema-tables.ts has the rows that the migrations make', async ({ database }) => {
  expect(describeTables(await readTables(database.pool))).toBe(readFileSync('domain/schema-tables.ts', 'utf8'))
})

test('every table has a comment in the database', async ({ database }) => {
  const { rows } = await database.pool.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations'
      and obj_description(oid, 'pg_class') is null`)
  expect(rows).toEqual([])
})

/** Some triggers compare rows without columns that they name in a string, which the database does not check. */
test('triggers name only columns that their table has', async ({ database }) => {
  const { rows } = await database.pool.query<{ place: string; unknown: string }>(`
    select tgname as place, named as unknown
    from pg_trigger
    cross join lateral (values (pg_get_triggerdef(pg_trigger.oid)), (pg_get_functiondef(tgfoid))) as texts (body)
    cross join lateral regexp_matches(body, '''\\{([a-z_,]+)\\}''', 'g') as lists
    cross join lateral unnest(string_to_array(lists[1], ',')) as named
    where not tgisinternal and not exists (
      select from pg_attribute where attrelid = tgrelid and attname = named and not attisdropped)`)
  expect(rows).toEqual([])
})
