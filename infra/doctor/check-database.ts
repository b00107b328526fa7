import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { hasRealOrder } from '#domain/going-live/going-live-queries.server.ts'
import type { ShopProfile } from '#domain/settings/shop-profile.ts'
import { countOverdueWork, measureDatabase } from '#domain/system/system-status-queries.server.ts'
import { findMissingFacts } from '#domain/terms/terms.ts'
import { readTermsInForce } from '#domain/terms/terms-queries.server.ts'
import { checkDatabases } from '#infra/db/check-databases.ts'
import { connectDatabase, type DatabaseConnection, OTHER_CONNECTIONS, poolSizes } from '#infra/db/connect.ts'
import { readMigrationState } from '#infra/db/migrate.ts'
import { findRunningDatabase } from '#infra/embedded-postgres/open-embedded-database.ts'
import type { Env } from '#infra/env.ts'
import { StartupError } from '#infra/startup-error.ts'
import { broken, doubtful, type Finding, fine, nameError, type Probe } from './finding.ts'

type DatabaseSettings = Pick<Env, 'databaseUrl' | 'poolerUrl' | 'dataDir' | 'allowNewerDatabase' | 'profile'>

/** The checks of the database and of its pooler. An embedded PostgreSQL that is not running is not started. */
export function createDatabaseChecks(env: DatabaseSettings): Probe[] {
  const url = findDatabaseUrl(env)
  const check = (name: string, title: string, run: Probe['run']): Probe => ({ name, title, run })
  if (url === null) {
    const stopped = doubtful(
      'wbudowany PostgreSQL nie działa, bo sklep stoi',
      'uruchom npm start i sprawdź jeszcze raz',
    )
    return [check('database', 'Baza danych', async () => stopped)]
  }
  /** Runs work on the database; if it does not answer, the first check says so. */
  const onDatabase = (work: (database: DatabaseConnection) => Promise<Finding>) => async () => {
    try {
      return await withDatabase(url, work)
    } catch (error) {
      return doubtful(`nie sprawdzono (${nameError(error)})`, 'napraw najpierw połączenie z bazą danych')
    }
  }
  return [
    check('database', 'Baza danych', () => judgeDatabase(url, env.poolerUrl)),
    check(
      'migrations',
      'Migracje bazy',
      onDatabase(() => judgeMigrations(url, env.allowNewerDatabase)),
    ),
    check('connections', 'Połączenia z bazą', onDatabase(judgeConnections)),
    check('overdue', 'Zadania i wiadomości', onDatabase(judgeOverdue)),
    check(
      'terms',
      'Regulamin',
      onDatabase(({ db }) => judgeTerms(db, env.profile)),
    ),
  ]
}

/** The database of these settings; null: an embedded one that is not running. */
export function findDatabaseUrl({ databaseUrl, dataDir }: Pick<DatabaseSettings, 'databaseUrl' | 'dataDir'>) {
  return databaseUrl ?? findRunningDatabase(dataDir)
}

export async function withDatabase<Value>(
  url: string,
  work: (database: DatabaseConnection) => Promise<Value>,
): Promise<Value> {
  const database = connectDatabase(url, { max: 1, use: 'public', onIdleError: () => undefined })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function judgeDatabase(databaseUrl: string, poolerUrl: string | null): Promise<Finding> {
  try {
    await checkDatabases({ databaseUrl, poolerUrl }, { setsUpRole: false })
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    const [name = 'DATABASE_URL'] = error.message.split(' ')
    return broken('start jej nie przyjmie', `uruchom PostgreSQL albo popraw ${name}`, [error.message])
  }
  return withDatabase(databaseUrl, async ({ db }) => {
    const ms = await measureDatabase(db)
    const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db)
    const [version] = rows[0]?.version.split(' ') ?? []
    return fine(`PostgreSQL ${version} odpowiada w ${ms} ms${poolerUrl === null ? '' : ', pooler też'}`)
  })
}

