import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { choosePostgresUser } from '#infra/embedded-postgres/programs.ts'
import { eventually } from './fixtures.ts'
import { freePort } from './free-port.ts'

export type Pooler = {
  /** The database's address through the pooler. */
  url: string
  stop(): Promise<void>
}

/** Debian's folder for it, in addition to PATH. */
const PATH = `${process.env.PATH}:/usr/sbin`

/** A real PgBouncer before a database, as its own package configures it; null where it is not installed. */
export async function startPooler(
  databaseUrl: string,
  { mode, size }: { mode: 'transaction' | 'session'; size: number },
): Promise<Pooler | null> {
  if (spawnSync('pgbouncer', ['--version'], { env: { PATH } }).status !== 0) return null
  const folder = mkdtempSync(join(tmpdir(), 'perfumeria-pooler-'))
  const url = new URL(databaseUrl)
  const port = await freePort()
  writeFileSync(join(folder, 'users'), `"${url.username}" "${url.password}"\n`)
  writeFileSync(
    join(folder, 'settings'),
    `[databases]
* = host=${url.hostname} port=${url.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users')}
pool_mode = ${mode}
default_pool_size = ${size}
max_client_conn = 500
log_connections = 0
log_disconnections = 0
log_stats = 0
`,
  )
  // PgBouncer refuses to run as root.
  chmodSync(folder, 0o755)
  const child: ChildProcess = spawn('pgbouncer', [join(folder, 'settings')], {
    ...choosePostgresUser(),
    cwd: '/',
    env: { PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  url.port = String(port)
  await eventually(() => knock(port))
  return {
    url: url.href,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

async function knock(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect').finally(() => socket.destroy())
}
