import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isBusy } from '#domain/kernel/database/transaction.server.ts'
import { log } from '#domain/kernel/log.ts'
import { WITHOUT_LIMITS } from '#infra/db/connect.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { StartupError } from '#infra/startup-error.ts'

export type Migration = { name: string; sql: string; checksum: string }

const MIGRATIONS_FOLDER = join(PROJECT_ROOT, 'db', 'migrations')

/** An arbitrary key of our own; processes that start at the same time migrate one after another. */
const MIGRATION_LOCK = 7_310_441

/**
 * A migration that waits for a table holds up every order that comes after it. So the migration gives up long before an
 * order would (`lock_timeout` in connect.ts), and before PostgreSQL looks for deadlocks (1 s). It tries again after a
 * pause in which orders proceed, for five minutes in all, because a backup locks every table while it reads.
 */
const LOCK_TIMEOUT = '500ms'
const PAUSE_MS = 500
const TRIED_FOR_MS = 5 * 60_000

export const MIGRATIONS_TABLE = `create table if not exists schema_migrations (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
)`

/**
 * Applies the new files of db/migrations in order of their names, each in its own transaction. Returns the names
 * applied.
 * @param options.allowsNewer whether the database may have been migrated by a build after this one, which only added to
 *   it
 * @throws StartupError when a file was changed after it was applied
 */
export async function migrate(
  url: string,
  folder = MIGRATIONS_FOLDER,
  { allowsNewer = false } = {},
): Promise<string[]> {
  const migrations = readMigrations(folder)
  const client = new pg.Client({ connectionString: url, application_name: 'perfumeria-migrations' })
  await client.connect()
  try {
    // The migrations of another process, which may take long, are waited for.
    await client.query(WITHOUT_LIMITS)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`)
    await client.query(MIGRATIONS_TABLE)
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migrations',
    )
    const applied = new Map(rows.map((row) => [row.name, row.checksum]))
    const { changed, unknown, pending } = compareMigrations(migrations, applied)
    refuseRewrittenHistory(changed, allowsNewer ? [] : unknown)
    if (unknown.length > 0) log.warn('A newer build of the shop migrated this database', { migrations: unknown })
    const waiting = migrations.filter((migration) => pending.includes(migration.name))
    for (const migration of waiting) await applyWhenFree(client, migration)
    return pending
  } finally {
    // Closing the session releases the lock.
    await client.end()
  }
}

/** Names of files: not applied yet, changed after they were applied, and applied but no longer there. */
export type MigrationState = { applied: number; pending: string[]; changed: string[]; unknown: string[] }

/** What `migrate` would do with a database. */
export async function readMigrationState(url: string, folder = MIGRATIONS_FOLDER): Promise<MigrationState> {
  const client = new pg.Client({ connectionString: url, application_name: 'perfumeria-migrations' })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string | null }>(`select to_regclass('schema_migrations') as name`)
    const isNew = rows[0]?.name == null
    const history = isNew
      ? []
      : (await client.query<{ name: string; checksum: string }>('select name, checksum from schema_migrations')).rows
    return compareMigrations(readMigrations(folder), new Map(history.map((row) => [row.name, row.checksum])))
  } finally {
    await client.end()
  }
}

function compareMigrations(migrations: Migration[], applied: Map<string, string>): MigrationState {
  const known = new Set(migrations.map(({ name }) => name))
  const namesOf = (wanted: (migration: Migration) => boolean) => migrations.filter(wanted).map(({ name }) => name)
  return {
    applied: applied.size,
    pending: namesOf(({ name }) => !applied.has(name)),
    changed: namesOf(({ name, checksum }) => applied.has(name) && applied.get(name) !== checksum),
    unknown: [...applied.keys()].filter((name) => !known.has(name)),
  }
}

/** The migrations of this build, in the order in which they are applied. */
export function readMigrations(folder = MIGRATIONS_FOLDER): Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const sql = readFileSync(join(folder, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex') }
    })
}

function refuseRewrittenHistory([changed]: string[], [unknown]: string[]): void {
  if (changed !== undefined) {
    throw new StartupError(
      `Plik db/migrations/${changed} zmienił się po użyciu w tej bazie. ` +
        'Przywróć go, a zmianę zapisz w nowym pliku.',
    )
  }
  if (unknown !== undefined) {
    throw new StartupError(
      `Tę bazę zmieniła inna wersja sklepu (zna ${unknown}). Uruchom tamtą wersję. ` +
        'Jak wrócić do tej, mówi „Going back” w docs/operations.md.',
    )
  }
}

/** Applies a migration as soon as its tables are free for it. */
async function applyWhenFree(client: pg.Client, migration: Migration): Promise<void> {
  const until = performance.now() + TRIED_FOR_MS
  for (;;) {
    try {
      return await apply(client, migration)
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      await pause(PAUSE_MS)
    }
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin')
    await runMigration(client, migration)
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`db/migrations/${migration.name} failed: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
  }
}

/** Within the caller's transaction. */
export async function runMigration(client: pg.Client, { name, sql, checksum }: Migration): Promise<void> {
  await client.query(sql)
  await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [name, checksum])
}
