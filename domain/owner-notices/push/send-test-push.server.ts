import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { sumPendingWork } from '#domain/orders/admin/pending-work.ts'
import { countPendingWork } from '#domain/orders/admin/pending-work-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { findSubscription } from './push-devices-queries.server.ts'
import { noteOutcome } from './push-devices-store.server.ts'

type TestFailure = { reason: 'push_device_not_found' | 'push_device_gone' | 'push_unavailable' }

/** Sends a message to one device at once, quiet hours or not. One that takes no more is removed. */
export async function sendTestPush(
  { db, push, now, profile }: Pick<Services, 'db' | 'push' | 'now' | 'profile'>,
  id: string,
): Promise<Result<null, TestFailure>> {
  const subscription = await findSubscription(db, id)
  if (!subscription) return fail({ reason: 'push_device_not_found' })
  const outcome = await push.send(subscription, {
    title: profile.shopName,
    body: 'Powiadomienia działają na tym urządzeniu.',
    url: '/admin/powiadomienia',
    tag: 'test',
    waiting: sumPendingWork(await countPendingWork(db)),
  })
  await noteOutcome(db, id, outcome, now())
  if (outcome === 'sent') return ok(null)
  return fail({ reason: outcome === 'gone' ? 'push_device_gone' : 'push_unavailable' })
}
