import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_NODE, ROOT, runStep } from './project.mjs'

const FOLDERS = ['api', 'app', 'domain', 'infra', 'public', 'sandbox']
const FILES = [
  'server.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'scripts/finish-build.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]
/** Names the sources the build was made from; written last, so an interrupted build never counts. */
const MARK = join(ROOT, 'build', 'made-from')

/** Builds unless the build was made from exactly these sources. */
export async function ensureBuilt() {
  const sources = hashOfSources()
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === sources) return
  rmSync(MARK, { force: true })
  const cli = join(ROOT, 'node_modules', '@react-router', 'dev', 'bin.cjs')
  await runStep('Building the shop', PROJECT_NODE, [cli, 'build'])
  writeFileSync(MARK, sources)
}

function hashOfSources() {
  const hash = createHash('sha256')
  const folders = FOLDERS.flatMap((folder) => filesBelow(folder))
  const demo = filesBelow('db').filter((file) => file.endsWith('.ts'))
  for (const file of [...folders, ...demo, ...FILES].sort()) {
    const content = readFileSync(join(ROOT, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function filesBelow(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(ROOT.length + 1))
}
