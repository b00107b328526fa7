import { readFileSync } from 'node:fs'
import { expect, test } from '#tests/support/fixtures.ts'
import { describeSchema } from '../../scripts/describe-schema.ts'

test('db/schema.sql is what the migrations make: npm run db:schema writes it', async ({ database }) => {
  expect(await describeSchema(database.pool)).toBe(readFileSync('db/schema.sql', 'utf8'))
})

test('every table says in the database what it holds', async ({ database }) => {
  const { rows } = await database.pool.query<{ name: string }>(`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations'
      and obj_description(oid, 'pg_class') is null`)
  expect(rows).toEqual([])
})
