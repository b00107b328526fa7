// Prepares what every command of package.json needs: the locked dependencies, a build of the present sources, the
// project's Node.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NODE_ENVIRONMENT, NODE_FLAGS } from './node-settings.mjs'

export const ROOT = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
/** The Node binary from the dependencies, at the same path on every platform. */
export const PROJECT_NODE = join(ROOT, 'node_modules', 'node', 'bin', 'node')

/** The locked package that contains the Node binary for this machine. */
const IS_APPLE_ARM = process.platform === 'darwin' && process.arch === 'arm64'
const NODE_PACKAGE = `node-${IS_APPLE_ARM ? 'bin-' : ''}${process.platform}-${process.arch}`

const SOURCE_FOLDERS = ['api', 'app', 'domain', 'infra', 'public', 'sandbox']
const SOURCE_FILES = [
  'server.ts',
  'vite.config.ts',
  'react-router.config.ts',
  'scripts/finish-build.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]
/** Identifies the sources of the build. Written last, so an interrupted build never counts. */
const BUILD_MARK = join(ROOT, 'build', 'made-from')

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Installs the locked dependencies unless exactly these are installed.
 * @param {{ dev?: boolean }} needs whether the tools of `npm test` and `npm run dev` are needed too
 */
export async function ensureInstalled({ dev = false } = {}) {
  if (isInstalled(dev)) return placeNode()
  const npm = process.env.npm_execpath
  const args = ['ci', ...(dev ? ['--include=dev'] : [])]
  const title = 'Instaluję zależności'
  if (npm?.endsWith('.js')) await runStep(title, process.execPath, [npm, ...args])
  else await runStep(title, 'npm', args)
  placeNode()
}

/** Links PROJECT_NODE to the binary for this machine, because install scripts are not run (.npmrc). */
export function placeNode() {
  if (existsSync(PROJECT_NODE)) return
  const binary = join(ROOT, 'node_modules', NODE_PACKAGE, 'bin', 'node')
  if (!existsSync(binary)) {
    console.error(`W zależnościach nie ma Node dla tej maszyny (${NODE_PACKAGE}). Uruchom „npm ci”.`)
    process.exit(1)
  }
  mkdirSync(dirname(PROJECT_NODE), { recursive: true })
  try {
    symlinkSync(relative(dirname(PROJECT_NODE), binary), PROJECT_NODE)
  } catch (error) {
    // Another command that started at the same time was faster.
    if (error.code !== 'EEXIST') throw error
  }
}

/** Compares npm's record in node_modules with package-lock.json. */
function isInstalled(dev) {
  const noted = join(ROOT, 'node_modules', '.package-lock.json')
  if (!existsSync(noted)) return false
  const installed = JSON.parse(readFileSync(noted, 'utf8')).packages
  const locked = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages
  const isNeeded = (entry) => !entry.optional && !entry.peer && (dev || !(entry.dev || entry.devOptional))
  return (
    Object.entries(locked).every(([path, entry]) => path === '' || installed[path] || !isNeeded(entry)) &&
    Object.entries(installed).every(([path, entry]) => locked[path]?.version === entry.version)
  )
}

/** Builds unless the present build was made from exactly these sources. */
export async function ensureBuilt() {
  const sources = hashSources()
  if (existsSync(BUILD_MARK) && readFileSync(BUILD_MARK, 'utf8') === sources) return
  rmSync(BUILD_MARK, { force: true })
  const cli = join(ROOT, 'node_modules', '@react-router', 'dev', 'bin.cjs')
  await runStep('Buduję sklep', PROJECT_NODE, [cli, 'build'])
  writeFileSync(BUILD_MARK, sources)
}

function hashSources() {
  const hash = createHash('sha256')
  const folders = SOURCE_FOLDERS.flatMap((folder) => listFiles(folder))
  const demo = listFiles('db').filter((file) => file.endsWith('.ts'))
  for (const file of [...folders, ...demo, ...SOURCE_FILES].sort()) {
    const content = readFileSync(join(ROOT, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

function listFiles(folder) {
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(ROOT.length + 1))
}

/** Runs a step, hides its output and prints its duration. When it fails, prints the output and ends the process. */
async function runStep(title, command, args) {
  const started = Date.now()
  console.log(`${title} ...`)
  const { code, output } = await collectOutput(command, args)
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  if (code === 0) return console.log(`${title}: gotowe po ${seconds} s`)
  console.error(`${output}\nNie powiodło się po ${seconds} s: ${title}.`)
  process.exit(1)
}

/** @returns {Promise<{ code: number | null, output: string }>} */
function collectOutput(command, args) {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: null, output: `${output}${error.message}` }))
    child.on('close', (code) => resolve({ code, output }))
  })
}

/**
 * Runs a program with the project's Node until it ends. Resolves with its exit code. Passes signals on. The program
 * detects the end of this process by its channel, and this process detects the end of npm by its parent's id.
 * @param {string} program
 * @param {'production' | 'development'} mode
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export function runProgram(program, mode, args = []) {
  return new Promise((resolve) => {
    // Tools of development need more memory.
    const flags = mode === 'production' ? NODE_FLAGS : []
    const child = spawn(PROJECT_NODE, [...flags, program, ...args], {
      cwd: ROOT,
      env: { ...NODE_ENVIRONMENT, ...process.env, NODE_ENV: mode },
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
    const watch = process.env.npm_lifecycle_event ? watchParent(() => child.kill('SIGTERM')) : undefined
    child.on('error', (error) => {
      console.error(`Nie można uruchomić ${PROJECT_NODE}: ${error.message}.`)
      resolve(1)
    })
    child.on('exit', (code, signal) => {
      clearInterval(watch)
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0))
    })
  })
}

/** The parent is npm itself, because the script in package.json begins with `exec`. A killed npm sends no signal. */
function watchParent(onGone) {
  const parent = process.ppid
  return setInterval(() => {
    if (process.ppid !== parent) onGone()
  }, 300)
}

// `npm run check` may be the first command after an "npm ci" by hand. `npm run build` makes the same build as `npm
// start`.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  placeNode()
  if (process.argv[2] === 'build') await ensureBuilt()
}
