import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import pg from 'pg'
import type { FilmStorage } from '#domain/films/film.ts'
import type { PictureStorage } from '#domain/pictures/picture.ts'
import { WITHOUT_LIMITS } from '#infra/db/connect.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { StartupError } from '#infra/startup-error.ts'
import { type Manifest, readArchive } from './backup-archive.ts'
import type { BackupKey } from './backup-key.ts'
import { listTables, readFigures } from './dump-database.ts'
import { beginLoading, parseJobs, type WaitingJob } from './load-database.ts'
import { createMediaWriter } from './media-files.ts'

export type RestoreOptions = {
  /** Opens the file from its beginning; it is read twice. */
  openFile(): Promise<Readable>
  key: BackupKey
  databaseUrl: string
  media: { pictures: PictureStorage; films: FilmStorage }
  /** Whether a shop that has products or orders may be thrown away. */
  replace: boolean
  printStep(line: string): void
}

export type Restored = { manifest: Manifest; jobs: WaitingJob[] }

/**
 * Replaces the contents of the database by a backup. The whole file is checked before anything is touched. The database
 * changes in one transaction: after an interruption it is as before, and the restore may be repeated.
 *
 * @throws BackupFileError for a damaged or foreign file, StartupError for a shop that is not empty
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { openFile, key, databaseUrl, media, replace, printStep } = options
  const manifest = await readArchive(await openFile(), key)
  printStep(`The file is whole: the backup of ${manifest.shopUrl} from ${manifest.createdAt}`)
  const migrations = readMigrations(manifest)
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'restore-backup' })
  await client.connect()
  await client.query(WITHOUT_LIMITS)
  let jobs: WaitingJob[] = []
  try {
    if (!replace) await refuseFilledShop(client)
    await client.query('begin')
    const database = await beginLoading(client, manifest, migrations)
    const files = createMediaWriter(media.pictures, media.films)
    await readArchive(await openFile(), key, async (entry) => {
      if (entry.name === 'jobs.json') jobs = parseJobs(entry)
      else if (entry.name.startsWith('media/')) await files.write(entry)
      else await database.load(entry)
    })
    await files.flush()
    await database.finish()
    await compare(client, manifest)
    await client.query('commit')
  } finally {
    // What was not committed is undone with the connection.
    await client.end()
  }
  return { manifest, jobs }
}

/** The SQL of the backup's migrations; a backup of a newer version is refused. */
function readMigrations({ migrations }: Manifest): string[] {
  return migrations.map(({ name }) => {
    try {
      return readFileSync(join(PROJECT_ROOT, 'db', 'migrations', name), 'utf8')
    } catch {
      throw new StartupError(`The backup was made by another version of the shop, which has db/migrations/${name}.`)
    }
  })
}

async function refuseFilledShop(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(`select to_regclass('public.products') is not null as found`)
  if (!rows[0]?.found) return
  const { rows: counts } = await client.query<{ products: number; orders: number }>(
    'select (select count(*)::int from products) as products, (select count(*)::int from orders) as orders',
  )
  const { products = 0, orders = 0 } = counts[0] ?? {}
  if (products + orders === 0) return
  throw new StartupError(
    `This shop has ${products} products and ${orders} orders, which a restore deletes. Add --replace if that is meant.`,
  )
}

/** Throws when the restored database is not what the manifest says. */
async function compare(client: pg.Client, { rows, figures }: Manifest): Promise<void> {
  for (const { table } of await listTables(client)) {
    const { rows: counted } = await client.query<{ count: number }>(`select count(*)::int as count from ${table}`)
    if (counted[0]?.count !== (rows[table] ?? 0)) {
      throw new Error(`${table} has ${counted[0]?.count} rows, the backup had ${rows[table] ?? 0}.`)
    }
  }
  const found = await readFigures(client)
  const wrong = Object.keys(figures).find((name) => figures[name] !== found[name])
  if (wrong !== undefined) throw new Error(`${wrong} is ${found[wrong]}, the backup had ${figures[wrong]}.`)
}
