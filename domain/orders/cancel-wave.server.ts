import { log } from '#domain/log.ts'
import type { Services } from '#domain/services.ts'
import { cancelByAdmin } from './change-by-admin.server.ts'
import { cancelHeldOrders, listOrdersOfWave } from './order-waves-queries.server.ts'

const REASON = 'Fala zamówień z nowych kont'

/**
 * Cancels the orders of a wave as the admin saw it, each as if by hand, and ends those that wait for their confirmation. What was
 * paid, sent or proven meanwhile stays. Answers how many are cancelled and how many could not be.
 */
export async function cancelWave(
  services: Pick<Services, 'db' | 'payments' | 'jobs' | 'now'>,
  { network, until, adminId }: { network: string | null; until: Date; adminId: string },
): Promise<{ cancelled: number; failed: number }> {
  await cancelHeldOrders(services.db, { network, until })
  const counts = { cancelled: 0, failed: 0 }
  for (const orderId of await listOrdersOfWave(services.db, { network, until })) {
    const done = await cancelByAdmin(services, { orderId, adminId, seen: 'pending', reason: REASON, refund: false })
    if (done.ok) counts.cancelled += 1
    else {
      counts.failed += 1
      log.warn('An order of a wave was not cancelled', { orderId, reason: done.failure.reason })
    }
  }
  return counts
}
