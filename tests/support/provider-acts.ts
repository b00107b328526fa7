import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { changePieces } from '#domain/flows/orders/change-order.server.ts'
import { processPaymentEvent } from '#domain/flows/payments/process-payment-event.job.server.ts'
import { settlePayment } from '#domain/flows/payments/settle-payment.server.ts'
import { makeRefund, syncRefunds } from '#domain/flows/refunds/make-refund.server.ts'
import { refundByAdmin } from '#domain/flows/refunds/refund-by-admin.server.ts'
import { readParcelState } from '#domain/orders/changes/parcel-state-queries.server.ts'
import type { ProviderEvent } from '#domain/payments/payment-provider.ts'
import { startPayment } from '#domain/payments/start-payment.server.ts'
import type { Api } from './api.ts'
import type { MemoryProvider } from './memory-provider.ts'
import type { Books } from './money-books.ts'
import { beginSession, TOTAL_GROSZE } from './stored-payment.ts'

export type Scene = { db: Kysely<Database>; memory: MemoryProvider; services: Api['services'] }

/** Acts on the money of a prepaid order by its buyer, the admin, the provider and the bank. */
export function openProviderActs(
  { db, memory, services }: Scene,
  { book, sessionIds, disputes }: Books,
  { orderId, userId }: { orderId: string; userId: string },
) {
  /** The payment of the order itself. */
  const paymentOf = async () => {
    const payments = await db
      .selectFrom('payments')
      .selectAll()
      .where('order_id', '=', orderId)
      .where('is_addition', '=', false)
      .orderBy('attempt')
      .execute()
    return payments.at(-1)
  }
  const refundsOf = (paymentId: string) =>
    db.selectFrom('refunds').selectAll().where('payment_id', '=', paymentId).execute()
  const settleSession = async (sessionId: string) => {
    const session = memory.sessions.get(sessionId)
    if (session) await settlePayment(services, { ...session })
  }
  const isHeld = () => disputes.some(({ lost, over }) => lost || !over)
  const atProvider = (providerPaymentId: string) =>
    TOTAL_GROSZE -
    [...memory.refunds.values()]
      .filter((each) => each.providerPaymentId === providerPaymentId && each.status !== 'failed')
      .reduce((sum, { amountGrosze }) => sum + amountGrosze, 0)

  async function refund(part: number, outside: boolean): Promise<void> {
    const payment = await paymentOf()
    if (!payment) return
    const amountGrosze = Math.max(1, Math.round(payment.amount_grosze * part))
    const refundsSeen = (await refundsOf(payment.id)).length
    const asked = {
      orderId,
      refund_id: randomUUID(),
      payment_id: payment.id,
      amount_grosze: amountGrosze,
      refunds_seen: refundsSeen,
      outside,
    }
    const [first, second] = await Promise.all(
      [1, 2].map(() =>
        refundByAdmin(services, userId, {
          ...asked,
          restock: [],
          end_code: true,
          returned: [],
          purpose: 'goodwill',
          reason: 'zbity flakon',
        }),
      ),
    )
    if (outside && (first?.ok || second?.ok)) book('returned', amountGrosze)
  }

  async function dispute(status: 'needs_response' | 'won' | 'lost'): Promise<void> {
    const payment = await paymentOf()
    const providerPaymentId = payment?.provider_payment_id ?? null
    const [known] = disputes
    const isAppeal = known?.lost === true && status === 'won'
    // A bank takes no money that was already refunded.
    if (providerPaymentId === null || atProvider(providerPaymentId) < TOTAL_GROSZE) return
    if (known ? known.over && !isAppeal : status !== 'needs_response') return
    const each = known ?? { id: `dp_${randomUUID()}`, lost: false, over: false }
    if (!known) disputes.push(each)
    each.lost = status === 'lost'
    each.over = status !== 'needs_response'
    if (status === 'won') memory.state.disputed.delete(providerPaymentId)
    else memory.state.disputed.add(providerPaymentId)
    const about = {
      kind: 'dispute',
      providerPaymentId,
      disputeId: each.id,
      status,
      amountGrosze: TOTAL_GROSZE,
      respondBy: null,
    } as const
    const event: ProviderEvent = { id: randomUUID(), type: 'charge.dispute.closed', mode: 'test', about }
    const key = { provider: 'stripe', event_id: event.id }
    await db
      .insertInto('webhook_events')
      .values({ ...key, type: event.type, payload: JSON.stringify(event) })
      .execute()
    await processPaymentEvent(services, { provider: 'stripe', eventId: event.id })
  }

  const acts = {
    async pay() {
      const payment = await paymentOf()
      if (!payment) return
      if (payment.provider_session_id === null) {
        sessionIds.push(await beginSession(db, memory, { paymentId: payment.id, orderId }))
      }
      const [sessionId = ''] = sessionIds
      memory.pay(sessionId)
      await settleSession(sessionId)
    },
    async expire() {
      const payment = await paymentOf()
      if (payment?.status !== 'open') return
      if (payment.provider_session_id === null) {
        sessionIds.push(await beginSession(db, memory, { paymentId: payment.id, orderId }))
      }
      const [sessionId = ''] = sessionIds
      memory.change(sessionId, { status: 'expired', url: null })
      await settleSession(sessionId)
    },
    refund: (part: number) => refund(part, false),
    'refund outside': (part: number) => refund(part, true),
    async 'make refunds'(part: number) {
      const payment = await paymentOf()
      if (!payment) return
      memory.state.refundStatus = part < 0.15 ? 'failed' : part < 0.3 ? 'pending' : 'succeeded'
      const additions = await db
        .selectFrom('payments')
        .select('id')
        .where('order_id', '=', orderId)
        .where('is_addition', '=', true)
        .execute()
      for (const paid of [payment, ...additions]) {
        for (const { id } of await refundsOf(paid.id)) await makeRefund(services, id)
      }
      for (const refunded of memory.refunds.values()) {
        if (part > 0.5 && refunded.status === 'pending' && refunded.providerPaymentId === payment.provider_payment_id) {
          refunded.status = 'succeeded'
        }
      }
      await syncRefunds(services, payment.id)
    },
    async 'refund at the provider'(part: number) {
      const payment = await paymentOf()
      const rest = payment?.provider_payment_id ? atProvider(payment.provider_payment_id) : 0
      const grosze = Math.ceil(rest * part)
      if (!payment?.provider_payment_id || grosze <= 0 || isHeld()) return
      memory.refundByHand(payment.provider_payment_id, grosze)
      await syncRefunds(services, payment.id)
    },
    async 'bring a refund back'() {
      const payment = await paymentOf()
      const made = [...memory.refunds.values()].find(
        ({ providerPaymentId, status }) => status === 'succeeded' && providerPaymentId === payment?.provider_payment_id,
      )
      if (!payment || !made) return
      made.status = 'failed'
      await syncRefunds(services, payment.id)
    },
    'open a dispute': () => dispute('needs_response'),
    'win the dispute': () => dispute('won'),
    'lose the dispute': () => dispute('lost'),
  }
  /** The owner adds pieces of the first product to an order, and the buyer pays the difference at once. */
  async function grow(part: number): Promise<void> {
    const { checkout_id: checkoutId } = await db
      .selectFrom('orders')
      .select('checkout_id')
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow()
    const state = await readParcelState(db, checkoutId)
    const order = state?.first
    const [item] = order?.items ?? []
    if (!state || !order || !item) return
    const more = part < 0.5 ? 1 : 2
    const items = [{ product_id: item.product_id, quantity: item.quantity + more }]
    const change = { version: state.version, items, total_grosze: order.total_grosze + more * item.unit_price_grosze }
    const presses = await Promise.all([1, 2].map(() => changePieces(services, { orderId, adminId: userId, change })))
    const started = presses.some(({ ok }) => ok) ? await startPayment(services, orderId) : undefined
    if (!started?.ok) return
    sessionIds.push(started.value.sessionId)
    memory.pay(started.value.sessionId)
    await Promise.all([1, 2].map(() => settleSession(started.value.sessionId)))
  }

  return { acts: { ...acts, grow }, paymentOf, refund }
}
