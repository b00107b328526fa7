import { isSecretName, redactText, truncate } from './redact.ts'

/** Fields of a log line in addition to its time, level and event: short values, no personal data. */
export type LogFields = Record<string, unknown> & { time?: never; level?: never; event?: never }

export type LogLevel = 'info' | 'warn' | 'error'

type LogOutput = {
  write(level: LogLevel, line: string): void
  /** Fields that every line carries about the work it belongs to: the id of the request. */
  context(): LogFields
}

// The process replaces it at its start. Tests and development write to the console.
let output: LogOutput = { write: (level, line) => console[level](line), context: () => ({}) }

/** Sets where the lines are written and which context each of them carries. */
export function setLogOutput(replacement: LogOutput): void {
  output = replacement
}

/** A line of level `error`, with the thrown error among its fields. */
export type LoggedFailure = { event: string; fields: LogFields; error: Error }

let tellFailure: (failure: LoggedFailure) => void = () => {}

/** Sets the listener for lines of level `error`. The listener must neither throw nor log at that level. */
export function setFailureListener(listener: typeof tellFailure): void {
  tellFailure = listener
}

/**
 * The only way in which the server writes to its log: one JSON line each, for grep and for collectors. Texts are
 * shortened, control characters replaced, e-mail addresses and secrets removed. An error is logged as its name, message
 * and code, with a few lines of stack at level `error` only.
 */
export const log = {
  info: (event: string, fields: LogFields = {}) => write('info', event, fields),
  warn: (event: string, fields: LogFields = {}) => write('warn', event, fields),
  error: (event: string, fields: LogFields = {}) => write('error', event, fields),
}

/**
 * Limits: characters of a text that are examined, of an event, a text and a line of a stack; lines of a stack; entries;
 * nesting; bytes of a line.
 */
const MOST = {
  searched: 4000,
  event: 200,
  text: 500,
  frame: 160,
  frames: 6,
  entries: 20,
  depth: 4,
  bytes: 8000,
} as const

const encoder = new TextEncoder()

function write(level: LogLevel, event: string, fields: LogFields): void {
  const head = { time: new Date().toISOString(), level, event: truncate(describeText(event), MOST.event) }
  const described = describeEntries({ ...output.context(), ...fields }, level, 0)
  // No field may replace time, level or event.
  const line = JSON.stringify({ ...head, ...described, ...head })
  const { length } = encoder.encode(line)
  output.write(level, length <= MOST.bytes ? line : JSON.stringify({ ...head, leftOut: `${length} bytes of fields` }))
  const error = level === 'error' ? Object.values(fields).find(isError) : undefined
  if (error) tellFailure({ event, fields: { ...output.context(), ...fields }, error })
}

function describe(value: unknown, level: LogLevel, depth: number): unknown {
  if (typeof value === 'string') return describeText(value)
  if (typeof value === 'number' || typeof value === 'boolean' || value === null || value === undefined) return value
  if (isError(value)) return describeError(value, level, depth)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  if (typeof value !== 'object') return describeText(String(value))
  if (depth >= MOST.depth) return '…'
  if (Array.isArray(value)) return value.slice(0, MOST.entries).map((entry) => describe(entry, level, depth + 1))
  return describeEntries(value, level, depth + 1)
}

function describeEntries(entries: object, level: LogLevel, depth: number): LogFields {
  return Object.fromEntries(
    Object.entries(entries)
      .slice(0, MOST.entries)
      .map(([name, value]) => [
        truncate(replaceControls(name), 60),
        isSecretName(name) ? '[secret]' : describe(value, level, depth),
      ]),
  )
}

/** Some libraries pass on a copy of an error that is no instance of Error. */
function isError(value: unknown): value is Error {
  if (value instanceof Error) return true
  if (typeof value !== 'object' || value === null) return false
  return 'message' in value && typeof value.message === 'string' && 'stack' in value && typeof value.stack === 'string'
}

/**
 * Codes and names of database objects say what failed. Details quote rows and parameters quote typed values, so both
 * are left out.
 */
const TELLING = ['code', 'syscall', 'status', 'severity', 'table', 'column', 'constraint'] as const

function describeError(error: Error, level: LogLevel, depth: number): LogFields {
  const telling = Object.entries(error).filter(([name]) => TELLING.some((one) => one === name))
  return {
    name: describeText(String(error.name)),
    message: describeText(wordMessage(error)),
    ...describeEntries(Object.fromEntries(telling), level, depth),
    ...(level === 'error' && { stack: readFrames(error) }),
    ...(error.cause !== undefined && depth < MOST.depth && { cause: describe(error.cause, level, depth + 1) }),
    ...(error instanceof AggregateError &&
      depth < MOST.depth && { errors: error.errors.slice(0, 3).map((each) => describe(each, level, depth + 1)) }),
  }
}

/** In errors of class 22 PostgreSQL quotes the value that it could not read. */
function wordMessage(error: Error): string {
  const refusedValue = 'code' in error && typeof error.code === 'string' && /^22[0-9A-Z]{3}$/.test(error.code)
  return refusedValue ? error.message.replace(/".*"/s, '"…"') : error.message
}

function readFrames(error: Error): string[] {
  const lines = (error.stack ?? '').split('\n')
  return lines
    .filter((line) => /^\s*at /.test(line))
    .slice(0, MOST.frames)
    .map((line) => truncate(redactText(replaceControls(line.trim())), MOST.frame))
}

function describeText(text: string): string {
  return truncate(redactText(replaceControls(text.slice(0, MOST.searched)).trim()), MOST.text)
}

/**
 * Replaces control, format and unassigned characters and line ends, which could move a cursor or hide or reorder text.
 */
function replaceControls(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
}

/** Shortest time between two lines, ms. */
const LOGGED_EVERY_MS = 60_000

/**
 * A warning that anybody can cause at will: written at most once a minute, with the number of times since the previous
 * line.
 */
export function createRareWarning(event: string): (now: Date, fields: LogFields) => void {
  let loggedAt = Number.NEGATIVE_INFINITY
  let count = 0
  return (now, fields) => {
    count += 1
    if (Math.abs(now.getTime() - loggedAt) < LOGGED_EVERY_MS) return
    log.warn(event, { ...fields, count })
    loggedAt = now.getTime()
    count = 0
  }
}
