import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { eventually, expect } from '#tests/support/fixtures.ts'
import { freePort } from '#tests/support/free-port.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

const CONFIGURATION = join(PROJECT_ROOT, 'deploy', 'many-machines')
const POSTGRES_PROGRAMS = '/usr/lib/postgresql/15/bin'

const NAMES = ['db1', 'db2', 'db3'] as const
export type HostName = (typeof NAMES)[number]

/** A network of this machine alone. */
const BRIDGE = 'perfumeria-br'
const HERE = '10.87.0.254'
const DISK_MIB = 2_000

const addressOf = (name: HostName) => `10.87.0.${NAMES.indexOf(name) + 1}`
const namespaceOf = (name: HostName) => `perfumeria-${name}`
/** The end of its cable at the bridge. */
const cableOf = (name: HostName) => `perfumeria-${name.slice(2)}`

/** @returns what is missing for a cluster on this machine, or null */
export function findMissing(): string | null {
  for (const program of ['ip', 'setpriv', 'etcd', 'patroni', 'haproxy', 'caddy', `${POSTGRES_PROGRAMS}/postgres`]) {
    if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0) return `there is no ${program}`
  }
  if (process.getuid?.() !== 0) return 'only root makes network namespaces'
  const probe = 'perfumeria-probe'
  if (spawnSync('ip', ['netns', 'add', probe]).status !== 0) return 'this machine makes no network namespaces'
  run('ip', ['netns', 'del', probe])
  return null
}

/**
 * Three hosts with etcd, Patroni and PostgreSQL, each in a network namespace with a disk of its own, and HAProxy here:
 * all as deploy/many-machines configures them.
 */
