import type { Transaction } from 'kysely'
import type { Database } from '#domain/database.ts'
import { isQuiet } from './owner-notices.ts'
import { readNoticeSettings } from './owner-notices-queries.server.ts'
import { insertMessageNotice } from './owner-notices-store.server.ts'

/**
 * Notes a message for the owner. True: it is to be mailed at once, by itself and in the same transaction; otherwise it comes
 * with the other notices.
 */
export async function noteMessage(trx: Transaction<Database>, messageId: string, now: Date): Promise<boolean> {
  const settings = await readNoticeSettings(trx)
  const mailed = settings.message_mail === 'now' && !isQuiet(settings, now)
  await insertMessageNotice(trx, messageId, { mailed })
  return mailed
}
