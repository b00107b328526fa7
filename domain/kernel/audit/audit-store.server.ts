import type { Insertable, Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'

export async function insertAuditEvent(db: Kysely<Database>, row: Insertable<Database['audit_events']>): Promise<void> {
  await db.insertInto('audit_events').values(row).execute()
}

/** What the admin pages can do, as '<noun>.<verb>'. */
export type AuditAction = `${string}.${string}`

export type AuditEntry = {
  /** The admin; null where nobody is signed in. */
  userId: string | null
  action: AuditAction
  /** What it was done to, by id or key; null for what there is one of. */
  subjectId?: string | null
  /** Short values, as they were and as they are: no secrets, and nothing that names a customer. */
  details?: Record<string, unknown>
}

/** Writes to the audit log what the admin did; inside the transaction that did it. */
export async function recordAudit(db: Kysely<Database>, entry: AuditEntry): Promise<void> {
  const { userId, action, subjectId = null, details = {} } = entry
  await insertAuditEvent(db, { user_id: userId, action, subject_id: subjectId, details: JSON.stringify(details) })
}
