import type { OwnOrderInTheWay } from '#domain/checkout/own-order.ts'
import type { Busy } from '#domain/kernel/database/transaction.server.ts'
import { log } from '#domain/kernel/log.ts'
import { fail, ok, type Result } from '#domain/kernel/result.ts'
import { findOpenAttempt } from '#domain/payments/start-payment-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { giveUpPayment } from './give-up-payment.server.ts'
import type { OwnUnpaidOrder } from './own-unpaid-queries.server.ts'

type FreeServices = Pick<Services, 'db' | 'payments' | 'jobs'>

/**
 * Gives up own unpaid orders that stand in the way of what their buyer orders now. Each is given up only after the
 * provider ended its page and said that nothing was paid. Otherwise it stays, and the buyer is told which it is and
 * decides. Outside any transaction, because it asks the provider.
 */
export async function freeOwnOrders(
  services: FreeServices,
  userId: string,
  orders: readonly OwnUnpaidOrder[],
): Promise<Result<null, OwnOrderInTheWay | Busy>> {
  for (const order of orders) {
    const { id, number, total_grosze } = order
    const refuse = (state: OwnOrderInTheWay['state']) =>
      fail({ reason: 'own_order_in_the_way' as const, order_id: id, number, total_grosze, state })
    const state = await endPage(services, order)
    if (state !== 'ended') return refuse(state)
    const givenUp = await giveUpPayment(services, { orderId: id, userId })
    if (givenUp.ok) continue
    if (givenUp.failure.reason === 'busy') return fail(givenUp.failure)
    if (givenUp.failure.reason === 'order_already_paid') return refuse('paid')
  }
  return ok(null)
}

/** Ends the payment page of an order, as far as the provider confirms it. */
async function endPage(
  { db, payments }: FreeServices,
  { id }: OwnUnpaidOrder,
): Promise<'ended' | OwnOrderInTheWay['state']> {
  const attempt = await findOpenAttempt(db, id)
  if (!attempt?.provider_session_id) return 'ended'
  const ended = await payments[attempt.mode]?.expireSession(attempt.provider_session_id)
  if (ended?.ok) return ended.value.paid ? 'paid' : ended.value.underWay ? 'under_way' : 'ended'
  if (ended) log.warn('A payment session could not be ended', { why: ended.failure.why })
  return 'unpaid'
}
