import { DONE, done } from '#api/account/auth.ts'
import { refuse } from '#api/errors.ts'
import { createAdminRouter, createRoute, z } from '#api/http.ts'
import { answers, bodyErrors, errors, jsonBody } from '#api/openapi.ts'
import { idempotencyHeaderSchema, readKey } from '#api/orders.ts'
import { cancelByAdmin, setOrderStatus } from '#domain/flows/orders/change-by-admin.server.ts'
import { changePieces } from '#domain/flows/orders/change-order.server.ts'
import { changeReceiver } from '#domain/flows/orders/change-receiver.server.ts'
import { recordTransfer } from '#domain/flows/refunds/record-transfer.server.ts'
import { refundByAdmin } from '#domain/flows/refunds/refund-by-admin.server.ts'
import { isUuid } from '#domain/kernel/wire-schema.ts'
import { recordedTransferSchema } from '#domain/money/transfer.ts'
import { cancelledOrderSchema, noteSchema, resendSchema, setStatusSchema } from '#domain/orders/admin/order-changes.ts'
import { addNote, removeNote } from '#domain/orders/admin/order-notes.server.ts'
import { resendMail } from '#domain/orders/admin/resend-mail.server.ts'
import { piecesChangeSchema, receiverChangeSchema } from '#domain/orders/changes/parcel-change.ts'
import { findCheckoutOf } from '#domain/orders/changes/parcel-state-queries.server.ts'
import { askedRefundSchema } from '#domain/payments/refunds/refund-request.ts'

const ofAdmin = { tags: ['admin'], security: [{ session: [] }] }
const params = z.object({ id: z.string() })
const changed = answers(done, 'Done')

const refundRoute = createRoute({
  ...ofAdmin,
  method: 'post',
  path: '/admin/orders/{id}/refunds',
  summary: 'Refunds a payment in whole or in part',
  description: 'Stored at once; a job makes it at the provider. Its state is shown with the payment.',
  request: { params, body: jsonBody(askedRefundSchema) },
  responses: {
    ...changed,
    ...bodyErrors(
      'not_found',
      'proof_required',
      'payment_not_found',
      'refund_too_large',
      'payment_disputed',
      'refund_under_way',
      'changed_meanwhile',
    ),
  },
})

const transferRoute = createRoute({
  ...ofAdmin,
  method: 'post',
  path: '/admin/orders/{id}/transfers',
  summary: 'Records that money was transferred back for an order paid on delivery',
  description: 'Never more than is left of what was paid, and once per id.',
  request: { params, body: jsonBody(recordedTransferSchema) },
  responses: {
    ...changed,
    ...bodyErrors(
      'not_found',
      'proof_required',
      'order_not_found',
      'order_paid_ahead',
      'transfer_too_large',
      'changed_meanwhile',
    ),
  },
})

const cancelErrors = [
  'not_found',
  'order_not_found',
  'order_already_paid',
  'order_sent',
  'refund_under_way',
  'changed_meanwhile',
  'payment_not_found',
  'payment_disputed',
  'refund_too_large',
] as const

const cancelRoute = createRoute({
  ...ofAdmin,
  method: 'post',
  path: '/admin/orders/{id}/cancel',
  summary: 'Cancels an order; its pieces return to stock, its money is not refunded',
  request: { params, body: jsonBody(cancelledOrderSchema) },
  responses: { ...changed, ...bodyErrors(...cancelErrors) },
})

const cancelAndRefundRoute = createRoute({
  ...ofAdmin,
  method: 'post',
  path: '/admin/orders/{id}/cancel-and-refund',
  summary: 'Cancels an order and refunds all that is left of its money',
  request: { params, body: jsonBody(cancelledOrderSchema) },
  responses: { ...changed, ...bodyErrors('proof_required', ...cancelErrors) },
})

const receiverRoute = createRoute({
  ...ofAdmin,
  method: 'post',
  path: '/admin/orders/{id}/receiver',
  summary: 'Changes receiver, locker or address of the parcel of an order that was not sent',
  description: 'A label that exists becomes useless; a new one has to be made.',
  request: { params, body: jsonBody(receiverChangeSchema) },
  responses: {
    ...changed,
    ...bodyErrors(
      'not_found',
      'order_not_found',
      'parcel_not_changeable',
      'changed_meanwhile',
      'carrier_unsettled',
      'invalid_recipient',
      'locker_closed',
      'locker_unavailable',
    ),
  },
})

const piecesRoute = createRoute({
  ...ofAdmin,
  method: 'post',
  path: '/admin/orders/{id}/pieces',
  summary: 'Changes the pieces of an order that is not packed',
  description: 'On delivery the sum that is due changes; paid ahead, what was paid too much is refunded.',
  request: { params, body: jsonBody(piecesChangeSchema) },
  responses: {
    ...changed,
    ...bodyErrors(
      'not_found',
      'proof_required',
      'order_not_found',
      'parcel_not_changeable',
      'changed_meanwhile',
      'carrier_unsettled',
      'order_money_fixed',
      'prepaid_costs_more',
      'parcel_over_cod_limit',
      'added_product_gone',
      'out_of_stock',
      'refund_too_large',
      'refund_under_way',
    ),
  },
})

