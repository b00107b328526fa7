import { expect } from 'vitest'
import { checkPayment } from '#domain/flows/payments/check-payment.server.ts'
import type { Api } from './api.ts'
import { openOrderChanges } from './order-changes.ts'
import { type CartItem, type PaidAhead, prepaidCart, startedAhead } from './orders.ts'

/** Orders that were paid ahead and become dearer, and what pays for it. */
export async function openAdditions(api: Api) {
  const changes = await openOrderChanges(api)
  const { orders } = changes

  /** An order of two pieces that was paid ahead, with its buyer. */
  async function grownFrom(items: readonly CartItem[], more: object = {}) {
    const buyer = await api.customer()
    const started = await startedAhead(api, buyer, prepaidCart(items, more))
    await settle(started.orderId, started.sessionId)
    return { ...started, buyer, before: await orders.read(started.orderId) }
  }

  const paymentsOf = (orderId: string) =>
    api.db.selectFrom('payments').selectAll().where('order_id', '=', orderId).orderBy('attempt').execute()

  const additionsOf = async (orderId: string) =>
    (
      await api.db
        .selectFrom('order_additions')
        .innerJoin('payments', 'payments.id', 'payment_id')
        .select('order_additions.status')
        .where('order_id', '=', orderId)
        .orderBy('attempt')
        .execute()
    ).map(({ status }) => status)

  /** Pays a session at the provider, without the shop knowing it. */
  const payAtProvider = (sessionId: string) => orders.stripe.act(sessionId, { action: 'pay' })

  /** Lets the shop ask the provider about the newest payment of an order. */
  async function check(orderId: string): Promise<void> {
    const payment = (await paymentsOf(orderId)).at(-1)
    expect(await checkPayment(api.services, payment?.id ?? '')).toMatchObject({ ok: true })
  }

  async function settle(orderId: string, sessionId: string): Promise<void> {
    await payAtProvider(sessionId)
    await check(orderId)
  }

  /** The payment page of an open addition, as the buyer opens it by the mailed link. */
  async function open({ checkoutId }: { checkoutId: string }): Promise<PaidAhead> {
    const answer = await api.post('/api/order-link/pay', { token: changes.tokenOf(checkoutId) })
    expect(answer.status).toBe(200)
    return (await answer.json()) as PaidAhead
  }

  const giveUpByAdmin = (orderId: string, additionId: string) =>
    orders.change(orderId, 'addition/give-up', { addition_id: additionId })

  const giveUpByLink = ({ checkoutId }: { checkoutId: string }, additionId: string) =>
    api.post('/api/order-link/addition/give-up', { token: changes.tokenOf(checkoutId), addition_id: additionId })

  return {
    ...changes,
    grownFrom,
    paymentsOf,
    additionsOf,
    payAtProvider,
    check,
    settle,
    open,
    giveUpByAdmin,
    giveUpByLink,
  }
}
