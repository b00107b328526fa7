import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from '#app/routes.ts'
import { PROJECT_ROOT } from '#infra/project-root.ts'

/** What names pages without being the link that leads a person there: the routes, and what the search finds. */
const NO_LINKS = ['app/routes.ts', 'app/admin/sections-nav.tsx']
const SETTINGS = 'app/admin/settings/settings-pages.ts'

/** The addresses of the pages below a route, without those that only redirect. */
function listPages(entries: readonly RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path = '', file, children = [] }) => {
    const address = path === '' ? above : `${above}/${path}`
    if (children.length > 0) return listPages(children, address)
    return file.endsWith('moved-page.ts') ? [] : [address]
  })
}

test('every page of the panel is linked by a page', () => {
  const sources = globSync('app/**/*.{ts,tsx}', { cwd: PROJECT_ROOT })
    .filter((path) => !NO_LINKS.includes(path))
    .map((path) => ({ path, text: readFileSync(join(PROJECT_ROOT, path), 'utf8') }))
  const pages = listPages(routes).filter((address) => address.startsWith('/admin'))
  expect(pages.length).toBeGreaterThan(40)
  const unlinked = pages.filter((address) => {
    const isSetting = address.startsWith('/admin/ustawienia/')
    return !sources.some(({ path, text }) => (isSetting || path !== SETTINGS) && text.includes(`href('${address}'`))
  })
  expect(unlinked).toEqual([])
})
