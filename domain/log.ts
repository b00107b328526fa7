/** What a line of the log says beside its event: short values, no personal data. */
export type LogFields = Record<string, unknown>

type Level = 'info' | 'warn' | 'error'

/** The one way the server writes to its log: a line of JSON each, for people with grep and for collectors alike. */
export const log = {
  info: (event: string, fields: LogFields = {}) => write('info', event, fields),
  warn: (event: string, fields: LogFields = {}) => write('warn', event, fields),
  error: (event: string, fields: LogFields = {}) => write('error', event, fields),
}

function write(level: Level, event: string, fields: LogFields): void {
  const line = JSON.stringify({ time: new Date().toISOString(), level, event, ...fields }, describeErrors)
  console[level](line)
}

function describeErrors(_: string, value: unknown): unknown {
  return value instanceof Error ? { name: value.name, message: value.message, stack: value.stack } : value
}
