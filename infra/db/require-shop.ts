import pg from 'pg'
import { hasCluster } from '#infra/embedded-postgres/cluster.ts'
import type { Env } from '#infra/env.ts'
import { StartupError } from '#infra/startup-error.ts'

/**
 * For commands that read a shop: refuses settings that lead to no shop, before anything is created.
 *
 * @throws StartupError with one sentence
 */
export async function requireShop({ databaseUrl, dataDir }: Pick<Env, 'databaseUrl' | 'dataDir'>): Promise<void> {
  if (databaseUrl !== null) return requireTables(databaseUrl)
  if (hasCluster(dataDir)) return
  throw new StartupError(describeMissingShop(dataDir))
}

export const describeMissingShop = (dataDir: string): string =>
  `W folderze ${dataDir} nie ma sklepu: uruchom to polecenie jako użytkownik sklepu i z jego ustawieniami ` +
  '(DATA_DIR albo DATABASE_URL).'

async function requireTables(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ found: boolean }>(
      `select to_regclass('schema_migrations') is not null and to_regclass('pgboss.job') is not null as found`,
    )
    if (!rows[0]?.found)
      throw new StartupError('DATABASE_URL prowadzi do bazy, w której nie ma sklepu: uruchom go tam najpierw.')
  } finally {
    await client.end()
  }
}
