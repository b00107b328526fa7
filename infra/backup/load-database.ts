import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { z } from 'zod'
import type { ArchiveEntry, Manifest } from './backup-archive.ts'
import { listTables } from './dump-database.ts'

const TABLE_ENTRY = /^tables\/(?<table>\w+)\/\d+\.copy$/

const jobsSchema = z.array(z.object({ name: z.string(), data: z.unknown(), startAfter: z.string() }))
export type WaitingJob = z.output<typeof jobsSchema>[number]

type Loading = {
  /** Takes the entries of tables in the order they were written. */
  load(entry: ArchiveEntry): Promise<void>
  /** Puts constraints, triggers and counters back. Throws when a row refers to one that is not there. */
  finish(): Promise<void>
}

/**
 * Empties the database and makes the tables that a backup's migrations make, ready to be filled. Everything happens in
 * the caller's transaction: until it commits, the database is what it was.
 *
 * @param client of the owner of the schema
 * @param migrations SQL of the backup's migrations, in their order
 */
export async function beginLoading(client: pg.Client, manifest: Manifest, migrations: string[]): Promise<Loading> {
  await client.query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public')
  for (const sql of migrations) await client.query(sql)
  await client.query(`create table schema_migrations (name text primary key, checksum text not null,
    applied_at timestamptz not null default now())`)
  await client.query(
    `insert into schema_migrations (name, checksum)
     select * from jsonb_to_recordset($1) as migration (name text, checksum text)`,
    [JSON.stringify(manifest.migrations)],
  )
  const tables = new Map((await listTables(client)).map(({ table, columns }) => [table, columns]))
  // Migrations may fill tables, whose rows are in the backup too.
  const foreignKeys = await dropForeignKeys(client)
  for (const table of tables.keys()) {
    await client.query(`alter table ${table} disable trigger user; truncate ${table}`)
  }
  return {
    async load({ name, bytes }) {
      const table = name.match(TABLE_ENTRY)?.groups?.table ?? ''
      const columns = tables.get(table)
      if (columns === undefined)
        throw new Error(`The backup has rows of a table ${table} that its migrations do not make.`)
      await pipeline(Readable.from([bytes]), client.query(copyFrom(`copy ${table} (${columns}) from stdin`)))
    },
    async finish() {
      for (const statement of foreignKeys) await client.query(statement)
      for (const table of tables.keys()) await client.query(`alter table ${table} enable trigger user`)
      await advanceCounters(client)
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

/** The next number of each counter comes after those that are there. */
async function advanceCounters(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(`
    select format('select setval(%L, (select coalesce(max(%I), 0) + 1 from %s), false)',
      pg_get_serial_sequence(attrelid::regclass::text, attname), attname, attrelid::regclass) as statement
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r'
      and pg_get_serial_sequence(attrelid::regclass::text, attname) is not null`)
  for (const { statement } of rows) await client.query(statement)
}

export function parseJobs({ bytes }: ArchiveEntry): WaitingJob[] {
  return jobsSchema.parse(JSON.parse(Buffer.from(bytes).toString()))
}