const statusRoute = createRoute({
  ...ofAdmin,
  method: 'post',
  path: '/admin/orders/{id}/status',
  summary: 'Marks an order as paid on delivery, or as completed',
  request: { params, body: jsonBody(setStatusSchema) },
  responses: {
    ...changed,
    ...bodyErrors('not_found', 'order_not_found', 'order_status_refused', 'parcel_not_sent', 'changed_meanwhile'),
  },
})

const addNoteRoute = createRoute({
  ...ofAdmin,
  method: 'post',
  path: '/admin/orders/{id}/notes',
  summary: 'Adds a note to an order',
  request: { params, headers: idempotencyHeaderSchema, body: jsonBody(noteSchema) },
  responses: { ...changed, ...bodyErrors('not_found', 'order_not_found', 'idempotency_conflict') },
})

const removeNoteRoute = createRoute({
  ...ofAdmin,
  method: 'delete',
  path: '/admin/orders/{id}/notes/{noteId}',
  summary: 'Deletes a note',
  request: { params: params.extend({ noteId: z.string() }) },
  responses: { ...changed, ...errors('not_found', 'note_not_found') },
})

const resendRoute = createRoute({
  ...ofAdmin,
  method: 'post',
  path: '/admin/orders/{id}/mails/{mailId}/resend',
  summary: 'Sends a mail about an order again, at most five times',
  request: { params: params.extend({ mailId: z.string() }), body: jsonBody(resendSchema) },
  responses: {
    ...changed,
    ...bodyErrors('not_found', 'mail_not_of_order', 'mail_not_resendable', 'changed_meanwhile'),
  },
})

export const adminOrderChangeRoutes = createAdminRouter()
  .openapi(refundRoute, async (c) => {
    const asked = { orderId: c.req.valid('param').id, ...c.req.valid('json') }
    const refunded = await refundByAdmin(c.var.services, c.var.user.id, asked)
    return refunded.ok ? c.json(DONE, 200) : refuse(c, refunded.failure)
  })
  .openapi(transferRoute, async (c) => {
    const transfer = { orderId: c.req.valid('param').id, ...c.req.valid('json') }
    const recorded = await recordTransfer(c.var.services, c.var.user.id, transfer)
    return recorded.ok ? c.json(DONE, 200) : refuse(c, recorded.failure)
  })
  .openapi(cancelRoute, async (c) => {
    const order = { orderId: c.req.valid('param').id, adminId: c.var.user.id, ...c.req.valid('json') }
    const cancelled = await cancelByAdmin(c.var.services, { ...order, refund: false })
    return cancelled.ok ? c.json(DONE, 200) : refuse(c, cancelled.failure)
  })
  .openapi(cancelAndRefundRoute, async (c) => {
    const order = { orderId: c.req.valid('param').id, adminId: c.var.user.id, ...c.req.valid('json') }
    const cancelled = await cancelByAdmin(c.var.services, { ...order, refund: true })
    return cancelled.ok ? c.json(DONE, 200) : refuse(c, cancelled.failure)
  })
  .openapi(receiverRoute, async (c) => {
    const { services, user } = c.var
    const { id } = c.req.valid('param')
    const found = isUuid(id) ? await findCheckoutOf(services.db, id) : undefined
    if (!found) return refuse(c, { reason: 'order_not_found' })
    const by = { actor: 'admin', actorId: user.id } as const
    const change = c.req.valid('json')
    const changed = await changeReceiver(services, { checkoutId: found.checkout_id, by, change })
    return changed.ok ? c.json(DONE, 200) : refuse(c, changed.failure)
  })
  .openapi(piecesRoute, async (c) => {
    const order = { orderId: c.req.valid('param').id, adminId: c.var.user.id, change: c.req.valid('json') }
    const changed = await changePieces(c.var.services, order)
    return changed.ok ? c.json(DONE, 200) : refuse(c, changed.failure)
  })
  .openapi(statusRoute, async (c) => {
    const order = { orderId: c.req.valid('param').id, adminId: c.var.user.id, ...c.req.valid('json') }
    const set = await setOrderStatus(c.var.services, order)
    return set.ok ? c.json(DONE, 200) : refuse(c, set.failure)
  })
  .openapi(addNoteRoute, async (c) => {
    const note = { orderId: c.req.valid('param').id, adminId: c.var.user.id, ...c.req.valid('json') }
    const added = await addNote(c.var.services, { ...note, idempotencyKey: readKey(c.req.valid('header')) })
    return added.ok ? c.json(DONE, 200) : refuse(c, added.failure)
  })
  .openapi(removeNoteRoute, async (c) => {
    const { id, noteId } = c.req.valid('param')
    const removed = await removeNote(c.var.services, { orderId: id, noteId, adminId: c.var.user.id })
    return removed.ok ? c.json(DONE, 200) : refuse(c, removed.failure)
  })
  .openapi(resendRoute, async (c) => {
    const { id, mailId } = c.req.valid('param')
    const mail = { orderId: id, mailId, adminId: c.var.user.id, ...c.req.valid('json') }
    const resent = await resendMail(c.var.services, mail)
    return resent.ok ? c.json(DONE, 200) : refuse(c, resent.failure)
  })
