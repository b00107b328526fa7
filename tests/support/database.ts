import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import pg from 'pg'
import { inject } from 'vitest'
import type { Database } from '#domain/database.ts'
import { connectDatabase } from '#infra/db/connect.ts'

export type TestDatabase = {
  url: string
  db: Kysely<Database>
  pool: pg.Pool
  /** Closes `db` and drops the database. Cuts other connections to it. */
  drop(): Promise<void>
}

/**
 * A database for one test file: the migrated schema with the demo catalogue, unless `demo: false`. Takes about 50 ms.
 */
export async function createTestDatabase(options: { demo?: boolean } = {}): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const template = options.demo === false ? 'template_empty' : 'template_demo'
  await onServer(`create database ${name} template ${template} strategy file_copy`)
  const broken: Error[] = []
  const url = inject('testDatabaseUrl').replace(/NAME$/, name)
  const { db, pool, close } = connectDatabase(url, { max: 10, onIdleError: (error) => broken.push(error) })
  return {
    url,
    db,
    pool,
    async drop() {
      await close()
      // Later errors only come from connections that were cut while closing.
      const [firstBroken] = broken
      await onServer(`drop database ${name} with (force)`)
      if (firstBroken) throw firstBroken
    },
  }
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('testDatabaseUrl').replace(/NAME$/, 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
