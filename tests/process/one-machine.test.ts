import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from '#infra/embedded-postgres/postgres-server.ts'
import { findSystemFolder } from '#infra/embedded-postgres/programs.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { freePort } from '#tests/support/free-port.ts'

// Follows the README of deploy/one-machine exactly: a shell runs its blocks, and the installed files give unit and
// settings. The machine is simulated: absolute paths are in a folder of the test; the programs below replace systemd,
// the network of git and npm, file owners and Caddy.

const NEXT = '9999_next_build.sql'
/** The files of a checkout; its dependencies are linked. */
const CHECKOUT = [
  ...['api', 'app', 'build', 'db', 'deploy', 'domain', 'infra', 'public', 'sandbox', 'scripts', 'server.ts'],
  ...['package.json', 'package-lock.json', 'react-router.config.ts', 'tsconfig.json', 'vite.config.ts'],
]

type Machine = { root: string; programs: string }

/** The same text for this machine: /etc/perfumeria.env lies in its folder. */
const toMachine = ({ root }: Machine, written: string) =>
  written.replaceAll(/(?<![\w./])\/(?=(?:opt|etc|var|usr\/local)\/)/g, `${root}/`)

function startMachine(): Machine {
  const root = mkdtempSync(join(tmpdir(), 'perfumeria-machine-'))
  const machine = { root, programs: join(root, 'programs') }
  for (const folder of [
    'programs',
    'opt',
    'etc/systemd/system',
    'etc/caddy',
    'var/lib',
    'var/backups',
    'usr/local/sbin',
  ]) {
    mkdirSync(join(root, folder), { recursive: true })
  }
  const program = (name: string, lines: string) =>
    writeFileSync(join(machine.programs, name), `#!/bin/sh\nset -eu\n${lines}\n`, { mode: 0o755 })
  const copies = CHECKOUT.map((part) => `cp -r "${join(PROJECT_ROOT, part)}" "$3"`).join('\n')
  program(
    'git',
    `case $1 in
clone) mkdir -p "$3"; ${copies}; ln -s "${join(PROJECT_ROOT, 'node_modules')}" "$3/node_modules";;
pull) echo 'create table next_notes (id int primary key);' > db/migrations/${NEXT};;
*) exit 1;;
esac`,
  )
  program(
    'npm',
    `case "$*" in
'ci --omit=dev') test -f package-lock.json;;
'run build') exec "${process.execPath}" scripts/prepare.mjs build;;
*) exit 1;;
esac`,
  )
  for (const name of ['adduser', 'chown', 'chmod']) program(name, ':')
  // Without file owners, which only root may set.
  program(
    'install',
    `while [ "$1" = -o ] || [ "$1" = -g ] || [ "$1" = -d ]; do
  if [ "$1" = -d ]; then folder=-d; shift; else shift 2; fi
done
exec /usr/bin/install \${folder:-} "$@"`,
  )
  writeFileSync(
    join(machine.programs, 'systemd-run'),
    `#!${process.execPath}
const { spawnSync } = require('node:child_process')
const { readFileSync } = require('node:fs')
const [properties, command] = [new Map(), []]
for (let rest = process.argv.slice(2); rest.length > 0; ) {
  const [word, ...others] = rest
  if (word === '-p') properties.set(...others[0].split(/=(.*)/).slice(0, 2))
  else if (!word.startsWith('--')) { command.push(...rest); break }
  rest = word === '-p' ? others.slice(1) : others
}
const lines = readFileSync(properties.get('EnvironmentFile'), 'utf8').matchAll(/^(\\w+)=(.*)$/gm)
const { PATH, NODE_COMPILE_CACHE } = process.env
const env = { PATH, NODE_COMPILE_CACHE, ...Object.fromEntries(Array.from(lines, ([, name, value]) => [name, value])) }
const { status } = spawnSync(command[0], command.slice(1), { cwd: properties.get('WorkingDirectory'), env, stdio: 'inherit' })
process.exit(status ?? 1)
`,
    { mode: 0o755 },
  )
  return machine
}

/** The compile cache of its commands, which load the same sources. */
const cacheOf = ({ root }: Machine) => join(root, 'compile-cache')

/** The block below a heading of the README. */
function readBlock(heading: string): string {
  const readme = readFileSync(join(PROJECT_ROOT, 'deploy', 'one-machine', 'README.md'), 'utf8')
  const block = new RegExp(`^## ${heading}$[^]*?^\`\`\`\\n([^]*?)^\`\`\`$`, 'm').exec(readme)?.[1]
  if (block === undefined) throw new Error(`The README has no block below ${heading}`)
  return block.replaceAll('<repository>', 'repository')
}

