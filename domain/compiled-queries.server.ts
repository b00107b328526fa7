import { type CompiledQuery, type Kysely, type QueryResult, type RawBuilder, sql } from 'kysely'
import type { Database } from '#domain/database.ts'

/** Stands in a statement for a value that each call has its own of. */
export type Placeholder<Values> = <Value>(read: (values: Values) => Value) => RawBuilder<Value>

/**
 * A statement that is built and compiled by its first call only; later ones send its text with their own values. For
 * statements of every order, whose text takes as long to make as to send. What `build` decides holds for all calls.
 */
export function compileOnce<Values, Row>(
  build: (placeholder: Placeholder<Values>, db: Kysely<Database>) => CompiledQuery<Row>,
): (db: Kysely<Database>, values: Values) => Promise<QueryResult<Row>> {
  const placeholder: Placeholder<Values> = (read) => sql`${new Reader(read)}`
  let compiled: CompiledQuery<Row> | undefined
  return (db, values) => {
    compiled ??= build(placeholder, db)
    const parameters = compiled.parameters.map((value) => (value instanceof Reader ? value.read(values) : value))
    return db.executeQuery({ ...compiled, parameters })
  }
}

class Reader<Values> {
  readonly read: (values: Values) => unknown

  constructor(read: (values: Values) => unknown) {
    this.read = read
  }
}
