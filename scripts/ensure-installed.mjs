import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_NODE, ROOT, runStep } from './project.mjs'

/**
 * Installs the locked dependencies unless exactly they are there.
 * @param {{ dev?: boolean }} needs whether the tools of `npm test` and `npm run dev` are needed too
 */
export async function ensureInstalled({ dev = false } = {}) {
  if (isInstalled(dev)) return
  const npm = process.env.npm_execpath
  const args = ['ci', ...(dev ? ['--include=dev'] : [])]
  const title = 'Installing the locked dependencies'
  if (npm?.endsWith('.js')) await runStep(title, process.execPath, [npm, ...args])
  else await runStep(title, 'npm', args)
}

/** Compares what npm noted in node_modules with package-lock.json, whoever installed it. */
function isInstalled(dev) {
  const noted = join(ROOT, 'node_modules', '.package-lock.json')
  if (!existsSync(noted) || !existsSync(PROJECT_NODE)) return false
  const installed = JSON.parse(readFileSync(noted, 'utf8')).packages
  const locked = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages
  const isNeeded = (entry) => !entry.optional && !entry.peer && (dev || !(entry.dev || entry.devOptional))
  return (
    Object.entries(locked).every(([path, entry]) => path === '' || installed[path] || !isNeeded(entry)) &&
    Object.entries(installed).every(([path, entry]) => locked[path]?.version === entry.version)
  )
}
