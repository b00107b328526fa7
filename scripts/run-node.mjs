import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { PROJECT_NODE, ROOT } from './project.mjs'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program of the project with the project's Node until it ends; answers its exit code. Signals are passed on. The
 * program hears of our own death by its channel to us, and we of npm's by a look at our parent.
 * @param {string[]} args
 * @param {{ env?: Record<string, string> }} options
 * @returns {Promise<number>}
 */
export function runNode(args, { env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(PROJECT_NODE, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
    const watch = process.env.npm_lifecycle_event ? watchParent(() => child.kill('SIGTERM')) : undefined
    child.on('error', (error) => {
      console.error(`${PROJECT_NODE} does not run: ${error.message}`)
      resolve(1)
    })
    child.on('exit', (code, signal) => {
      clearInterval(watch)
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0))
    })
  })
}

/** Our parent is npm itself because the script in package.json begins with `exec`. Killed, it tells nobody. */
function watchParent(onGone) {
  const parent = process.ppid
  return setInterval(() => {
    if (process.ppid !== parent) onGone()
  }, 300)
}
