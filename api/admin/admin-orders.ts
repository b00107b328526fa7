import { adminCall, answerFound, doneSchema } from '#api/call.ts'
import {
  cancelByAdmin,
  cancelWave,
  completeOrders,
  setOrderStatus,
} from '#domain/flows/orders/change-by-admin.server.ts'
import { changePieces } from '#domain/flows/orders/change-order.server.ts'
import { changeReceiver } from '#domain/flows/orders/change-receiver.server.ts'
import { giveUpAddition } from '#domain/flows/payments/give-up-addition.server.ts'
import { recordTransfer } from '#domain/flows/refunds/record-transfer.server.ts'
import { refundByAdmin } from '#domain/flows/refunds/refund-by-admin.server.ts'
import { fail, ok } from '#domain/kernel/result.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { recordedTransferSchema } from '#domain/money/transfer.ts'
import { completedOrdersSchema, orderListQuerySchema } from '#domain/orders/admin/admin-order-list.ts'
import { listAdminOrders } from '#domain/orders/admin/list-admin-orders.server.ts'
import { cancelledOrderSchema, noteSchema, resendSchema, setStatusSchema } from '#domain/orders/admin/order-changes.ts'
import { addNote, removeNote } from '#domain/orders/admin/order-notes.server.ts'
import { cancelledWaveSchema, cancelWaveSchema, orderWavesSchema, WAVE_STEP } from '#domain/orders/admin/order-waves.ts'
import { listOrderWaves } from '#domain/orders/admin/order-waves-queries.server.ts'
import { readAdminOrder } from '#domain/orders/admin/read-admin-order.server.ts'
import { resendMail } from '#domain/orders/admin/resend-mail.server.ts'
import { givenUpAdditionSchema } from '#domain/orders/changes/addition.ts'
import { piecesChangeSchema, receiverChangeSchema } from '#domain/orders/changes/parcel-change.ts'
import { findCheckoutOf } from '#domain/orders/changes/parcel-state-queries.server.ts'
import { askedRefundSchema } from '#domain/payments/refunds/refund-request.ts'

const changed = ['Done', doneSchema] as const

const CANCEL_REFUSALS = [
  'order_not_found',
  'order_already_paid',
  'order_sent',
  'refund_under_way',
  'changed_meanwhile',
  'payment_not_found',
  'payment_disputed',
  'refund_too_large',
] as const

