import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#infra/embedded-postgres/postgres-server.ts'

export type Replicated = {
  primary: EmbeddedPostgres
  /** A streaming replica, which answers what reads. */
  replica: EmbeddedPostgres
  stop(): Promise<void>
}

/** A PostgreSQL and its streaming replica. */
export async function startReplicated(): Promise<Replicated> {
  const folders = [
    mkdtempSync(join(tmpdir(), 'perfumeria-primary-')),
    mkdtempSync(join(tmpdir(), 'perfumeria-replica-')),
  ]
  const [first = '', second = ''] = folders
  // PostgreSQL runs as another user when the tests run as root.
  for (const folder of folders) chmodSync(folder, 0o755)
  const primary = await startEmbeddedPostgres({ dataDir: first, durable: false, log: () => {} })
  await primary.stop()
  const copy = join(second, 'postgres', 'cluster')
  mkdirSync(dirname(copy), { mode: 0o711 })
  if (spawnSync('cp', ['-a', primary.cluster, copy]).status !== 0) throw new Error('the cluster could not be copied')
  await primary.startAgain()
  const { hostname, port, username, password } = new URL(primary.url('postgres'))
  appendFileSync(
    join(copy, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\nhot_standby = on\n`,
  )
  appendFileSync(join(copy, 'standby.signal'), '')
  const replica = await startEmbeddedPostgres({ dataDir: second, durable: false, log: () => {} })
  return {
    primary,
    replica,
    async stop() {
      await replica.stop()
      await primary.stop()
      for (const folder of folders) rmSync(folder, { recursive: true })
    },
  }
}
