import { log } from '#domain/kernel/log.ts'
import { type CancelledWave, WAVE_STEP } from '#domain/orders/admin/order-waves.ts'
import { cancelHeldOrders, listOrdersOfWave } from '#domain/orders/admin/order-waves-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { cancelByAdmin } from './change-by-admin.server.ts'

const REASON = 'Fala zamówień z nowych kont'

/**
 * Cancels the next orders of a wave that the admin saw, each in its own transaction and as if by hand. Ends the held
 * ones among them first. Orders that were paid, sent or proven since stay. Repeating a step after a lost answer cancels
 * nothing twice.
 */
export async function cancelWave(
  services: Pick<Services, 'db' | 'payments' | 'jobs' | 'now'>,
  { network, until, after, adminId }: { network: string | null; until: Date; after: string | null; adminId: string },
): Promise<CancelledWave> {
  if (after === null) await cancelHeldOrders(services.db, { network, until })
  const orderIds = await listOrdersOfWave(services.db, { network, until, after, most: WAVE_STEP })
  const counts = { cancelled: 0, failed: 0 }
  for (const orderId of orderIds) {
    const done = await cancelByAdmin(services, { orderId, adminId, seen: 'pending', reason: REASON, refund: false })
    if (done.ok) counts.cancelled += 1
    else {
      counts.failed += 1
      log.warn('An order of a wave was not cancelled', { orderId, reason: done.failure.reason })
    }
  }
  return { ...counts, next: orderIds.length < WAVE_STEP ? null : (orderIds.at(-1) ?? null) }
}
