import type { Transaction, Updateable } from 'kysely'
import type { Database } from '#domain/database.ts'
import type { AuditAction } from '#domain/kernel/audit/audit-sentences.ts'
import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { isRowVersion } from '#domain/kernel/lists/row-version-queries.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import type { Services } from '#domain/services.ts'
import { type Busy, transact } from './transaction.server.ts'

/** Tables of what the owner sets, with one row each. */
type SettingsTable =
  | 'baselinker'
  | 'label_settings'
  | 'owner_notice_settings'
  | 'payment_settings'
  | 'shop_profile'
  | 'shop_settings'
  | 'unproven_account_limits'

/** Changes the row of settings. False when it has changed since it was seen. */
export async function updateSettings<Table extends SettingsTable>(
  trx: Transaction<Database>,
  table: Table,
  { version, ...change }: Updateable<Database[Table]> & { version: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable<SettingsTable>(table)
    .set(change)
    .where('id', '=', 1)
    .where(isRowVersion('updated_at', version))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Changes the row of settings if it is still what the owner saw, and records the values in the audit. */
export function changeSettings<Table extends SettingsTable>(
  { db }: Pick<Services, 'db'>,
  userId: string,
  { table, action }: { table: Table; action: AuditAction },
  change: Updateable<Database[Table]> & { version: string },
): Promise<Result<null, { reason: 'changed_meanwhile' } | Busy>> {
  return transact<null, { reason: 'changed_meanwhile' }>(db, async (trx) => {
    if (!(await updateSettings(trx, table, change))) return fail({ reason: 'changed_meanwhile' })
    const { version: _, ...details } = change
    await recordAudit(trx, { userId, action, details })
    return ok(null)
  })
}
