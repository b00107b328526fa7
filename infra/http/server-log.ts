import { randomBytes } from 'node:crypto'
import { inspect, stripVTControlCharacters } from 'node:util'
import { type LogFields, type LogLevel, log, setLogOutput } from '#domain/kernel/log.ts'
import { findRequestId, runForRequest } from '#domain/kernel/present-call.server.ts'

/** Distinguishes requests of this process from those of other processes and earlier starts. */
const PROCESS_ID = randomBytes(5).toString('hex')
let counted = 0

/** Runs the work of one request: every line that it logs carries a new id. An id sent by the client is ignored. */
export function runRequest(work: (id: string) => void): void {
  counted += 1
  const id = `${PROCESS_ID}-${counted.toString(36)}`
  runForRequest(id, () => work(id))
}

/**
 * Writes everything that this process logs as lines of JSON to standard output: our own lines, console calls of
 * libraries, and Node's warnings.
 */
export function startServerLog(): void {
  setLogOutput({
    write: (_, line) => void process.stdout.write(`${line}\n`),
    context: () => {
      const request = findRequestId()
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

/** The other methods of the console call these. */
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
