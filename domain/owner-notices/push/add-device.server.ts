import { recordAudit } from '#domain/kernel/audit/record-audit.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import type { Services } from '#domain/services.ts'
import type { PushSubscriptionKeys } from './push-device.ts'
import { storeDevice } from './push-devices-store.server.ts'

type AddFailure = { reason: 'push_endpoint_refused' | 'push_devices_full' }

/** Switches notices on for a device. What it is told of begins now; the same device is there once. */
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
