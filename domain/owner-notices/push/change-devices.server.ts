import { recordAudit } from '#domain/kernel/audit/audit-store.server.ts'
import { type Busy, transact } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { countPendingWork, sumPendingWork } from '#domain/orders/admin/pending-work-queries.server.ts'
import { findSubscription } from '#domain/owner-notices/owner-notices-queries.server.ts'
import type { Services } from '#domain/services.ts'
import type { PushSubscriptionKeys } from './push-device.ts'
import { deleteDevice, noteOutcome, storeDevice } from './push-devices-store.server.ts'

type AddFailure = { reason: 'push_endpoint_refused' | 'push_devices_full' }

/** Switches notices on for a device, beginning with new ones. A known device is not added twice. */
export async function addPushDevice(
  { db, push }: Pick<Services, 'db' | 'push'>,
  userId: string,
  device: PushSubscriptionKeys & { name: string },
): Promise<Result<{ id: string }, AddFailure | Busy>> {
  if (!(await push.accepts(device))) return fail({ reason: 'push_endpoint_refused' })
  return transact<{ id: string }, AddFailure>(db, async (trx) => {
    const id = await storeDevice(trx, device)
    if (id === null) return fail({ reason: 'push_devices_full' })
    await recordAudit(trx, { userId, action: 'notice_device.added', details: { name: device.name } })
    return ok({ id })
  })
}

type RemoveFailure = { reason: 'push_device_not_found' }

/** Switches notices off for any device. */
export function removePushDevice(
  { db }: Pick<Services, 'db'>,
  userId: string,
  id: string,
): Promise<Result<null, RemoveFailure | Busy>> {
  return transact<null, RemoveFailure>(db, async (trx) => {
    const name = await deleteDevice(trx, id)
    if (name === null) return fail({ reason: 'push_device_not_found' })
    await recordAudit(trx, { userId, action: 'notice_device.removed', details: { name } })
    return ok(null)
  })
}

type TestFailure = { reason: 'push_device_not_found' | 'push_device_gone' | 'push_unavailable' }

/** Sends a message to one device at once, even in quiet hours. A device that no longer accepts messages is removed. */
export async function sendTestPush(
  { db, push, now, profile }: Pick<Services, 'db' | 'push' | 'now' | 'profile'>,
  id: string,
): Promise<Result<null, TestFailure>> {
  const subscription = await findSubscription(db, id)
  if (!subscription) return fail({ reason: 'push_device_not_found' })
  const outcome = await push.send(subscription, {
    title: profile.shopName,
    body: 'Powiadomienia działają na tym urządzeniu.',
    url: '/admin/ustawienia/powiadomienia',
    tag: 'test',
    waiting: sumPendingWork(await countPendingWork(db)),
  })
  await noteOutcome(db, id, outcome, now())
  if (outcome === 'sent') return ok(null)
  return fail({ reason: outcome === 'gone' ? 'push_device_gone' : 'push_unavailable' })
}
