import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync, rmdirSync } from 'node:fs'
import { eventually, expect } from '#tests/support/fixtures.ts'
import { mountSmallDisk, type SmallDisk } from './small-disk.ts'

export const NAMES = ['db1', 'db2', 'db3'] as const
export type HostName = (typeof NAMES)[number]

/** Debian's folder for pgbouncer and haproxy, in addition to PATH. */
export const PATH = `${process.env.PATH}:/usr/sbin`

/** A network that exists only on this machine. */
const BRIDGE = 'perfumeria-br'
const HERE = '10.87.0.254'
const DISK_MIB = 2_000

const PROGRAMS = ['ip', 'setpriv', 'etcd', 'patroni', 'haproxy', 'pgbouncer', 'pgbackrest', 'caddy']

export const addressOf = (name: HostName) => `10.87.0.${NAMES.indexOf(name) + 1}`
export const namespaceOf = (name: HostName) => `perfumeria-${name}`
/** The end of its cable at the bridge. */
const cableOf = (name: HostName) => `perfumeria-${name.slice(2)}`

/** @returns what is missing for a cluster on this machine, or null */
export function findMissing(): string | null {
  for (const program of [...PROGRAMS, '/usr/lib/postgresql/15/bin/postgres']) {
    const found = spawnSync('sh', ['-c', `command -v ${program}`], { env: { PATH } })
    if (found.status !== 0) return `there is no ${program}`
  }
  if (process.getuid?.() !== 0) return 'only root makes network namespaces'
  const probe = 'perfumeria-probe'
  if (spawnSync('ip', ['netns', 'add', probe]).status !== 0) return 'this machine makes no network namespaces'
  run('ip', ['netns', 'del', probe])
  return null
}

/** Three hosts, each a network namespace with a disk of its own, on one bridge. Removes what a killed run left. */
export async function layNetwork(): Promise<Record<HostName, SmallDisk>> {
  await removeNetwork()
  run('ip', ['link', 'add', BRIDGE, 'type', 'bridge'])
  run('ip', ['addr', 'add', `${HERE}/24`, 'dev', BRIDGE])
  run('ip', ['link', 'set', BRIDGE, 'up'])
  return { db1: layHost('db1'), db2: layHost('db2'), db3: layHost('db3') }
}

/** Ends every process on the hosts and removes hosts, disks and bridge. */
export async function removeNetwork(): Promise<void> {
  const namespaces = run('ip', ['netns', 'list'])
  for (const name of NAMES) {
    if (!namespaces.includes(namespaceOf(name))) continue
    await eventually(async () => {
      killProcesses(name)
      expect(listProcesses(name)).toEqual([])
    })
    run('ip', ['netns', 'del', namespaceOf(name)])
  }
  // A namespace gives its cable back only some time after it was deleted.
  for (const link of [BRIDGE, ...NAMES.map(cableOf)]) {
    if (spawnSync('ip', ['link', 'show', link]).status === 0) spawnSync('ip', ['link', 'del', link])
  }
  for (const [, path = ''] of readFileSync('/proc/self/mounts', 'utf8').matchAll(/^perfumeria-db\d (\S+)/gm)) {
    run('umount', [path])
    rmdirSync(path)
  }
}

function layHost(name: HostName): SmallDisk {
  const namespace = namespaceOf(name)
  const disk = mountSmallDisk(DISK_MIB, namespace)
  if (!disk) throw new Error('this machine mounts no disk in memory')
  run('install', ['-d', '-o', 'postgres', disk.path, `${disk.path}/run`])
  run('ip', ['netns', 'add', namespace])
  run('ip', ['link', 'add', cableOf(name), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace])
  run('ip', ['link', 'set', cableOf(name), 'master', BRIDGE, 'up'])
  run('ip', ['-n', namespace, 'addr', 'add', `${addressOf(name)}/24`, 'dev', 'eth0'])
  for (const device of ['lo', 'eth0']) run('ip', ['-n', namespace, 'link', 'set', device, 'up'])
  return disk
}

export const cutNetwork = (name: HostName) => run('ip', ['link', 'set', cableOf(name), 'down'])
export const mendNetwork = (name: HostName) => run('ip', ['link', 'set', cableOf(name), 'up'])

/** Ends everything on the host at once, like a loss of power. */
export function killProcesses(name: HostName): void {
  for (const pid of listProcesses(name)) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      // The process ended by itself since it was listed.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
}

function listProcesses(name: HostName): number[] {
  return run('ip', ['netns', 'pids', namespaceOf(name)])
    .split('\n')
    .filter(Boolean)
    .map(Number)
}

export function run(program: string, args: readonly string[]): string {
  return execFileSync(program, args, { encoding: 'utf8' })
}
