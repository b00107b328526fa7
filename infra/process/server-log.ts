import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import { inspect, stripVTControlCharacters } from 'node:util'
import { type LogFields, type LogLevel, log, setLogOutput } from '#domain/kernel/log.ts'

const requests = new AsyncLocalStorage<string>()

/** Tells the requests of this process from those of others and of earlier starts. */
const PROCESS_ID = randomBytes(5).toString('hex')
let counted = 0

/**
 * Runs the work of one request: every line logged meanwhile carries its id, which is ours alone; one sent along from
 * outside is not read.
 */
export function runRequest(work: (id: string) => void): void {
  counted += 1
  const id = `${PROCESS_ID}-${counted.toString(36)}`
  requests.run(id, work, id)
}

/**
 * From here on everything this process writes to its log is one line of JSON on standard output: our own lines, what
 * libraries write to the console, and Node's warnings.
 */
export function startServerLog(): void {
  setLogOutput({
    write: (_, line) => void process.stdout.write(`${line}\n`),
    context: () => {
      const request = requests.getStore()
      return request === undefined ? {} : { request }
    },
  })
  captureConsole()
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn(`Node: ${warning.message}`, { name: warning.name }))
}

const LEVELS = {
  debug: 'info',
  dir: 'info',
  error: 'error',
  info: 'info',
  log: 'info',
  trace: 'error',
  warn: 'warn',
} as const satisfies Partial<Record<keyof Console, LogLevel>>

/** `table`, `count`, `assert`, `group` and the timers of the console end in these. */
function captureConsole(): void {
  for (const [method, level] of Object.entries(LEVELS)) {
    Object.defineProperty(console, method, {
      configurable: true,
      writable: true,
      value: (...parts: unknown[]) => writeConsoleCall(level, parts),
    })
  }
}

function writeConsoleCall(level: LogLevel, parts: unknown[]): void {
  const error = parts.find((part) => part instanceof Error)
  const said = parts.filter((part) => part !== error)
  const event = said.map((part) => (typeof part === 'string' ? part : inspect(part, { depth: 2 }))).join(' ')
  const fields: LogFields = { from: 'console', ...(error && { error }) }
  log[level](stripVTControlCharacters(event).trim() || (error?.name ?? 'an empty line'), fields)
}
