import { randomUUID } from 'node:crypto'
import { defineScheduledJob } from '#domain/kernel/definitions.ts'
import { queueMail } from '#domain/kernel/mail-outbox-store.server.ts'
import type { Services } from '#domain/services.ts'
import { findDueBefore, isQuiet, NOTICE_KINDS } from './owner-notices.ts'
import { readNoticeSettings } from './owner-notices-queries.server.ts'
import { dropNotices, takeDueNotices } from './owner-notices-store.server.ts'

/** Mails the owner the notices that are due. */
export default defineScheduledJob({
  name: 'mail-notices',
  timeoutSeconds: 60,
  schedule: '* * * * *',
  run: mailNotices,
})

/** Puts all due notices into one mail. Each notice is mailed once, even if several processes do this at once. */
async function mailNotices({ db, adminEmail, now }: Pick<Services, 'db' | 'adminEmail' | 'now'>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const settings = await readNoticeSettings(trx)
    const unwanted = NOTICE_KINDS.filter((kind) => settings[`${kind}_mail`] === 'off')
    if (unwanted.length > 0) await dropNotices(trx, 'mailed_at', unwanted)
    if (isQuiet(settings, now())) return
    const due = NOTICE_KINDS.flatMap((kind) => {
      const mode = settings[`${kind}_mail`]
      return mode === 'off' ? [] : [{ kind, before: findDueBefore(mode, now()) }]
    })
    const batch = randomUUID()
    if ((await takeDueNotices(trx, batch, due)) === 0) return
    await queueMail(trx, { key: `owner-notices:${batch}`, to: adminEmail, template: 'owner-notices', ids: { batch } })
  })
}
