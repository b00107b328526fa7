import { availableParallelism } from 'node:os'
import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { isDatabaseUnavailable } from '#domain/kernel/database-error.ts'
import { log } from '#domain/kernel/log.ts'
import { checkExternalDatabase, connectDatabase, type DatabaseConnection } from '#infra/db/connect.ts'
import { watchDatabase } from '#infra/db/database-watch.ts'
import { type DiskSpace, watchDiskSpace } from '#infra/embedded-postgres/disk-space.ts'
import { openEmbeddedDatabase } from '#infra/embedded-postgres/open-embedded-database.ts'
import { choosePostgresUser } from '#infra/embedded-postgres/programs.ts'
import type { Env } from '#infra/env.ts'
import { closeDataFolder } from './data-folder.ts'
import type { Lifecycle } from './lifecycle.ts'
import { printStep } from './terminal.ts'

export type OpenDatabase = DatabaseConnection & {
  url: string
  publicDb: Kysely<Database>
  checkReady(): Promise<void>
  /** Null for an external database. */
  disk: DiskSpace | null
}

export async function openDatabase(env: Env, lifecycle: Lifecycle): Promise<OpenDatabase> {
  const isEmbedded = env.databaseUrl === null
  closeDataFolder(env.dataDir, { passedThrough: isEmbedded && choosePostgresUser().uid !== undefined })
  if (env.databaseUrl) await checkExternalDatabase(env.databaseUrl)
  const { url, cluster } = env.databaseUrl
    ? { url: env.databaseUrl, cluster: null }
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
  // PostgreSQL accepts 100 by default, and several processes may share it. Enough connections let simultaneous commits
  // share one wait for the disk.
  const connection = connectDatabase(url, {
    max: Math.min(40, Math.max(20, availableParallelism() * 4)),
    watch,
    onIdleError,
  })
  lifecycle.onStop('database connections', connection.close)
  // At most as many as the processors can work on, which orders use as well.
  const forPublic = connectDatabase(url, {
    max: Math.min(10, Math.max(2, availableParallelism())),
    use: 'public',
    watch,
    onIdleError,
  })
  lifecycle.onStop('database connections for public reads', forPublic.close)
  printStep(env.databaseUrl ? 'Using the PostgreSQL of DATABASE_URL' : 'PostgreSQL is running')
  const checkReady = async () => {
    await disk?.check()
    await watch.check()
  }
  return { ...connection, url, publicDb: forPublic.db, checkReady, disk }
}