export async function startCluster() {
  // Read after a failure.
  const logs = join(PROJECT_ROOT, 'tests', '.artifacts', 'cluster')
  rmSync(logs, { recursive: true, force: true })
  mkdirSync(logs, { recursive: true })
  const password = randomUUID()
  const hosts = Object.fromEntries(NAMES.map((name) => [name, layHost(name)])) as Record<HostName, { disk: SmallDisk }>
  run('ip', ['link', 'add', BRIDGE, 'type', 'bridge'])
  run('ip', ['addr', 'add', `${HERE}/24`, 'dev', BRIDGE])
  run('ip', ['link', 'set', BRIDGE, 'up'])
  for (const name of NAMES) connectHost(name)

  const settings = (name: HostName) => {
    const peers = NAMES.map((peer) => `${peer}=http://${addressOf(peer)}:2380`).join()
    const address = addressOf(name)
    return {
      PATH: process.env.PATH,
      LANG: 'C.UTF-8',
      ...readEnv('etcd.env'),
      ETCD_NAME: name,
      ETCD_DATA_DIR: join(hosts[name].disk.path, 'etcd'),
      ETCD_LISTEN_PEER_URLS: `http://${address}:2380`,
      ETCD_LISTEN_CLIENT_URLS: `http://${address}:2379,http://127.0.0.1:2379`,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${address}:2380`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://${address}:2379`,
      ETCD_INITIAL_CLUSTER: peers,
      ...readEnv('host.env'),
      PATRONI_NAME: name,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
      PATRONI_POSTGRESQL_DATA_DIR: join(hosts[name].disk.path, 'postgres'),
      PATRONI_ETCD3_HOSTS: NAMES.map((peer) => `${addressOf(peer)}:2379`).join(),
      PATRONI_SUPERUSER_PASSWORD: password,
      PATRONI_REPLICATION_PASSWORD: password,
      PATRONI_REWIND_PASSWORD: password,
    }
  }

  /** As the user of PostgreSQL on a host; its output goes to a file. */
  function startOn(name: HostName, program: string, args: readonly string[] = []): ChildProcess {
    const log = createWriteStream(join(logs, `${name}-${program}.log`), { flags: 'a' })
    const user = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups']
    const child = spawn('ip', ['netns', 'exec', namespaceOf(name), ...user, program, ...args], {
      cwd: '/',
      env: settings(name),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.pipe(log)
    child.stderr.pipe(log)
    return child
  }
  const etcds = new Map<HostName, ChildProcess>()
  const startEtcd = (name: HostName) => etcds.set(name, startOn(name, 'etcd'))
  function startHost(name: HostName): void {
    startEtcd(name)
    startOn(name, 'patroni', [join(CONFIGURATION, 'patroni.yml')])
  }
  for (const name of NAMES) startHost(name)

  const addresses = Object.fromEntries(NAMES.map((name) => [name.toUpperCase(), addressOf(name)]))
  const haproxy = spawn('haproxy', ['-db', '-f', join(CONFIGURATION, 'haproxy.cfg')], {
    env: { PATH: process.env.PATH, ...addresses },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const haproxyLog = createWriteStream(join(logs, 'haproxy.log'))
  haproxy.stdout.pipe(haproxyLog)
  haproxy.stderr.pipe(haproxyLog)

  const administrator = `postgres://postgres:${password}@127.0.0.1:5000/postgres`
  await eventually(async () => void (await ask(administrator, 'select 1')), 120_000)
  // The first of them is synchronous from here on.
  await eventually(async () => expect(await countStandbys()).toBe(2), 120_000)
  for (const statement of readStatements(password)) await ask(administrator, statement)

  async function askHost(name: HostName, path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`http://${addressOf(name)}:8008${path}`, { ...init, signal: AbortSignal.timeout(1_000) })
  }
  async function findPrimary(): Promise<HostName> {
    const answers = await Promise.all(
      NAMES.map((name) =>
        askHost(name, '/primary').then(
          ({ status }) => status === 200,
          () => false,
        ),
      ),
    )
    const primaries = NAMES.filter((_, index) => answers[index])
    const [primary] = primaries
    if (!primary || primaries.length > 1) throw new Error(`primaries: ${primaries.join() || 'none'}`)
    return primary
  }
  async function countStandbys(): Promise<number> {
    const rows = await ask(administrator, `select sync_state from pg_stat_replication where state = 'streaming'`)
    return rows.some(({ sync_state: state }) => state === 'sync') ? rows.length : 0
  }
  function killHost(name: HostName): void {
    for (const pid of listProcesses(name)) process.kill(pid, 'SIGKILL')
  }

  return {
    databaseUrl: `postgres://shop:${password}@127.0.0.1:5000/shop`,
    replicaUrl: `postgres://shop:${password}@127.0.0.1:5001/shop`,
    findPrimary,
    /** Everything on it at once, as by a loss of power. */
    killHost,
    startHost,
    killPostgres(name: HostName) {
      const postmaster = join(hosts[name].disk.path, 'postgres', 'postmaster.pid')
      process.kill(Number(readFileSync(postmaster, 'utf8').split('\n', 1)[0]), 'SIGKILL')
    },
    cutNetwork: (name: HostName) => run('ip', ['link', 'set', cableOf(name), 'down']),
    mendNetwork: (name: HostName) => run('ip', ['link', 'set', cableOf(name), 'up']),
    async findEtcdLeader(): Promise<HostName> {
      for (const name of NAMES) {
        const answer = await fetch(`http://${addressOf(name)}:2379/v3/maintenance/status`, {
          method: 'POST',
          body: '{}',
        })
        const { leader, header } = (await answer.json()) as { leader: string; header: { member_id: string } }
        if (leader === header.member_id) return name
      }
      throw new Error('etcd has no leader')
    },
    async killEtcd(name: HostName) {
      const etcd = etcds.get(name)
      etcd?.kill('SIGKILL')
      if (etcd) await once(etcd, 'exit')
    },
    startEtcd,
    diskOf: (name: HostName) => hosts[name].disk,
    /** By hand, without a failure. */
    async switchOver(from: HostName): Promise<void> {
      const body = JSON.stringify({ leader: from })
      const answer = await fetch(`http://${addressOf(from)}:8008/switchover`, { method: 'POST', body })
      expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
    },
    /** What the superuser is answered by this host's own PostgreSQL, asked on the host itself. */
    askInside(name: HostName, statement: string): { status: number | null; text: string } {
      const url = `postgres://postgres:${password}@127.0.0.1:5432/shop?connect_timeout=2`
      const command = ['netns', 'exec', namespaceOf(name), 'timeout', '10', 'psql', '-XAtc', statement, url]
      const { status, stdout, stderr } = spawnSync('ip', command, { encoding: 'utf8' })
      return { status, text: stdout + stderr }
    },
    /** Until every host follows, one of them synchronously. */
    untilComplete: () => eventually(async () => expect(await countStandbys()).toBe(2), 120_000),
    async remove() {
      haproxy.kill()
      for (const name of NAMES) killHost(name)
      for (const name of NAMES) {
        await eventually(async () => expect(listProcesses(name)).toEqual([]))
        run('ip', ['netns', 'del', namespaceOf(name)])
        hosts[name].disk.remove()
      }
      run('ip', ['link', 'del', BRIDGE])
    },
  }
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

/** Caddy before the app hosts, as deploy/many-machines configures it. */
export async function startFront(apps: readonly [string, string]) {
  const url = `http://127.0.0.1:${await freePort()}`
  const [first, second] = apps
  const folder = mkdtempSync(join(tmpdir(), 'perfumeria-front-'))
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', join(CONFIGURATION, 'Caddyfile')], {
    env: { PATH: process.env.PATH, HOME: folder, SHOP: url, APP1: first, APP2: second },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = createWriteStream(join(folder, 'caddy.log'))
  child.stdout.pipe(log)
  child.stderr.pipe(log)
  return {
    url,
    async stop() {
      child.kill()
      await once(child, 'exit')
      rmSync(folder, { recursive: true })
    },
  }
}

function layHost(name: HostName): { disk: SmallDisk } {
  const disk = mountSmallDisk(DISK_MIB)
  if (!disk) throw new Error('this machine mounts no disk in memory')
  run('chown', ['postgres:postgres', disk.path])
  run('ip', ['netns', 'add', namespaceOf(name)])
  return { disk }
}

function connectHost(name: HostName): void {
  const namespace = namespaceOf(name)
  run('ip', ['link', 'add', cableOf(name), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace])
  run('ip', ['link', 'set', cableOf(name), 'master', BRIDGE, 'up'])
  run('ip', ['-n', namespace, 'addr', 'add', `${addressOf(name)}/24`, 'dev', 'eth0'])
  for (const device of ['lo', 'eth0']) run('ip', ['-n', namespace, 'link', 'set', device, 'up'])
}

function listProcesses(name: HostName): number[] {
  return run('ip', ['netns', 'pids', namespaceOf(name)])
    .split('\n')
    .filter(Boolean)
    .map(Number)
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

function run(program: string, args: readonly string[]): string {
  return execFileSync(program, args, { encoding: 'utf8' })
}
