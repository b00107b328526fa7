import pg from 'pg'
import { log } from '#domain/kernel/log.ts'
import { StartupError } from '#infra/startup-error.ts'
import { sessionSettings } from './connect.ts'

const OLDEST_POSTGRES = 15
/** Longest wait for a connection, and for an answer, ms: a pooler without a free connection keeps clients waiting. */
const WITHIN_MS = 30_000

/**
 * Checks a PostgreSQL elsewhere, and the pooler before it. For the pooler the role gets the settings of the shop's
 * connections.
 * @param addresses.databaseUrl its connections have to keep their session
 * @param addresses.poolerUrl DATABASE_URL, where `databaseUrl` is DATABASE_SESSION_URL
 * @param options.setsUpRole false: nothing is changed
 * @throws StartupError when one does not answer or does not fit the shop
 */
export async function checkDatabases(
  addresses: { databaseUrl: string; poolerUrl: string | null },
  { setsUpRole = true } = {},
): Promise<void> {
  const { databaseUrl, poolerUrl } = addresses
  const name = poolerUrl === null ? 'DATABASE_URL' : 'DATABASE_SESSION_URL'
  const database = await withClients(name, databaseUrl, async (client, other) => {
    await requireFit(name, client)
    if (!(await keepsSessions(client, other))) {
      throw new StartupError(
        poolerUrl === null
          ? 'DATABASE_URL prowadzi przez pooler, który nie trzyma sesji: ustaw też DATABASE_SESSION_URL, bez poolera.'
          : 'DATABASE_SESSION_URL prowadzi przez pooler, który nie trzyma sesji: musi prowadzić wprost do PostgreSQL.',
      )
    }
    if (poolerUrl === null) return null
    if (setsUpRole) await setRoleDefaults(client)
    return identify(client)
  })
  if (poolerUrl === null) return
  await withClients('DATABASE_URL', poolerUrl, async (client) => {
    if ((await identify(client)) !== database) {
      throw new StartupError(
        'DATABASE_URL i DATABASE_SESSION_URL muszą prowadzić do tej samej bazy, jako ten sam użytkownik.',
      )
    }
    const other = setsUpRole ? await listOtherSettings(client) : []
    // Old connections are replaced one after the other, so this is no reason to refuse the start.
    if (other.length > 0) log.warn('The pooler has connections from before the role was set up', { settings: other })
  })
}

/** Runs work on two connections to an address. */
async function withClients<Value>(
  name: string,
  url: string,
  work: (client: pg.Client, other: pg.Client) => Promise<Value>,
): Promise<Value> {
  const open = () =>
    new pg.Client({
      connectionString: url,
      application_name: 'perfumeria-start',
      connectionTimeoutMillis: WITHIN_MS,
      query_timeout: WITHIN_MS,
    })
  const [client, other] = [open(), open()]
  try {
    await client.connect()
    await other.connect()
    return await work(client, other)
  } catch (error) {
    if (error instanceof StartupError || !(error instanceof Error)) throw error
    throw new StartupError(`${name} nie prowadzi do działającej bazy (${error.message}).`)
  } finally {
    await Promise.all([client.end(), other.end()])
  }
}

async function requireFit(name: string, client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`,
  )
  const { version = 0, encoding } = rows[0] ?? {}
  if (version < OLDEST_POSTGRES * 10_000) {
    throw new StartupError(
      `${name} prowadzi do PostgreSQL ${Math.floor(version / 10_000)}, a potrzebny ${OLDEST_POSTGRES} albo nowszy.`,
    )
  }
  if (encoding !== 'UTF8')
    throw new StartupError(`${name} prowadzi do bazy w kodowaniu ${encoding}, a potrzebne jest UTF8.`)
}

/**
 * Whether each connection has a session of its own. A pooler in transaction mode gives each statement the session that
 * was used last, or takes turns: asked in this order, one of two connections is seen in a session of the other or in
 * two.
 */
async function keepsSessions(one: pg.Client, other: pg.Client): Promise<boolean> {
  const sessions = new Map<pg.Client, Set<number | undefined>>([
    [one, new Set()],
    [other, new Set()],
  ])
  for (const client of [one, one, other, one, other]) {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    sessions.get(client)?.add(rows[0]?.pid)
  }
  const seen = [...sessions.values()].map((pids) => [...pids])
  return seen.every((pids) => pids.length === 1) && new Set(seen.flat()).size === 2
}

/** The server, the database and the role that a connection belongs to. */
async function identify(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ identity: string }>(
    `select concat_ws('/', system_identifier, current_database(), current_user) as identity from pg_control_system()`,
  )
  return rows[0]?.identity ?? ''
}

/** An arbitrary key of our own; processes that start at the same time change the role one after another. */
const ROLE_LOCK = 7_310_443

const NEEDED = Object.entries(sessionSettings('shop'))

/** The settings that a connection does not have as the shop needs them. */
async function listOtherSettings(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) as name',
    [NEEDED.map(([name]) => name)],
  )
  const found = new Map(rows.map(({ name, value }) => [name, value]))
  return NEEDED.filter(([name, value]) => found.get(name) !== value).map(([name]) => name)
}

/**
 * Gives the role the settings of the shop's connections in this database: a pooler opens connections, and sets nothing.
 */
async function setRoleDefaults(client: pg.Client): Promise<void> {
  const other = await listOtherSettings(client)
  if (other.length === 0) return
  // The end of the session releases it.
  await client.query('select pg_advisory_lock($1)', [ROLE_LOCK])
  const { rows } = await client.query<{ database: string }>('select current_database() as database')
  const database = pg.escapeIdentifier(rows[0]?.database ?? '')
  for (const [name, value] of NEEDED.filter(([each]) => other.includes(each))) {
    await client.query(`alter role current_user in database ${database} set ${name} = ${pg.escapeLiteral(value)}`)
  }
}
