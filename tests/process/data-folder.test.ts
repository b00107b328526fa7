import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { locateCluster } from '#infra/embedded-postgres/cluster.ts'
import { closeDataFolder } from '#infra/embedded-postgres/data-folder.ts'
import { choosePostgresUser } from '#infra/embedded-postgres/programs.ts'

let root: string
let data: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'data-folder-'))
  chmodSync(root, 0o755)
  data = join(root, 'data')
})
afterEach(() => rmSync(root, { recursive: true }))

const modeOf = (folder: string) => statSync(folder).mode & 0o777

/** A folder as an earlier version or a restored backup leaves it: readable by everybody. */
function openFolder(...entries: string[]): void {
  for (const entry of ['', ...entries]) {
    mkdirSync(join(data, entry), { recursive: true })
    chmodSync(join(data, entry), 0o755)
  }
}

test('a new folder is private', () => {
  closeDataFolder(data, { passedThrough: false })
  expect(modeOf(data)).toBe(0o700)
})

test('an existing folder of the shop becomes private with its content', () => {
  openFolder('media', 'media-cache', 'sandbox', 'postgres')
  writeFileSync(join(data, 'auth-secret'), 'x', { mode: 0o600 })
  closeDataFolder(data, { passedThrough: false })
  expect(['', 'media', 'media-cache', 'sandbox', 'postgres'].map((entry) => modeOf(join(data, entry)))).toEqual(
    Array(5).fill(0o700),
  )
})

test('PostgreSQL as another user still reaches its files, and pictures are private', () => {
  openFolder('media', 'postgres')
  const user = choosePostgresUser()
  const passedThrough = user.uid !== undefined
  const before = locateCluster(data, user, () => {})
  closeDataFolder(data, { passedThrough })
  expect(locateCluster(data, user, () => {})).toBe(before)
  expect(before).toBe(join(data, 'postgres', 'cluster'))
  expect(modeOf(data)).toBe(passedThrough ? 0o711 : 0o700)
  expect(modeOf(join(data, 'media'))).toBe(0o700)
})

const foreign: Record<string, () => void> = {
  'a folder that holds other things': () => openFolder('media', 'of-somebody-else'),
  // Only root can change the owner of a folder.
  ...(process.getuid?.() === 0 && {
    'a folder of another user': () => {
      openFolder('media')
      chownSync(data, 65_534, 65_534)
    },
  }),
}

test.each(Object.entries(foreign))('%s is left as it is', (_name, make) => {
  make()
  closeDataFolder(data, { passedThrough: false })
  expect([modeOf(data), modeOf(join(data, 'media'))]).toEqual([0o755, 0o755])
})