export const adminOrderCalls = [
  adminCall.get(
    '/orders',
    {
      summary: 'Orders, newest first; with a search or filters up to 1000',
      query: orderListQuerySchema,
      answers: ['A page of orders'],
    },
    async ({ services, query: { page, pageSize, ...filters } }) =>
      ok(await listAdminOrders(services, filters, { page, pageSize })),
  ),
  adminCall.get(
    '/orders/{id}',
    {
      summary: 'An order with everything that belongs to it and its events',
      answers: ['The order'],
      refuses: ['order_not_found'],
    },
    async ({ services, params }) => answerFound(await readAdminOrder(services, params.id), 'order_not_found'),
  ),
  adminCall.post(
    '/orders/{id}/refunds',
    {
      summary: 'Refunds a payment in whole or in part',
      description: 'Stored at once; a job makes it at the provider. Its state is shown with the payment.',
      body: askedRefundSchema,
      answers: changed,
      refuses: ['payment_not_found', 'refund_too_large', 'payment_disputed', 'refund_under_way', 'changed_meanwhile'],
    },
    ({ services, user, params, body }) => refundByAdmin(services, user.id, { orderId: params.id, ...body }),
  ),
  adminCall.post(
    '/orders/{id}/transfers',
    {
      summary: 'Records that money was transferred back for an order paid on delivery',
      description: 'Never more than is left of what was paid, and once per id.',
      body: recordedTransferSchema,
      answers: changed,
      refuses: ['order_not_found', 'order_paid_ahead', 'transfer_too_large', 'changed_meanwhile'],
    },
    ({ services, user, params, body }) => recordTransfer(services, user.id, { orderId: params.id, ...body }),
  ),
  adminCall.post(
    '/orders/{id}/cancel',
    {
      summary: 'Cancels an order; its pieces return to stock, its money is not refunded',
      body: cancelledOrderSchema,
      answers: changed,
      refuses: CANCEL_REFUSALS,
    },
    ({ services, user, params, body }) =>
      cancelByAdmin(services, { orderId: params.id, adminId: user.id, ...body, refund: false }),
  ),
  adminCall.post(
    '/orders/{id}/cancel-and-refund',
    {
      summary: 'Cancels an order and refunds all that is left of its money',
      body: cancelledOrderSchema,
      answers: changed,
      refuses: CANCEL_REFUSALS,
    },
    ({ services, user, params, body }) =>
      cancelByAdmin(services, { orderId: params.id, adminId: user.id, ...body, refund: true }),
  ),
  adminCall.post(
    '/orders/{id}/receiver',
    {
      summary: 'Changes receiver, locker or address of the parcel of an order that was not sent',
      description: 'A label that exists becomes useless; a new one has to be made.',
      body: receiverChangeSchema,
      answers: changed,
      refuses: [
        'order_not_found',
        'parcel_not_changeable',
        'changed_meanwhile',
        'carrier_unsettled',
        'invalid_recipient',
        'locker_closed',
        'locker_unavailable',
      ],
    },
    async ({ services, user, params: { id }, body: change }) => {
      const found = isUuid(id) ? await findCheckoutOf(services.db, id) : undefined
      if (!found) return fail({ reason: 'order_not_found' })
      const by = { actor: 'admin', actorId: user.id } as const
      return changeReceiver(services, { checkoutId: found.checkout_id, by, change })
    },
  ),
  adminCall.post(
    '/orders/{id}/pieces',
    {
      summary: 'Changes the pieces of an order that is not packed',
      description:
        'On delivery the sum that is due changes; paid ahead, what was paid too much is refunded. A change that makes a ' +
        'paid order dearer is only proposed: the buyer is mailed, and it is made once the difference is paid. Another ' +
        'proposal replaces it.',
      body: piecesChangeSchema,
      answers: changed,
      refuses: [
        'order_not_found',
        'parcel_not_changeable',
        'changed_meanwhile',
        'carrier_unsettled',
        'order_money_fixed',
        'addition_not_payable',
        'payment_under_way',
        'payment_provider_away',
        'parcel_over_cod_limit',
        'added_product_gone',
        'out_of_stock',
        'refund_too_large',
        'refund_under_way',
        'payment_disputed',
      ],
    },
    ({ services, user, params, body: change }) =>
      changePieces(services, { orderId: params.id, adminId: user.id, change }),
  ),
  adminCall.post(
    '/orders/{id}/addition/give-up',
    {
      summary: 'Gives up a proposed change that waits for the payment of its difference; the order stays as it was',
      body: givenUpAdditionSchema,
      answers: changed,
      refuses: ['order_not_found', 'changed_meanwhile', 'payment_under_way'],
    },
    ({ services, user, params: { id: orderId }, body }) =>
      giveUpAddition(services, {
        additionId: body.addition_id,
        by: { actor: 'admin', actorId: user.id },
        of: { orderId },
      }),
  ),
  adminCall.post(
    '/orders/{id}/status',
    {
      summary: 'Marks an order as paid on delivery, or as completed',
      body: setStatusSchema,
      answers: changed,
      refuses: ['order_not_found', 'order_status_refused', 'parcel_not_sent', 'changed_meanwhile'],
    },
    ({ services, user, params, body }) => setOrderStatus(services, { orderId: params.id, adminId: user.id, ...body }),
  ),
  adminCall.post(
    '/orders/complete',
    {
      summary: 'Completes delivered orders, each by itself',
      body: completedOrdersSchema,
      answers: ['How many were completed, and which were not'],
    },
    async ({ services, user, body }) => ok(await completeOrders(services, user.id, body.orders)),
  ),
  adminCall.post(
    '/orders/{id}/notes',
    {
      summary: 'Adds a note to an order',
      key: true,
      body: noteSchema,
      answers: changed,
      refuses: ['order_not_found', 'idempotency_conflict'],
    },
    ({ services, user, params, key, body }) =>
      addNote(services, { orderId: params.id, adminId: user.id, ...body, key }),
  ),
  adminCall.delete(
    '/orders/{id}/notes/{noteId}',
    { summary: 'Deletes a note', answers: changed, refuses: ['note_not_found'] },
    ({ services, user, params: { id, noteId } }) => removeNote(services, { orderId: id, noteId, adminId: user.id }),
  ),
  adminCall.post(
    '/orders/{id}/mails/{mailId}/resend',
    {
      summary: 'Sends a mail about an order again, at most five times',
      body: resendSchema,
      answers: changed,
      refuses: ['mail_not_of_order', 'mail_not_resendable', 'changed_meanwhile'],
    },
    ({ services, user, params: { id, mailId }, body }) =>
      resendMail(services, { orderId: id, mailId, adminId: user.id, timesResent: body.times_resent }),
  ),
  adminCall.get(
    '/order-waves',
    {
      summary: 'Unusually many orders of new accounts from one network, or from all together',
      answers: ['Empty on most days', orderWavesSchema],
    },
    async ({ services: { db, now } }) => {
      const readAt = now()
      return ok({ waves: await listOrderWaves(db, readAt), read_at: readAt.toISOString() })
    },
  ),
  adminCall.post(
    '/order-waves/cancel',
    {
      summary: 'Cancels the next unpaid and unsent orders of a wave',
      description:
        `Their pieces return to stock. Orders placed after read_at stay. One call cancels ${WAVE_STEP} orders: ` +
        'call it with next as after until next is null.',
      body: cancelWaveSchema,
      answers: ['Number of cancelled orders', cancelledWaveSchema],
    },
    async ({ services, user, body: { network, read_at: readAt, after } }) =>
      ok(await cancelWave(services, { network, until: new Date(readAt), after, adminId: user.id })),
  ),
]
