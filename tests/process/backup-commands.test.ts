import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { generateX25519Identity } from 'age-encryption'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { PROJECT_ROOT } from '#infra/project-root.ts'
import { createDataFolder } from '#tests/support/data-folder.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { NODE_ENVIRONMENT } from '../../scripts/node-settings.mjs'

const folder = mkdtempSync(join(tmpdir(), 'perfumeria-backup-commands-'))
afterAll(() => rmSync(folder, { recursive: true }))
const to = join(folder, 'backups')
const keyFile = join(folder, 'key.txt')
writeFileSync(keyFile, `# kept on paper as well\n${await generateX25519Identity()}\n`)

type Ended = { code: number | null; said: string }

/** Runs one of the commands as npm does. */
async function run(
  script: string,
  dataDir: string,
  args: string[] = [],
  env: Record<string, string> = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [join('scripts', script), ...args], {
    cwd: PROJECT_ROOT,
    env: {
      PATH: process.env.PATH,
      ...NODE_ENVIRONMENT,
      DATA_DIR: dataDir,
      BACKUP_TO: to,
      BACKUP_KEY_FILE: keyFile,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const said = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, said: said.join('') }
}

function newFolder() {
  const made = createDataFolder()
  onTestFinished(() => made.remove())
  return made
}

// Backup and restore of a running shop are in tests/process/upgrade.test.ts, the rehearsal in one-machine.test.ts.

test('without a key nothing is stored, and a missing file is named', async () => {
  const { path } = newFolder()
  const keyless = await run('backup.ts', path, [], { BACKUP_KEY_FILE: '' })
  expect(keyless).toMatchObject({ code: 1 })
  expect(keyless.said).toContain('BACKUP_PASSPHRASE albo BACKUP_KEY_FILE musi być ustawione')
  const nowhere = await run('restore.ts', path, ['yesterday.age'])
  expect(nowhere).toMatchObject({ code: 1 })
  expect(nowhere.said).toContain('Nie ma kopii zapasowej yesterday.age')
})

test('settings without a shop are refused in one sentence, and nothing is created', async () => {
  const { path } = newFolder()
  const list = () => readdirSync(path, { recursive: true }).toSorted()
  const before = list()
  const nowhere = join(folder, 'not-there')
  for (const script of ['backup.ts', 'rehearse-restore.ts', 'doctor.ts']) {
    for (const dataDir of [path, nowhere]) {
      const { code, said } = await run(script, dataDir, [], { BACKUP_TO: join(nowhere, 'backups') })
      expect([code, said.trim().split('\n').length], said).toEqual([1, 1])
      expect(said).toContain(dataDir)
    }
  }
  expect(list()).toEqual(before)
  expect(existsSync(nowhere)).toBe(false)

  const empty = await createTestDatabase({ demo: false })
  onTestFinished(() => empty.drop())
  await empty.pool.query('drop schema public cascade; create schema public')
  for (const script of ['backup.ts', 'rehearse-restore.ts']) {
    const { code, said } = await run(script, path, [], { DATABASE_URL: empty.url, AUTH_SECRET: 'x'.repeat(32) })
    expect({ code, said: said.trim() }).toEqual({
      code: 1,
      said: 'DATABASE_URL prowadzi do bazy, w której nie ma sklepu: uruchom go tam najpierw.',
    })
  }
})
