import type { ColumnType } from 'kysely'

/** The database sets the moment unless a value is given. The demo seed gives one. */
export type CreatedAt = ColumnType<Date, Date | undefined, Date>
