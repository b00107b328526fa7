import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { eventually, expect } from '#tests/support/fixtures.ts'
import {
  addressOf,
  cutNetwork,
  type HostName,
  killProcesses,
  layNetwork,
  mendNetwork,
  NAMES,
  namespaceOf,
  PATH,
  removeNetwork,
  run,
} from './cluster-network.ts'

export const CONFIGURATION = join(PROJECT_ROOT, 'deploy', 'many-machines')
/** The logs of every program, to read after a failure. */
const LOGS = join(PROJECT_ROOT, 'tests', '.artifacts', 'cluster')

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/**
 * Three hosts with etcd, Patroni, PostgreSQL and pgBackRest, and HAProxy here: all as deploy/many-machines configures
 * them, except the archive, which is a folder that all hosts share.
 */
export async function startCluster() {
  rmSync(LOGS, { recursive: true, force: true })
  mkdirSync(LOGS, { recursive: true })
  const disks = await layNetwork()
  const archive = mkdtempSync(join(tmpdir(), 'perfumeria-archive-'))
  run('chown', ['postgres:postgres', archive])
  const password = randomUUID()

  const settingsOf = (name: HostName) => ({
    PATH,
    LANG: 'C.UTF-8',
    ...etcdSettings(name),
    ...patroniSettings(name, password),
    ETCD_DATA_DIR: join(disks[name].path, 'etcd'),
    PATRONI_POSTGRESQL_DATA_DIR: join(disks[name].path, 'postgres'),
    PGBACKREST_CONFIG: join(CONFIGURATION, 'pgbackrest.conf'),
    PGBACKREST_REPO1_TYPE: 'posix',
    PGBACKREST_REPO1_PATH: archive,
    PGBACKREST_REPO1_CIPHER_PASS: password,
    PGBACKREST_PG1_PATH: join(disks[name].path, 'postgres'),
    PGBACKREST_LOCK_PATH: join(disks[name].path, 'pgbackrest'),
  })
  /** Runs a command as the user of PostgreSQL on a host, which has its own folder of sockets. */
  const commandOn = (name: HostName, program: string, args: readonly string[]) => {
    const mount = `mount --bind ${join(disks[name].path, 'run')} /var/run/postgresql`
    const command = ['setpriv', ...asUser('postgres'), program, ...args]
    return ['netns', 'exec', namespaceOf(name), 'sh', '-c', `${mount} && exec "$@"`, 'sh', ...command]
  }
  function startOn(name: HostName, program: string, args: readonly string[], env: Record<string, string> = {}) {
    const options = { cwd: '/', env: { ...settingsOf(name), ...env } }
    return startLogged(`${name}-${program}`, 'ip', commandOn(name, program, args), options)
  }
  function runOn(name: HostName, program: string, args: readonly string[], input?: string): string {
    const options = { cwd: '/', env: settingsOf(name), encoding: 'utf8', input } as const
    const { status, stdout, stderr } = spawnSync('ip', commandOn(name, program, args), options)
    if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`)
    return stdout
  }

  const etcds = new Map<HostName, ChildProcess>()
  const patronis = new Map<HostName, ChildProcess>()
  const startEtcd = (name: HostName) => etcds.set(name, startOn(name, 'etcd', []))
  const startPatroni = (name: HostName, file = join(CONFIGURATION, 'patroni.yml'), env = {}) =>
    patronis.set(name, startOn(name, 'patroni', [file], env))
  function startHost(name: HostName): void {
    startEtcd(name)
    startPatroni(name)
  }
  for (const name of NAMES) startHost(name)
  const addresses = Object.fromEntries(NAMES.map((name) => [name.toUpperCase(), addressOf(name)]))
  const haproxy = startLogged('haproxy', 'haproxy', ['-db', '-f', join(CONFIGURATION, 'haproxy.cfg')], {
    env: { PATH, ...addresses },
  })

  const administrator = `postgres://postgres:${password}@127.0.0.1:5000/postgres`
  const primaryAnswers = () => eventually(async () => void (await ask(administrator, 'select 1')), 120_000)
  async function countStandbys(): Promise<number> {
    const rows = await ask(administrator, `select sync_state from pg_stat_replication where state = 'streaming'`)
    return rows.some(({ sync_state }) => sync_state === 'sync') ? rows.length : 0
  }
  /** Waits until every host follows, one of them synchronously. */
  const untilComplete = () => eventually(async () => expect(await countStandbys()).toBe(2), 120_000)
  async function findPrimary(): Promise<HostName> {
    const isPrimary = async (name: HostName) => {
      const answer = await fetch(`http://${addressOf(name)}:8008/primary`, { signal: AbortSignal.timeout(1_000) })
      return answer.status === 200
    }
    const answers = await Promise.all(NAMES.map((name) => isPrimary(name).catch(() => false)))
    const primaries = NAMES.filter((_, index) => answers[index])
    const [primary] = primaries
    if (!primary || primaries.length > 1) throw new Error(`primaries: ${primaries.join() || 'none'}`)
    return primary
  }

  await primaryAnswers()
  // Until then nothing is archived, so a standby cannot get missing WAL from anywhere.
  runOn(await findPrimary(), 'pgbackrest', ['--stanza=perfumeria', 'stanza-create'])
  await untilComplete()
  for (const statement of readStatements(password)) await ask(administrator, statement)

  return {
    password,
    databaseUrl: `postgres://shop:${password}@127.0.0.1:5000/shop`,
    findPrimary,
    untilComplete,
    killHost: killProcesses,
    startHost,
    cutNetwork,
    mendNetwork,
    killPostgres(name: HostName) {
      const postmaster = join(disks[name].path, 'postgres', 'postmaster.pid')
      process.kill(Number(readFileSync(postmaster, 'utf8').split('\n', 1)[0]), 'SIGKILL')
    },
    async killEtcd(name: HostName) {
      const etcd = etcds.get(name)
      etcd?.kill('SIGKILL')
      if (etcd) await once(etcd, 'exit')
    },
    startEtcd,
    diskOf: (name: HostName) => disks[name],
    /** The answer of this host's own PostgreSQL to the superuser, asked on the host itself. */
    askInside(name: HostName, statement: string): { status: number | null; text: string } {
      const url = `postgres://postgres:${password}@127.0.0.1:5432/shop?connect_timeout=2`
      const command = ['netns', 'exec', namespaceOf(name), 'timeout', '10', 'psql', '-XAtc', statement, url]
      const { status, stdout, stderr } = spawnSync('ip', command, { encoding: 'utf8' })
      return { status, text: stdout + stderr }
    },
    backUp: async () => void runOn(await findPrimary(), 'pgbackrest', ['--stanza=perfumeria', '--type=full', 'backup']),
    /** As README.md describes it. @param time as PostgreSQL writes it */
    async restoreTo(time: string): Promise<void> {
      const primary = await findPrimary()
      for (const name of [...NAMES.filter((each) => each !== primary), primary]) {
        const patroni = patronis.get(name)
        patroni?.kill('SIGTERM')
        if (patroni?.exitCode === null) await once(patroni, 'exit')
      }
      const answers = 'perfumeria\nYes I am aware\n'
      runOn('db1', 'patronictl', ['-c', join(CONFIGURATION, 'patroni.yml'), 'remove', 'perfumeria'], answers)
      for (const name of NAMES) {
        runOn(name, 'mv', [join(disks[name].path, 'postgres'), join(disks[name].path, 'before')])
      }
      const configuration = readFileSync(join(CONFIGURATION, 'patroni.yml'), 'utf8')
      const changed = join(disks.db1.path, 'restore.yml')
      writeFileSync(changed, configuration.replace('# method:', 'method:'))
      startPatroni('db1', changed, { PGBACKREST_TARGET: time })
      await eventually(async () => expect(await findPrimary()).toBe('db1'), 120_000)
      for (const name of ['db2', 'db3'] as const) startPatroni(name)
      await primaryAnswers()
      await untilComplete()
    },
    async remove() {
      haproxy.kill()
      await removeNetwork()
      rmSync(archive, { recursive: true })
    },
  }
}

/** Options of setpriv, for a program that ends with its parent. */
const asUser = (user: string) => [`--reuid=${user}`, `--regid=${user}`, '--init-groups', '--pdeathsig', 'KILL']

/** Starts a program that ends with this process; its output goes to a file. */
export function startLogged(
  name: string,
  program: string,
  args: readonly string[],
  {
    user = 'root',
    ...options
  }: {
    env: Record<string, string | undefined>
    cwd?: string
    user?: string
  },
): ChildProcess {
  const log = createWriteStream(join(LOGS, `${name}.log`), { flags: 'a' })
  const child = spawn('setpriv', [...asUser(user), program, ...args], {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.pipe(log)
  child.stderr.pipe(log)
  return child
}

function etcdSettings(name: HostName): Record<string, string> {
  const address = addressOf(name)
  return {
    ...readEnv('etcd.env'),
    ETCD_NAME: name,
    ETCD_LISTEN_PEER_URLS: `http://${address}:2380`,
    ETCD_LISTEN_CLIENT_URLS: `http://${address}:2379,http://127.0.0.1:2379`,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${address}:2380`,
    ETCD_ADVERTISE_CLIENT_URLS: `http://${address}:2379`,
    ETCD_INITIAL_CLUSTER: NAMES.map((peer) => `${peer}=http://${addressOf(peer)}:2380`).join(),
  }
}

function patroniSettings(name: HostName, password: string): Record<string, string> {
  return {
    ...readEnv('host.env'),
    PATRONI_NAME: name,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `${addressOf(name)}:8008`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${addressOf(name)}:5432`,
    PATRONI_ETCD3_HOSTS: NAMES.map((peer) => `${addressOf(peer)}:2379`).join(),
    PATRONI_SUPERUSER_PASSWORD: password,
    PATRONI_REPLICATION_PASSWORD: password,
    PATRONI_REWIND_PASSWORD: password,
  }
}

/** The variables of a file of deploy/many-machines. */
function readEnv(file: string): Record<string, string> {
  const lines = readFileSync(join(CONFIGURATION, file), 'utf8').matchAll(/^(\w+)=(.*)$/gm)
  return Object.fromEntries(Array.from(lines, ([, name = '', value = '']) => [name, value]))
}

function readStatements(password: string): string[] {
  const text = readFileSync(join(CONFIGURATION, 'create-database.sql'), 'utf8').replaceAll(/^--.*$/gm, '')
  return text
    .replaceAll(":'password'", `'${password}'`)
    .split(';')
    .filter((statement) => statement.trim())
}

async function ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
