import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from '#infra/project-root.ts'

const FOLDERS = 'api|app|db|deploy|docs|domain|infra|public|sandbox|scripts|tests'
const readText = (document: string) => readFileSync(join(PROJECT_ROOT, document), 'utf8')

/** The paths in backticks that begin at the project's folder; `<name>` stands for any name. */
const listPaths = (text: string) =>
  [...text.matchAll(new RegExp(`\`((?:${FOLDERS})/[^\`\\s(]+)\``, 'g'))].map(([, path = '']) => path)

test.for(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/where-is.md', 'docs/glossary.md'])(
  '%s names only existing files and folders',
  (document) => {
    const paths = listPaths(readText(document))
    const isThere = (path: string) => globSync(path.replaceAll(/<[^>]+>/g, '*'), { cwd: PROJECT_ROOT }).length > 0
    expect(paths.filter((path) => !isThere(path))).toEqual([])
  },
)

test('the walk of an order in ARCHITECTURE.md names the files of each step', () => {
  const [, walk = ''] = readText('ARCHITECTURE.md').split('## An order, from the button to the mailbox')
  expect(listPaths(walk.split('\n## ')[0] ?? '').length).toBeGreaterThan(8)
})

test('links of the documents lead to existing files and headings', () => {
  const documents = globSync('{*.md,docs/**/*.md,deploy/**/*.md}', { cwd: PROJECT_ROOT })
  const toAnchor = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-')
  const broken = documents.flatMap((document) =>
    [...readText(document).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      const [path = '', anchor] = link.split('#')
      const target = path === '' ? document : join(dirname(document), path)
      if (!existsSync(join(PROJECT_ROOT, target))) return [`${document}: ${link}`]
      if (anchor === undefined) return []
      const anchors = [...readText(target).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toAnchor(heading))
      return anchors.includes(anchor) ? [] : [`${document}: ${link}`]
    }),
  )
  expect(broken).toEqual([])
})
