import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { ArchiveEntry, Figures, Manifest } from './backup-archive.ts'

/**
 * A table's rows are cut into entries of this size, bytes: an archive names the size of an entry before its content. A cut
 * may go through a row.
 */
const ENTRY_BYTES = 8 * 1024 * 1024

/** Jobs that are not done yet. Running ones are started again. */
const WAITING_JOBS = `select name, data, start_after as "startAfter" from pgboss.job
  where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%'`

/** Sums of money, stock and rows that matter most, each one number or text. */
const FIGURES = `
  select 'orders' as name, count(*)::text as value from orders
  union all select 'orders_grosze', coalesce(sum(total_grosze), 0)::text from orders
  union all select 'paid_grosze', coalesce(sum(amount_grosze) filter (where paid_at is not null), 0)::text from payments
  union all select 'refunded_grosze', coalesce(sum(amount_grosze) filter (where status = 'succeeded'), 0)::text from refunds
  union all select 'stock', coalesce(sum(stock_quantity), 0)::text from products
  union all select 'products', count(*)::text from products
  union all select 'customers', count(*)::text from users`

type Dump = Pick<Manifest, 'migrations' | 'rows' | 'figures'>

/**
 * Reads every table in one snapshot, without what is committed meanwhile.
 *
 * @param client a connection without other queries until the generator returns
 */
export async function* dumpDatabase(
  client: pg.Client,
  printStep: (line: string) => void,
): AsyncGenerator<ArchiveEntry, Dump> {
  await client.query('begin isolation level repeatable read read only')
  try {
    const rows: Record<string, number> = {}
    for (const { table, columns } of await listTables(client)) {
      rows[table] = yield* dumpTable(client, table, columns)
      printStep(`${table}, wiersze: ${rows[table]}`)
    }
    const { rows: jobs } = await client.query(WAITING_JOBS)
    yield { name: 'jobs.json', bytes: Buffer.from(JSON.stringify(jobs)) }
    const { rows: migrations } = await client.query<Dump['migrations'][number]>(
      'select name, checksum from schema_migrations order by name',
    )
    return { migrations, rows, figures: await readFigures(client) }
  } finally {
    await client.query('rollback')
  }
}

/** Tables of the shop with the columns that are stored, not computed, as SQL. */
export async function listTables(client: pg.Client): Promise<{ table: string; columns: string }[]> {
  const { rows } = await client.query<{ table: string; columns: string }>(`
    select relname as table, string_agg(quote_ident(attname), ', ' order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations'
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`)
  return rows
}

export async function readFigures(client: pg.Client): Promise<Figures> {
  const { rows } = await client.query<{ name: string; value: string }>(FIGURES)
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

/** @returns how many rows */
async function* dumpTable(client: pg.Client, table: string, columns: string): AsyncGenerator<ArchiveEntry, number> {
  const source = client.query(copyTo(`copy ${table} (${columns}) to stdout`))
  let number = 0
  let pieces: Buffer[] = []
  let size = 0
  const cut = (): ArchiveEntry => {
    number += 1
    const bytes = Buffer.concat(pieces)
    pieces = []
    size = 0
    return { name: `tables/${table}/${String(number).padStart(6, '0')}.copy`, bytes }
  }
  for await (const piece of source) {
    pieces.push(piece)
    size += piece.length
    if (size >= ENTRY_BYTES) yield cut()
  }
  if (size > 0) yield cut()
  // PostgreSQL tells the count after the last row, at times in a packet of its own: the next statement waits for it.
  await client.query('select')
  return source.rowCount
}
