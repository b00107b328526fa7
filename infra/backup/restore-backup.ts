import type { Readable } from 'node:stream'
import pg from 'pg'
import type { FilmStorage } from '#domain/films/film.ts'
import type { PictureStorage } from '#domain/pictures/picture.ts'
import { WITHOUT_LIMITS } from '#infra/db/connect.ts'
import { type Migration, readMigrations, runMigration } from '#infra/db/migrate.ts'
import { StartupError } from '#infra/startup-error.ts'
import {
  type ArchiveEntry,
  BackupFileError,
  checkArchive,
  findTable,
  type Manifest,
  readArchive,
} from './backup-archive.ts'
import type { BackupKey } from './backup-key.ts'
import { listTables, readFigures } from './dump-database.ts'
import { beginLoading, parseJobs, type WaitingJob } from './load-database.ts'
import { createMediaWriter } from './media-files.ts'

export type RestoreOptions = {
  /** Opens the file from its start; called twice, because the file is read twice. */
  openFile(): Promise<Readable>
  key: BackupKey
  databaseUrl: string
  media: { pictures: PictureStorage; films: FilmStorage }
  /** Whether the data of a shop with products or orders may be replaced. */
  replace: boolean
  printStep(line: string): void
}

export type Restored = { manifest: Manifest; jobs: WaitingJob[] }

/**
 * Replaces the contents of the database by a backup, and brings it up to this version's migrations. The whole file is
 * checked before anything is touched. The database changes in one transaction: after an interruption it is as before,
 * and the restore may be repeated.
 *
 * @throws BackupFileError for a file that is damaged, foreign or of another version, StartupError for a shop that is not
 * empty
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { openFile, key, databaseUrl, media, replace, printStep } = options
  const manifest = await checkArchive(await openFile(), key)
  printStep(`Plik jest cały: kopia ${manifest.shopUrl} z ${manifest.createdAt}`)
  const { applied, newer } = compareMigrations(manifest)
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'restore-backup' })
  await client.connect()
  await client.query(WITHOUT_LIMITS)
  let jobs: WaitingJob[] = []
  try {
    if (!replace) await refuseFilledShop(client)
    await client.query('begin')
    const database = await beginLoading(client, applied)
    const files = createMediaWriter(media.pictures, media.films)
    const leftOut = new Set<string>()
    const take = async (entry: ArchiveEntry) => {
      if (entry.name === 'jobs.json') {
        jobs = parseJobs(entry)
        return true
      }
      return entry.name.startsWith('media/') ? files.write(entry) : database.load(entry)
    }
    await readArchive(await openFile(), key, async (entry) => {
      if (!(await take(entry))) leftOut.add(findTable(entry.name) ?? entry.name)
    })
    for (const name of leftOut) printStep(`Pominięto ${name}: ten sklep nie ma takiej tabeli ani takiego pliku`)
    await files.flush()
    await database.finish()
    await compare(client, manifest)
    for (const migration of newer) {
      await runMigration(client, migration).catch((cause: Error) => {
        throw new BackupFileError(
          `db/migrations/${migration.name} nie pasuje do tej kopii zapasowej: ${cause.message}.`,
          {
            cause,
          },
        )
      })
      // Checks deferred constraints, because the next migration may change a table whose checks wait.
      await client.query('set constraints all immediate; set constraints all deferred')
    }
    await client.query('commit')
  } finally {
    // The end of the connection rolls back what was not committed.
    await client.end()
  }
  return { manifest, jobs }
}

/** This version's migrations that the backup's database had, and those that came later. */
function compareMigrations({ migrations }: Manifest): { applied: Migration[]; newer: Migration[] } {
  const present = readMigrations()
  const applied = migrations.map(({ name, checksum }) => {
    const migration = present.find((one) => one.name === name)
    if (migration?.checksum === checksum) return migration
    throw new BackupFileError(
      `Kopię zapasową zrobiła inna wersja sklepu, ${migration ? 'z innym' : 'z'} plikiem db/migrations/${name}: ` +
        'odtwórz ją w tamtej wersji.',
    )
  })
  return { applied, newer: present.filter((migration) => !applied.includes(migration)) }
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
    `Ten sklep ma już dane (produkty: ${products}, zamówienia: ${orders}), które odtworzenie usunie. ` +
      'Jeśli tak ma być, dodaj --replace.',
  )
}

/** @throws BackupFileError when the restored database is not what the manifest says */
async function compare(client: pg.Client, { rows, figures }: Manifest): Promise<void> {
  for (const { table } of await listTables(client)) {
    const { rows: counted } = await client.query<{ count: number }>(`select count(*)::int as count from ${table}`)
    if (counted[0]?.count !== (rows[table] ?? 0)) {
      throw new BackupFileError(
        `Po odtworzeniu tabela ${table} ma wierszy ${counted[0]?.count}, a w kopii miała ${rows[table] ?? 0}.`,
      )
    }
  }
  const found = await readFigures(client)
  // A figure that this version no longer counts is not compared.
  const wrong = Object.keys(found).find((name) => figures[name] !== undefined && figures[name] !== found[name])
  if (wrong !== undefined)
    throw new BackupFileError(`Po odtworzeniu ${wrong} wynosi ${found[wrong]}, a w kopii wynosi ${figures[wrong]}.`)
}
