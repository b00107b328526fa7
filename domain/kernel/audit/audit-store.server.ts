import type { Insertable, Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { AuditAction } from './audit-sentences.ts'

export async function insertAuditEvent(db: Kysely<Database>, row: Insertable<Database['audit_events']>): Promise<void> {
  await db.insertInto('audit_events').values(row).execute()
}

/** The events of a run, by its kind. */
type RunAction = `${string}.${'started' | 'finished' | 'failed'}`

export type AuditEntry = {
  /** The admin; null when nobody is signed in. */
  userId: string | null
  action: AuditAction | RunAction
  /** The subject's id or key; null when there is only one of its kind. */
  subjectId?: string | null
  /** Short values before and after the change. No secrets and no personal data of customers. */
  details?: Record<string, unknown>
}

/** Records an action of the admin, inside the transaction that performs it. */
export async function recordAudit(db: Kysely<Database>, entry: AuditEntry): Promise<void> {
  const { userId, action, subjectId = null, details = {} } = entry
  await insertAuditEvent(db, { user_id: userId, action, subject_id: subjectId, details: JSON.stringify(details) })
}

/** Records which trademarks the admin kept in a text after the warning, if any. */
export async function recordAcceptedTrademarks(
  db: Kysely<Database>,
  noun: 'product' | 'brand' | 'review',
  { userId, subjectId, trademarks }: { userId: string; subjectId: string; trademarks: readonly string[] },
): Promise<void> {
  if (trademarks.length === 0) return
  await recordAudit(db, { userId, action: `${noun}.trademarks_accepted`, subjectId, details: { trademarks } })
}
