/** Fields in which PostgreSQL's errors quote refused values: names, addresses, e-mails. */
const QUOTING = ['detail', 'where', 'parameters', 'internalQuery'] as const

/** A copy of an error for the log, without values that people typed. */
export function redactError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  for (const name of QUOTING) Reflect.deleteProperty(error, name)
  redactError(error.cause)
  if (error instanceof AggregateError) for (const each of error.errors) redactError(each)
  return error
}

/**
 * connection_exception, too_many_connections, disk_full, admin_shutdown, crash_shutdown, cannot_connect_now,
 * read_only_sql_transaction
 */
const UNAVAILABLE_SQLSTATE = /^(?:08\w{3}|53[13]00|57P0[123]|25006)$/

/** The operating system's codes for a database that is unreachable or stopped answering. */
const UNAVAILABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'EAI_AGAIN',
  'ENOTFOUND',
])

/** Messages of pg without a code: no connection became free in time, or the connection in use broke. */
const UNAVAILABLE_MESSAGES = new Set([
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Query read timeout',
  'Connection terminated',
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
])

/**
 * Whether an error means that the database cannot be used now: unreachable, starting, stopping, full, or out of
 * connections. Also checks the causes of an error. Nothing was stored, unless the connection broke during a commit.
 * That is why everything that must not happen twice has a key.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return (
    UNAVAILABLE_SQLSTATE.test(code) ||
    UNAVAILABLE_CODES.has(code) ||
    UNAVAILABLE_MESSAGES.has(error.message) ||
    isDatabaseUnavailable(error.cause) ||
    (error instanceof AggregateError && error.errors.some(isDatabaseUnavailable))
  )
}

/** character_not_in_repertoire, untranslatable_character: text that no column can hold, such as text with NUL. */
export function isUnstorableText(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && (error.code === '22021' || error.code === '22P05')) || isUnstorableText(error.cause)
}