/** Runs lines as a person types them: it stops at the first that fails. */
async function type(machine: Machine, lines: string): Promise<{ code: number | null; said: string }> {
  const path = [machine.programs, join(machine.root, 'usr/local/sbin'), process.env.PATH].join(':')
  const child = spawn('sh', ['-euc', toMachine(machine, lines)], {
    cwd: machine.root,
    env: { PATH: path, NODE_COMPILE_CACHE: cacheOf(machine) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const said = await Promise.all([text(child.stdout), text(child.stderr)])
  await ended
  return { code: child.exitCode, said: said.join('') }
}

/** Settings of a file as systemd reads them. */
const readSettings = (file: string) =>
  Object.fromEntries(
    Array.from(readFileSync(file, 'utf8').matchAll(/^(\w+)=(.*)$/gm), ([, name = '', value = '']) => [name, value]),
  )

/** Starts the unit's program with the unit's settings, and waits until it is ready. */
async function startService(machine: Machine): Promise<{ stop(): Promise<void> }> {
  const unit = readFileSync(join(machine.root, 'etc/systemd/system/perfumeria.service'), 'utf8')
  const [, command = ''] = /^ExecStart=(.*)$/m.exec(unit) ?? []
  const [, folder = ''] = /^WorkingDirectory=(.*)$/m.exec(unit) ?? []
  const [, settings = ''] = /^EnvironmentFile=(.*)$/m.exec(unit) ?? []
  const [program = '', ...args] = command.split(' ')
  const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: cacheOf(machine), ...readSettings(settings) }
  const child: ChildProcess = spawn(program, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece: Buffer) => {
      output += piece.toString()
      if (output.includes('Sklep jest gotowy.')) resolve()
    })
  }
  const ended = once(child, 'close').then(() => reject(new Error(`The service ended:\n${output}`)))
  await ready
  return {
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

test('one machine: installed, backed up, upgraded and examined by the lines of its README', async () => {
  const machine = startMachine()
  const { root } = machine
  const data = join(root, 'var/lib/perfumeria')
  const backups = join(root, 'var/backups/perfumeria')
  const checkout = join(root, 'opt/perfumeria')
  onTestFinished(async () => {
    if (existsSync(join(data, 'postgres'))) {
      const server = await startEmbeddedPostgres({ dataDir: data, durable: false, log: () => {} })
      await server.stop()
      rmSync(server.cluster, { recursive: true })
    }
    rmSync(root, { recursive: true })
  })

  expect(await type(machine, readBlock('Install'))).toMatchObject({ code: 0 })
  for (const file of ['etc/perfumeria.env', 'usr/local/sbin/perfumeria-run', 'etc/systemd/system/perfumeria.service']) {
    const path = join(root, file)
    writeFileSync(path, toMachine(machine, readFileSync(path, 'utf8')))
  }
  // Filled in: a shop on http, since nobody gives this machine a certificate.
  const port = String(await freePort())
  const filled: Record<string, string> = {
    SHOP_URL: `http://127.0.0.1:${port}`,
    SELLER_NAME: 'Perfumeria Anna Nowak',
    SELLER_EMAIL: 'sklep@perfumeria.test',
    BACKUP_PASSPHRASE: 'five words nobody will guess',
    // A backup started automatically with the shop would be a second one.
    BACKUP_SCHEDULE: '',
  }
  const settingsFile = join(root, 'etc/perfumeria.env')
  const lines = readFileSync(settingsFile, 'utf8').replaceAll(/^(\w+)=(.*)$/gm, (_, name: string, value: string) => {
    const given = filled[name] ?? value
    delete filled[name]
    return `${name}=${given}`
  })
  expect(filled).toEqual({})
  const ours = `PORT=${port}\nSANDBOX_PORT=${await freePort()}\nDEMO=no\nMIN_FREE_DISK_MIB=0\n`
  writeFileSync(settingsFile, `${lines}\n${ours}`)
  const listCheckout = () => readdirSync(checkout).toSorted()
  const before = listCheckout()

  for (const command of ['backup', 'doctor', 'rehearse-restore']) {
    const refused = await type(machine, `perfumeria-run ${command}`)
    expect([refused.code, refused.said.trim().split('\n').length], refused.said).toEqual([1, 1])
    expect(refused.said).toContain(data)
  }
  expect([existsSync(data), readdirSync(backups)]).toEqual([false, []])

  const service = await startService(machine)
  const [before_, after] = readBlock('Upgrade').split(/^systemctl restart perfumeria\n/m)
  const upgraded = await type(machine, before_ ?? '')
  expect(upgraded, upgraded.said).toMatchObject({ code: 0 })
  expect(readdirSync(backups)).toHaveLength(1)
  expect(upgraded.said).toContain('zaszyfrowana, przeczytana ponownie')
  await service.stop()
  const next = await startService(machine)
  const examined = await type(machine, after ?? '')
  expect(examined.said).toMatch(/^ok +Migracje bazy/m)
  expect(examined.said).toMatch(new RegExp(`^uwaga +Kopie zapasowe +najnowsza w ${backups}`, 'm'))
  const listClusters = () => readdirSync(findSystemFolder())
  const clusters = listClusters()
  expect((await type(machine, 'perfumeria-run rehearse-restore')).said).toContain('Gotowe do użycia')
  expect(listClusters(), 'copies that a rehearsal leaves behind').toEqual(clusters)
  await next.stop()
  const restored = await type(machine, 'perfumeria-run restore newest --replace')
  expect(restored, restored.said).toMatchObject({ code: 0 })
  // No other folder was used for data or backups.
  expect(listCheckout()).toEqual(before)
  expect(readdirSync(dirname(data))).toEqual(['perfumeria'])
})