async function judgeMigrations(url: string, allowsNewer: boolean): Promise<Finding> {
  const { applied, pending, changed, unknown } = await readMigrationState(url)
  if (unknown.length > 0 && allowsNewer) {
    return doubtful(`bazę zmieniła nowsza wersja (${unknown.join(', ')})`, 'wróć do niej, gdy będzie poprawiona')
  }
  if (unknown.length > 0) {
    return broken(
      `bazę zmieniła inna wersja sklepu (${unknown.join(', ')})`,
      'uruchom tamtą wersję albo przywróć kopię',
    )
  }
  if (changed.length > 0) {
    return broken(`pliki zmieniono po wykonaniu (${changed.join(', ')})`, 'przywróć ich treść, a zmianę dodaj osobno')
  }
  if (pending.length > 0) {
    return doubtful(`czekają ${pending.join(', ')}`, 'wykona je następny start sklepu; zrób przedtem kopię zapasową')
  }
  return fine(`wszystkie są wykonane (${applied})`)
}

async function judgeConnections({ db }: DatabaseConnection): Promise<Finding> {
  const { rows } = await sql<{ limits: number[]; used: number }>`
    select
      array[
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0),
        (select rolconnlimit from pg_roles where rolname = current_user),
        (select datconnlimit from pg_database where datname = current_database())
      ] as limits,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used`.execute(db)
  const { limits = [], used = 0 } = rows[0] ?? {}
  const { shop, public: forPublic } = poolSizes()
  // -1: the role or the database has no limit of its own.
  return judgeRoom({ limit: Math.min(...limits.filter((limit) => limit >= 0)), used, needed: shop + forPublic })
}

/** @param needed most connections in the pools of a process */
export function judgeRoom({ limit, used, needed }: { limit: number; used: number; needed: number }): Finding {
  const most = needed + OTHER_CONNECTIONS
  if (limit < most) {
    return doubtful(
      `wolno otworzyć ${limit}, a jeden proces sklepu otwiera do ${most}`,
      'podnieś max_connections albo limit roli',
    )
  }
  if (used > limit * 0.9) {
    return doubtful(`zajęte ${used} z ${limit}`, 'podnieś max_connections albo postaw PgBouncera przed bazą')
  }
  return fine(`zajęte ${used} z ${limit}, jeden proces sklepu otwiera do ${most}`)
}

async function judgeOverdue({ db }: DatabaseConnection): Promise<Finding> {
  const { rows } = await sql<{ started: boolean }>`
    select to_regclass('pgboss.job') is not null and to_regclass('mail_outbox') is not null as started`.execute(db)
  if (!rows[0]?.started) return fine('sklep jeszcze na tej bazie nie startował')
  const { jobs, mails } = await countOverdueWork(db)
  if (jobs + mails === 0) return fine('nic się nie spóźnia')
  return doubtful(
    `spóźniają się (zadania: ${jobs}, wiadomości: ${mails})`,
    'sprawdź, czy sklep działa, i co mówi jego log',
  )
}

/** The text that comes with the shop follows the settings at the next start; a text of the owner does not. */
async function judgeTerms(db: Kysely<Database>, profile: ShopProfile): Promise<Finding> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from information_schema.columns where table_name = 'terms_versions' and column_name = 'preset')
      as known`.execute(db)
  if (!rows[0]?.known || !(await hasTerms(db))) return fine('zapisze go pierwszy start')
  const { full_text: text, preset } = await readTermsInForce(db, new Date())
  const missing = findMissingFacts(text, profile).join(', ')
  if (missing === '') return fine('zgadza się z ustawieniami')
  const said = `mówi co innego niż ustawienia (${missing})`
  if (await hasRealOrder(db))
    return doubtful(said, 'ogłoś nowy w panelu, w „Regulaminie”; zacznie obowiązywać za 15 dni')
  if (preset) return doubtful(said, 'poprawi go następny start sklepu')
  const todo = 'ogłoś nowy w panelu, w „Regulaminie”: obowiązuje od razu'
  return profile.shopUrl.startsWith('https://') ? broken(said, todo) : doubtful(said, todo)
}

async function hasTerms(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('terms_versions').select('version').limit(1).executeTakeFirst()) !== undefined
}
