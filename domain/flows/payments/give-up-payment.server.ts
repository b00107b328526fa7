import { cancelOrder } from '#domain/flows/orders/cancel-order.server.ts'
import type { Busy } from '#domain/kernel/database/transaction.server.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { findOrderToPay } from '#domain/payments/start-payment-queries.server.ts'
import type { Services } from '#domain/services.ts'

type GiveUpFailure =
  | { reason: 'order_not_found' }
  | { reason: 'order_already_paid' }
  | { reason: 'order_not_payable' }
  | Busy

/**
 * Cancels an order that waits for its payment because the buyer no longer wants to pay, mostly because another order
 * replaces it. Its payment page ends, and its pieces are available at once instead of after its time.
 */
export async function giveUpPayment(
  services: Pick<Services, 'db' | 'payments' | 'jobs'>,
  { orderId, userId }: { orderId: string; userId: string },
): Promise<Result<null, GiveUpFailure>> {
  const order = isUuid(orderId) ? await findOrderToPay(services.db, orderId) : undefined
  if (!order || order.user_id !== userId) return fail({ reason: 'order_not_found' })
  if (order.payment !== 'prepaid') return fail({ reason: 'order_not_payable' })
  if (order.status === 'cancelled') return ok(null)
  if (order.status !== 'pending') return fail({ reason: 'order_already_paid' })
  const cancelled = await cancelOrder(services, orderId, { actor: 'customer', actorId: userId, reason: 'given up' })
  if (cancelled.ok) return ok(null)
  const { failure } = cancelled
  if (failure.reason === 'busy') return fail(failure)
  // The order was pending a moment ago. The provider reports the end of the page at once, and another process may have
  // cancelled the order first.
  if ('from' in failure && failure.from === 'cancelled') return ok(null)
  return fail({ reason: failure.reason === 'order_already_paid' ? failure.reason : 'order_not_payable' })
}
