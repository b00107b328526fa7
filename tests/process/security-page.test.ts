import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '#infra/project-root.ts'

const PAGES = ['SECURITY.md', 'docs/security.md']
const NAMED = /`((?:api|app|db|deploy|docs|domain|infra|sandbox|scripts|tests)\/[\w./-]+)`/g

test.each(PAGES)('%s refers only to existing files and tests', (page) => {
  const named = [...readFileSync(join(PROJECT_ROOT, page), 'utf8').matchAll(NAMED)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(1)
  expect(named.filter((path) => !existsSync(join(PROJECT_ROOT, path)))).toEqual([])
})
