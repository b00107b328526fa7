import { recordAudit } from '#domain/kernel/audit/record-audit.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { type Busy, transact } from '#domain/kernel/transaction.server.ts'
import type { Services } from '#domain/services.ts'
import { deleteDevice } from './push-devices-store.server.ts'

type RemoveFailure = { reason: 'push_device_not_found' }

/** Switches notices off for a device, wherever it is. */
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
