import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '#infra/project-root.ts'

const FLOORS = ['domain', 'domain/flows', 'api', 'app', 'app/admin', 'infra']

/** The rows of 'Nouns and their folders': which folders a noun has, and which words are not used for it. */
function readNouns() {
  const [, table = ''] = readFileSync(join(PROJECT_ROOT, 'docs/glossary.md'), 'utf8').split(
    '## Nouns and their folders',
  )
  const rows = table.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| word'))
  const columns = rows.map((row) => row.split('|').map((cell) => cell.trim()))
  return {
    folders: columns.flatMap(([, , folders = '']) =>
      [...folders.matchAll(/`([^`]+)`/g)].map(([, folder = '']) => folder),
    ),
    unused: columns.flatMap(([, , , words = '']) => words.split(', ').filter((word) => word !== '')),
  }
}

const list = (pattern: string) => globSync(pattern, { cwd: PROJECT_ROOT })
const { folders, unused } = readNouns()

test('each folder of a layer belongs to exactly one noun of the glossary', () => {
  const present = FLOORS.flatMap((floor) => list(`${floor}/*/`)).filter((folder) => !folder.endsWith('+types'))
  const known = ['api/account', 'api/admin', 'domain/flows', 'domain/kernel', ...folders]
  expect(present.map((folder) => folder.replace(/\/$/, '')).sort()).toEqual(known.sort())
})

test('each folder has its place in the import order', () => {
  const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
    forbidden: { name: string }[]
  }
  const places = forbidden.flatMap(
    ({ name }) => /^((?:domain|app|infra)-.+)-knows-only-what-is-below-it$/.exec(name)?.[1] ?? [],
  )
  const present = ['domain', 'app', 'infra'].flatMap((floor) =>
    list(`${floor}/*/`).map((folder) => `${floor}-${basename(folder)}`),
  )
  expect(places.sort()).toEqual(present.filter((folder) => folder !== 'domain-flows').sort())
})

test('no folder and no file has a name that the glossary rules out', () => {
  const paths = ['api', 'app', 'domain', 'infra'].flatMap((floor) => list(`${floor}/**/*`))
  const names = paths.map((path) => ({ path, name: basename(path).replace(/^admin-|\..*$/g, '') }))
  expect(unused.length).toBeGreaterThan(10)
  expect(names.filter(({ name }) => unused.includes(name)).map(({ path }) => path)).toEqual([])
})

/** Exports by which the router reads a page. */
const OF_ROUTES = 'loader meta links action headers shouldRevalidate middleware clientMiddleware ErrorBoundary Layout'

test('an exported name is defined in one file', () => {
  const places = new Map<string, Set<string>>()
  for (const path of ['api', 'app', 'domain', 'infra'].flatMap((floor) => list(`${floor}/**/*.{ts,tsx}`))) {
    for (const [, name = ''] of readFileSync(join(PROJECT_ROOT, path), 'utf8').matchAll(EXPORT)) {
      places.set(name, (places.get(name) ?? new Set()).add(path))
    }
  }
  const twice = [...places].filter(([name, paths]) => paths.size > 1 && !OF_ROUTES.includes(name))
  expect(places.size).toBeGreaterThan(1000)
  expect(twice.map(([name, paths]) => `${name}: ${[...paths].join(', ')}`)).toEqual([])
})
const EXPORT = /^export (?:async )?(?:const|function\*?|class|type|interface) (\w+)/gm
