import type { Insertable, Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'

export async function insertAuditEvent(db: Kysely<Database>, row: Insertable<Database['audit_events']>): Promise<void> {
  await db.insertInto('audit_events').values(row).execute()
}
