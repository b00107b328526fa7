import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The folder with package.json and db/migrations, for the sources and for build/server/index.js. */
export const PROJECT_ROOT = findRoot(import.meta.dirname)

function findRoot(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'db', 'migrations'))) return folder
    if (folder === dirname(folder)) throw new Error(`No project folder above ${start}`)
  }
}
