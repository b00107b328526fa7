import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { isDatabaseUnavailable } from '#domain/kernel/database/database-error.ts'
import { log } from '#domain/kernel/log.ts'
import { checkDatabases } from '#infra/db/check-databases.ts'
import { connectDatabase, type DatabaseConnection, poolSizes } from '#infra/db/connect.ts'
import { watchDatabase } from '#infra/db/database-watch.ts'
import { closeDataFolder } from '#infra/embedded-postgres/data-folder.ts'
import { type DiskSpace, watchDiskSpace } from '#infra/embedded-postgres/disk-space.ts'
import { openEmbeddedDatabase } from '#infra/embedded-postgres/open-embedded-database.ts'
import { choosePostgresUser } from '#infra/embedded-postgres/programs.ts'
import type { Env } from '#infra/env.ts'
import type { Lifecycle } from '#infra/lifecycle.ts'
import type { Tracing } from '#infra/monitoring/tracing.ts'
import { printStep } from './terminal.ts'

export type OpenDatabase = DatabaseConnection & {
  /** Its connections keep their session. */
  url: string
  publicDb: Kysely<Database>
  publicPool: DatabaseConnection['pool']
  /** Begins to refuse work while the database does not answer; the start itself waits for it. */
  watchOutages(): Promise<void>
  checkReady(): Promise<void>
  /** Null for an external database. */
  disk: DiskSpace | null
}

export async function openDatabase(env: Env, lifecycle: Lifecycle, tracing: Tracing): Promise<OpenDatabase> {
  const isEmbedded = env.databaseUrl === null
  closeDataFolder(env.dataDir, { passedThrough: isEmbedded && choosePostgresUser().uid !== undefined })
  const { databaseUrl, poolerUrl } = env
  if (databaseUrl) await checkDatabases({ databaseUrl, poolerUrl })
  const { url, cluster } = databaseUrl
    ? { url: databaseUrl, cluster: null }
    : await openEmbeddedDatabase({ dataDir: env.dataDir, printStep, lifecycle })
  const disk = cluster === null ? null : watchDiskSpace(cluster, env.minFreeDiskMib)
  const watch = watchDatabase(url)
  lifecycle.onStop('the watch over the database', async () => {
    watch.close()
    disk?.close()
  })
  const onIdleError = (error: Error) => {
    // The database watch logs an unavailable database once for all connections.
    if (!isDatabaseUnavailable(error)) log.warn('An idle database connection broke', { error })
  }
  const { noteStatement } = tracing
  const sizes = poolSizes()
  const connection = connectDatabase(poolerUrl ?? url, {
    isPooled: poolerUrl !== null,
    max: sizes.shop,
    watch,
    onIdleError,
    noteStatement,
  })
  lifecycle.onStop('database connections', connection.close)
  const forPublic = connectDatabase(url, { max: sizes.public, use: 'public', watch, onIdleError, noteStatement })
  lifecycle.onStop('database connections for public reads', forPublic.close)
  printStep(databaseUrl ? 'Baza danych: PostgreSQL z DATABASE_URL' : 'Baza danych działa')
  const checkReady = async () => {
    await disk?.check()
    await watch.check()
    // The watch does not go through the pooler.
    if (poolerUrl !== null) await sql`select 1`.execute(connection.db)
  }
  const { db: publicDb, pool: publicPool } = forPublic
  return { ...connection, url, publicDb, publicPool, watchOutages: watch.begin, checkReady, disk }
}
