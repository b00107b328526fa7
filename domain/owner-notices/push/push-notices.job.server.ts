import { randomUUID } from 'node:crypto'
import { defineScheduledJob } from '#domain/kernel/definitions.ts'
import { countPendingWork, sumPendingWork } from '#domain/orders/admin/pending-work-queries.server.ts'
import { labelEvents, labelNotice, pathOfNotice } from '#domain/owner-notices/notice-words.ts'
import { isQuiet, NOTICE_KINDS } from '#domain/owner-notices/owner-notices.ts'
import { listPushedNotices, readNoticeSettings } from '#domain/owner-notices/owner-notices-queries.server.ts'
import { dropNotices, takeNoticesForPush } from '#domain/owner-notices/owner-notices-store.server.ts'
import type { Services } from '#domain/services.ts'
import type { PushMessage } from './push-device.ts'
import { addPushes, noteOutcome, releasePush, type TakenPush, takeDuePushes } from './push-devices-store.server.ts'

/** Sends the owner's devices the notices that are due. */
export default defineScheduledJob({
  name: 'push-notices',
  timeoutSeconds: 60,
  schedule: '* * * * *',
  run: pushNotices,
})

type Needed = Pick<Services, 'db' | 'push' | 'now'>

/** Sends every device one message about the new events. */
async function pushNotices(services: Needed): Promise<void> {
  await shareOutNotices(services)
  const { db, now } = services
  const taken = await takeDuePushes(db, now())
  for (const pushes of Map.groupBy(taken, ({ batch }) => batch).values()) await sendBatch(services, pushes)
}

/**
 * Each notice belongs to one batch, and each batch is sent to every device once, even if several processes do this at
 * once.
 */
function shareOutNotices({ db, now }: Needed): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const settings = await readNoticeSettings(trx)
    const unwanted = NOTICE_KINDS.filter((kind) => !settings[`${kind}_push`])
    if (unwanted.length > 0) await dropNotices(trx, 'pushed_at', unwanted)
    const moment = now()
    if (isQuiet(settings, moment)) return
    const batch = randomUUID()
    if (await takeNoticesForPush(trx, batch, moment)) await addPushes(trx, batch, moment)
  })
}

async function sendBatch({ db, push, now }: Needed, pushes: readonly TakenPush[]): Promise<void> {
  const message = await writeMessage(db, pushes[0]?.batch ?? '')
  if (message === null) return
  await Promise.all(
    pushes.map(async (taken) => {
      const outcome = await push.send(taken, message)
      if (outcome === 'later') await releasePush(db, taken, now())
      await noteOutcome(db, taken.device_id, outcome, now())
    }),
  )
}

/** Events of a batch that its message names. */
const MOST_NAMED = 4

/**
 * Names orders, sums and products, but no address, message or reason, because a locked screen shows it. Null: all
 * subjects are gone.
 */
async function writeMessage(db: Services['db'], batch: string): Promise<PushMessage | null> {
  const notices = await listPushedNotices(db, batch)
  const [first] = notices
  if (first === undefined) return null
  const common = { tag: batch, waiting: sumPendingWork(await countPendingWork(db)) }
  if (notices.length === 1) return { ...common, title: labelNotice(first), body: '', url: pathOfNotice(first) }
  const unnamed = notices.length - MOST_NAMED
  const lines = [...notices.slice(0, MOST_NAMED).map(labelNotice), ...(unnamed > 0 ? [`i jeszcze ${unnamed}`] : [])]
  return { ...common, title: labelEvents(notices.length), body: lines.join('\n'), url: '/admin' }
}
