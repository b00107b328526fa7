import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { z } from 'zod'
import { MIGRATIONS_TABLE, type Migration, runMigration } from '#infra/db/migrate.ts'
import { type ArchiveEntry, BackupFileError, findTable } from './backup-archive.ts'
import { listTables } from './dump-database.ts'

const jobsSchema = z.array(z.object({ name: z.string(), data: z.unknown(), startAfter: z.string() }))
export type WaitingJob = z.output<typeof jobsSchema>[number]

type Loading = {
  /**
   * Takes the entries of tables in the order in which they were written. @returns false: the table is none of the
   * shop's
   * @throws BackupFileError for rows that do not fit
   */
  load(entry: ArchiveEntry): Promise<boolean>
  /**
   * Restores constraints, triggers and counters.
   * @throws BackupFileError when a row refers to a missing one
   */
  finish(): Promise<void>
}

/**
 * Empties the database and makes the tables that a backup's migrations make, ready to be filled. Everything happens in
 * the caller's transaction: until it commits, the database is what it was.
 *
 * @param client of the owner of the schema
 * @param migrations those of the backup, in their order
 */
export async function beginLoading(client: pg.Client, migrations: readonly Migration[]): Promise<Loading> {
  await client.query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public')
  await client.query(MIGRATIONS_TABLE)
  for (const migration of migrations) await runMigration(client, migration)
  const tables = new Map((await listTables(client)).map(({ table, columns }) => [table, columns]))
  // Migrations may fill tables, whose rows are in the backup too.
  const foreignKeys = await dropForeignKeys(client)
  for (const table of tables.keys()) {
    await client.query(`alter table ${table} disable trigger user; truncate ${table}`)
  }
  let copy: TableCopy | null = null
  return {
    async load({ name, bytes }) {
      const table = findTable(name)
      const columns = table === null ? undefined : tables.get(table)
      if (table === null || columns === undefined) return false
      if (copy?.table !== table) {
        await copy?.end()
        copy = beginCopy(client, table, columns)
      }
      await copy.write(bytes)
      return true
    },
    async finish() {
      await copy?.end()
      for (const statement of foreignKeys) {
        await client.query(statement).catch((cause: Error) => {
          throw new BackupFileError(`Dane w kopii zapasowej są ze sobą sprzeczne: ${cause.message}.`, { cause })
        })
      }
      for (const table of tables.keys()) await client.query(`alter table ${table} enable trigger user`)
      await advanceCounters(client)
    },
  }
}

type TableCopy = { table: string; write(bytes: Uint8Array): Promise<void>; end(): Promise<void> }

/** One COPY takes all entries of a table, since an entry may end in the middle of a row. */
function beginCopy(client: pg.Client, table: string, columns: string): TableCopy {
  const rows = new PassThrough()
  const copied = pipeline(rows, client.query(copyFrom(`copy ${table} (${columns}) from stdin`))).catch(
    (cause: Error) => {
      throw new BackupFileError(`Nie można wczytać wierszy tabeli ${table}: ${cause.message}.`, { cause })
    },
  )
  // A caller that writes or ends gets the failure. If something else fails first, nobody awaits this promise any more.
  copied.catch(() => undefined)
  return {
    table,
    async write(bytes) {
      if (!rows.write(bytes)) await Promise.race([once(rows, 'drain'), copied])
    },
    async end() {
      rows.end()
      await copied
    },
  }
}

/** @returns the statements that add them again */
async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`)
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ add }) => add)
}

/**
 * The next number of each counter follows the existing ones. A dropped column has no counter. BaseLinker keeps the
 * numbers that it read after the backup, and changes the parcel of a number: its counter leaps to the seconds that have
 * passed, which is above all that can have been given.
 */
async function advanceCounters(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('select setval(%L, (select greatest(max(%I), %s) + 1 from %s), false)',
      pg_get_serial_sequence(attrelid::regclass::text, attname), attname,
      case relname when 'baselinker_orders' then extract(epoch from now() - timestamptz '2026-01-01')::integer else 0 end,
      attrelid::regclass) as statement
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and case when not attisdropped then pg_get_serial_sequence(attrelid::regclass::text, attname) end is not null`)
  for (const { statement } of rows) await client.query(statement)
}

export function parseJobs({ bytes }: ArchiveEntry): WaitingJob[] {
  return jobsSchema.parse(JSON.parse(Buffer.from(bytes).toString()))
}
