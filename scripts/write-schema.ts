// npm run db:schema: writes db/schema.sql and domain/schema-tables.ts, the readable result of all migrations.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#infra/db/migrate.ts'
import { startEmbeddedPostgres } from '#infra/embedded-postgres/postgres-server.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { describeSchema, readTables } from './describe-schema.ts'
import { describeTables } from './describe-tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'perfumeria-schema-'))
const postgres = await startEmbeddedPostgres({ dataDir: folder, durable: false, log: () => {} })
try {
  await postgres.ensureDatabase('schema')
  await migrate(postgres.url('schema'))
  const pool = new pg.Pool({ connectionString: postgres.url('schema'), max: 1 })
  writeFileSync(join(PROJECT_ROOT, 'db', 'schema.sql'), await describeSchema(pool))
  writeFileSync(join(PROJECT_ROOT, 'domain', 'schema-tables.ts'), describeTables(await readTables(pool)))
  await pool.end()
} finally {
  await postgres.stop()
  for (const made of [postgres.cluster, folder]) rmSync(made, { recursive: true, force: true })
}
