import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findSystemFolder } from '#infra/embedded-postgres/programs.ts'

let root: string
let readOnly: string
let open: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'system-folder-'))
  // Nothing can be created below a file, not even by root.
  readOnly = '/dev/null'
  open = join(root, 'tmp')
  mkdirSync(open)
})
afterEach(() => rmSync(root, { recursive: true }))

test('the first writable folder is chosen; others can read it and not change it', () => {
  const folder = findSystemFolder([readOnly, open])
  expect(folder).toBe(join(open, 'perfumeria'))
  expect(statSync(folder).mode & 0o777).toBe(0o755)
  expect(findSystemFolder([readOnly, open])).toBe(folder)
})

const traps: Record<string, () => void> = {
  'a folder that others may write': () => {
    mkdirSync(join(open, 'perfumeria'))
    chmodSync(join(open, 'perfumeria'), 0o777)
  },
  'a folder that its group may write': () => {
    mkdirSync(join(open, 'perfumeria'))
    chmodSync(join(open, 'perfumeria'), 0o775)
  },
  'a link to somewhere else': () => {
    mkdirSync(join(root, 'elsewhere'))
    symlinkSync(join(root, 'elsewhere'), join(open, 'perfumeria'))
  },
  // Only root can change the owner of a folder, and only root would be allowed to use it then.
  ...(process.getuid?.() === 0 && {
    'a folder of another user': () => {
      mkdirSync(join(open, 'perfumeria'))
      chownSync(join(open, 'perfumeria'), 65_534, 65_534)
    },
  }),
}

test.each(Object.entries(traps))('%s is not used as the shop’s folder', (_name, set) => {
  set()
  expect(() => findSystemFolder([readOnly, open])).toThrow(/Nie ma bezpiecznego folderu.*perfumeria.*DATA_DIR/)
  const next = join(root, 'next')
  mkdirSync(next)
  expect(findSystemFolder([open, next])).toBe(join(next, 'perfumeria'))
})
