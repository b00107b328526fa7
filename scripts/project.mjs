import { spawn } from 'node:child_process'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
/** The Node that came with the dependencies. */
export const PROJECT_NODE = join(ROOT, 'node_modules', 'node', 'bin', 'node')

/**
 * Runs a step with its output kept back; says how long it took, or shows the output and ends the process when it failed.
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 */
export async function runStep(title, command, args) {
  const started = Date.now()
  console.log(`${title} ...`)
  const { code, output } = await collect(command, args)
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  if (code === 0) return console.log(`${title}: done in ${seconds} s`)
  console.error(`${output}\n${title} failed after ${seconds} s.`)
  process.exit(1)
}

/** @returns {Promise<{ code: number | null, output: string }>} */
function collect(command, args) {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: null, output: `${output}${error.message}` }))
    child.on('close', (code) => resolve({ code, output }))
  })
}
