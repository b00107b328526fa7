import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { listOrdered } from '#domain/kernel/order-words/order-names.ts'
import type { listOrderChanges } from '#domain/orders/changes/parcel-state-queries.server.ts'
import type { OrderRow } from '#domain/orders/order-row-queries.server.ts'
import type { StoredCase } from '#domain/returns/return-case-queries.server.ts'
import type { Services } from '#domain/services.ts'
import type { MailRow, OrderAround, OrderPayment } from './admin-order-queries.server.ts'
import { type DiaryRows, writeDiary } from './order-diary.ts'
import { findOriginalMailId } from './resend-mail.server.ts'

type DiarySources = {
  order: OrderRow
  around: OrderAround
  payments: readonly OrderPayment[]
  mails: readonly MailRow[]
  changes: Awaited<ReturnType<typeof listOrderChanges>>
  amendedGrosze: Grosze
  cases: readonly StoredCase[]
  transfers: DiaryRows['transfers']
}

/** The diary of an order, from the rows of everything that happened to it. */
export function readDiary(
  { mailNames }: Pick<Services, 'mailNames'>,
  { order, around: { events, notes }, payments, mails, changes, amendedGrosze, cases, transfers }: DiarySources,
) {
  return writeDiary({
    totalGrosze: order.total_grosze - amendedGrosze,
    changes: changes.map(({ lines, actor, dropped_number, difference_grosze, created_at }) => ({
      lines,
      actor,
      differenceGrosze: difference_grosze,
      droppedNumber: dropped_number,
      at: created_at,
    })),
    events: events.map((event) => ({
      subject: event.subject,
      from: event.from_status,
      to: event.to_status,
      actor: event.actor,
      reason: event.reason,
      refundId: event.refund_id,
      at: event.created_at,
    })),
    payments: payments.map((payment) => ({
      amountGrosze: payment.amount_grosze,
      paidAt: payment.paid_at,
      paidWith: payment.paid_with,
      refunds: payment.refunds.map(({ id, amount_grosze, reason, failure, created_at }) => ({
        id,
        amountGrosze: amount_grosze,
        reason,
        failure,
        createdAt: created_at,
      })),
      disputes: payment.disputes.map(({ amount_grosze }) => ({ amountGrosze: amount_grosze })),
    })),
    mails: mails.map((mail) => ({
      name: mailNames.get(mail.template) ?? mail.template,
      recipient: mail.recipient,
      isResent: findOriginalMailId(mail.key) !== null,
      createdAt: mail.created_at,
      sentAt: mail.sent_at,
      failedAt: mail.failed_at,
      failureReason: mail.failure_reason,
    })),
    notes: notes.map(({ id, note, created_at }) => ({ id, note, createdAt: created_at })),
    cases: listTold(order.id, cases),
    transfers,
  })
}

/** The cases about pieces of an order, for its diary. */
function listTold(orderId: string, cases: readonly StoredCase[]): DiaryRows['cases'] {
  return cases.flatMap(({ number, kind, received_at: at, items }) => {
    const pieces = items.filter(({ order_id }) => order_id === orderId)
    if (pieces.length === 0) return []
    return [{ number, kind, names: listOrdered(pieces), at }]
  })
}
