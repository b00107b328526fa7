import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import type { Services } from '#domain/services.ts'
import type { NoticeSettings } from './owner-notices.ts'
import { updateNoticeSettings } from './owner-notices-store.server.ts'

const CHANGED = { reason: 'changed_meanwhile' } as const

/** Sets which events the owner is notified of, and when. */
export function changeNoticeSettings(
  { db }: Pick<Services, 'db'>,
  userId: string,
  change: NoticeSettings,
): Promise<Result<null, Busy | typeof CHANGED>> {
  return transact<null, typeof CHANGED>(db, async (trx) => {
    if (!(await updateNoticeSettings(trx, change))) return fail(CHANGED)
    const { version: _, ...settings } = change
    await recordAudit(trx, { userId, action: 'notice_settings.changed', details: settings })
    return ok(null)
  })
}
