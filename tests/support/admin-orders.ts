import { expect } from 'vitest'
import { checkPayment } from '#domain/flows/payments/check-payment.server.ts'
import { processPaymentEvent } from '#domain/flows/payments/process-payment-event.job.server.ts'
import { makeRefund } from '#domain/flows/refunds/make-refund.server.ts'
import type { AdminOrderPage } from '#domain/orders/admin/read-admin-order.server.ts'
import type { ProviderEvent } from '#domain/payments/payment-provider.ts'
import type { AdminParcel } from '#domain/shipping/admin/admin-parcel.ts'
import { type Api, cookieOf } from './api.ts'
import { cart, errorOf, prepaidCart, startedAhead } from './orders.ts'
import { openUnpaidOrders } from './unpaid-orders.ts'

/** The body that the owner's form sends to refund a payment. */
export const refundOf = (paymentId: string, amountGrosze: number, refundsSeen = 0) => ({
  refund_id: crypto.randomUUID(),
  payment_id: paymentId,
  amount_grosze: amountGrosze,
  reason: 'zbity flakon',
  refunds_seen: refundsSeen,
})

const codeOf = async (answer: Response) => (answer.ok ? 'ok' : (await errorOf(answer)).code)

/** Actions on orders as the admin, and reads of their results. */
export async function openAdminOrders(api: Api) {
  const admin = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  const unpaid = openUnpaidOrders(api)
  const { anItem } = unpaid
  return {
    ...unpaid,
    admin,
    codeOf,
    codesOf: async (answers: readonly Response[]) => (await Promise.all(answers.map(codeOf))).toSorted(),

    read: async (id: string) =>
      (await (await api.get(`/api/admin/orders/${id}`, { Cookie: admin })).json()) as AdminOrderPage,

    change: (id: string, what: string, body: object) =>
      api.post(`/api/admin/orders/${id}/${what}`, body, { Cookie: admin }),

    /** Changes the shipment of an order as it is now. */
    async setShipment(orderId: string, change: object) {
      const listed = await api.get(`/api/admin/shipments?search=${orderId.slice(0, 8)}`, { Cookie: admin })
      const { items } = (await listed.json()) as { items: AdminParcel[] }
      const shipments = items.flatMap(({ shipments: parts }) => parts.filter(({ order }) => order.id === orderId))
      return api.call('/api/admin/shipments', {
        method: 'PATCH',
        headers: { Cookie: admin, Origin: api.base, 'Content-Type': 'application/json' },
        body: JSON.stringify({ shipments: shipments.map(({ id, version }) => ({ id, version })), ...change }),
      })
    },

    sentencesOf: ({ diary }: AdminOrderPage) => diary.map(({ sentence }) => sentence.replaceAll(/\s/g, ' ')),

    auditOf: (orderId: string) =>
      api.db
        .selectFrom('audit_events')
        .select(['action', 'details'])
        .where('subject_id', '=', orderId)
        .orderBy('id')
        .execute(),

    /** Does the work of the refund job; every refund of the payment must succeed. */
    async makeRefunds(paymentId: string) {
      const refunds = await api.db.selectFrom('refunds').select('id').where('payment_id', '=', paymentId).execute()
      for (const { id } of refunds) expect(await makeRefund(api.services, id)).toMatchObject({ ok: true })
    },

    /** Tells the shop of a dispute, as the provider's webhook does. */
    async tellDispute(orderId: string, status: 'needs_response' | 'under_review' | 'won' | 'lost') {
      const [session] = await unpaid.sessionsOf(orderId)
      const told = await unpaid.stripe.act(session?.id ?? '', { action: 'dispute', status })
      const { intentId = null, dispute } = told.money ?? {}
      const about = {
        kind: 'dispute',
        providerPaymentId: intentId,
        disputeId: dispute?.id ?? '',
        status,
        amountGrosze: told.amountTotal,
        respondBy: null,
      } as const
      const event: ProviderEvent = { id: crypto.randomUUID(), type: 'charge.dispute.updated', mode: 'test', about }
      await api.db
        .insertInto('webhook_events')
        .values({ provider: 'stripe', event_id: event.id, type: event.type, payload: JSON.stringify(event) })
        .execute()
      await processPaymentEvent(api.services, { provider: 'stripe', eventId: event.id })
    },

    /** An order of two pieces that was paid ahead. */
    async paidAhead(stock = 10) {
      const item = await anItem(stock, 2)
      const started = await startedAhead(api, await api.customer(), prepaidCart([item]))
      await unpaid.stripe.act(started.sessionId, { action: 'pay' })
      const payment = await api.db
        .selectFrom('payments')
        .select('id')
        .where('order_id', '=', started.orderId)
        .executeTakeFirstOrThrow()
      await checkPayment(api.services, payment.id)
      return { ...started, item, paymentId: payment.id }
    },

    /** An order of two pieces that is paid on delivery. */
    async onDelivery(stock = 10) {
      const item = await anItem(stock, 2)
      const answer = await (await api.customer()).order(cart([item]))
      const { orderIds } = (await answer.json()) as { orderIds: [string] }
      return { orderId: orderIds[0], item }
    },
  }
}
