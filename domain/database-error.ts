/** Where PostgreSQL's errors quote what they refused: names, addresses, e-mails. */
const QUOTING = ['detail', 'where', 'parameters', 'internalQuery'] as const

/** An error as it may be written to a log: the same, without the values that people typed. */
export function redactError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  for (const name of QUOTING) Reflect.deleteProperty(error, name)
  redactError(error.cause)
  if (error instanceof AggregateError) for (const each of error.errors) redactError(each)
  return error
}
