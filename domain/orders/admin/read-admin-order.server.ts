import { labelBatches } from '#domain/batches/batch.ts'
import { formatOrderNumber } from '#domain/kernel/order-words/order-names.ts'
import { isUuid } from '#domain/kernel/wire/wire-schema.ts'
import { listOrderSums, listTransfers } from '#domain/money/order-money-queries.server.ts'
import { listOrderChanges, readParcelState, sumAmendments } from '#domain/orders/changes/parcel-state-queries.server.ts'
import { describeChange } from '#domain/orders/changes/read-changeable-parcel.server.ts'
import { listFacts } from '#domain/orders/order-facts.ts'
import { listOrdersById } from '#domain/orders/order-queries.server.ts'
import type { OrderView } from '#domain/orders/order-view.server.ts'
import { describeDispute } from '#domain/payments/dispute.ts'
import { describeDisputes, findRefundable } from '#domain/payments/refunds/refund.ts'
import { findSampleCode } from '#domain/returns/advantage-queries.server.ts'
import { listCasesOfCheckout } from '#domain/returns/return-case-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { listParcelWarnings } from '#domain/shipping/admin/parcel-warnings-queries.server.ts'
import { labelShipmentForAdmin } from '#domain/shipping/shipment.ts'
import {
  findOrderAround,
  listMailsOfOrder,
  listOrderPayments,
  listOrdersOfSame,
  type MailRow,
  type OrderPayment,
} from './admin-order-queries.server.ts'
import { isCancellable, isSettable } from './order-changes.ts'
import { labelMoneyReason, labelRefundFailure } from './order-money-words.ts'
import { readDiary } from './read-diary.server.ts'
import { countResent, findOriginalMailId, isResendable } from './resend-mail.server.ts'

type ReadServices = Pick<Services, 'db' | 'payments' | 'mailNames'>

/** The most other orders of a customer that the page shows. */
const MOST_OTHER_ORDERS = 20

/** An order with everything that belongs to it and all of its events. Null when there is none. */
export async function readAdminOrder(services: ReadServices, orderId: string) {
  const { db } = services
  if (!isUuid(orderId)) return null
  const [[order], around, payments, mails, amendedGrosze, [sums], transfers] = await Promise.all([
    listOrdersById(db, [orderId]),
    findOrderAround(db, orderId),
    listOrderPayments(db, orderId),
    listMailsOfOrder(db, orderId),
    sumAmendments(db, orderId),
    listOrderSums(db, { orderId }),
    listTransfers(db, orderId),
  ])
  if (!order || !around || !sums) return null
  const [others, warnings, cases, parcel, changes, sampleCode] = await Promise.all([
    listOrdersOfSame(db, {
      orderId,
      userId: order.user_id,
      email: order.email,
      most: MOST_OTHER_ORDERS + 1,
    }),
    listParcelWarnings(db, [order.checkout_id]),
    listCasesOfCheckout(db, order.checkout_id),
    readParcelState(db, order.checkout_id),
    listOrderChanges(db, { id: orderId, checkoutId: order.checkout_id }),
    findSampleCode(db, order.checkout_id),
  ])
  if (!parcel) return null
  return {
    id: order.id,
    number: order.number,
    /** Of order and parcel; sent back with a change. */
    version: around.version,
    warnings: warnings.get(order.checkout_id) ?? [],
    checkout_id: order.checkout_id,
    status: order.status,
    placed_at: order.placed_at,
    items: listItems(order),
    gift: order.gift,
    /** What the products cost, less the discount. */
    items_grosze: order.items_grosze,
    discount: order.discount,
    /** The code that was given for samples of its checkout; `used_grosze`: what it took off goods that are kept. */
    sample_code: sampleCode
      ? {
          code: sampleCode.text,
          active: sampleCode.active,
          orders: sampleCode.orders,
          used_grosze: sampleCode.usedGrosze,
        }
      : null,
    shipping_grosze: order.shipping_grosze,
    total_grosze: order.total_grosze,
    customer: {
      name: order.name,
      email: order.email,
      phone: order.phone,
      receiverEmail: order.receiver_email === order.email ? null : order.receiver_email,
      is_deleted: around.deleted_at !== null,
      is_anonymised: order.anonymised_at !== null,
    },
    change: await describeChange(db, parcel, order.id),
    delivery: { method: order.delivery, place: order.destination },
    company: order.company,
    facts: listFacts(order, 'owner'),
    shipment: describeShipment(order),
    /** All orders of its checkout, including this one. */
    parcel: around.parcel.map((each) => ({
      id: each.id,
      number: formatOrderNumber(each.id),
      status: each.status,
      total_grosze: each.total_grosze,
    })),
    payment: {
      method: order.payment,
      label: order.payment_label,
      /** Newest first; empty: paid on delivery. */
      attempts: payments.map((attempt) => describeAttempt(services, attempt)),
      /** Null: paid ahead. `paid_grosze`: 0 until the parcel is delivered, or owner or marketplace have the money. */
      on_delivery:
        order.payment === 'prepaid'
          ? null
          : {
              paid_grosze: sums.paidGrosze,
              returned_grosze: sums.returnedGrosze,
              transfers: transfers.map(({ id, amountGrosze, reason, createdAt }) => ({
                id,
                amount_grosze: amountGrosze,
                reason,
                created_at: createdAt.toISOString(),
              })),
            },
    },
    actions: {
      cancel: isCancellable(order),
      mark_paid: isSettable(order, 'paid'),
      complete: isSettable(order, 'completed'),
    },
    terms:
      order.terms_version !== null && order.terms_accepted_at !== null
        ? { version: order.terms_version, accepted_at: order.terms_accepted_at.toISOString() }
        : null,
    contract: order.has_contract,
    mails: describeMails(services, mails).toReversed(),
    diary: readDiary(services, { order, around, payments, mails, changes, amendedGrosze, cases, transfers }),
    customer_orders: {
      items: others.slice(0, MOST_OTHER_ORDERS).map((other) => ({
        id: other.id,
        number: formatOrderNumber(other.id),
        status: other.status,
        placed_at: other.created_at.toISOString(),
        total_grosze: other.total_grosze,
      })),
      is_more: others.length > MOST_OTHER_ORDERS,
    },
  }
}
export type AdminOrderPage = NonNullable<Awaited<ReturnType<typeof readAdminOrder>>>

function listItems({ items }: OrderView) {
  return items.map((item) => ({
    product_id: item.product_id,
    slug: item.slug,
    name: item.product_name,
    brand: item.brand_name,
    facts: item.facts,
    image_key: item.image_key,
    quantity: item.quantity,
    /** Pieces that are back in stock, or never come back. */
    restocked: item.restocked,
    unit_price_grosze: item.unit_price_grosze,
    /** What a code took off all of its pieces. */
    discount_grosze: item.discount_grosze,
    batch: labelBatches(item.batches),
    /** One of its batches was recalled. */
    recalled: item.recalled,
  }))
}

function describeShipment(order: OrderView) {
  const { shipment_id: id, shipping_status: status } = order
  if (id === null || status === null) return null
  return {
    id,
    status,
    label: labelShipmentForAdmin({ ...order, status }),
    is_archived: order.archived_at !== null,
    is_packed: order.packed_at !== null,
    tracking_number: order.tracking_number,
    tracking_url: order.tracking_url,
  }
}

function describeAttempt({ payments }: ReadServices, attempt: OrderPayment) {
  const refunds = attempt.refunds.map(({ id, amount_grosze, status, reason, failure, created_at }) => ({
    id,
    amount_grosze,
    status,
    reason: labelMoneyReason(reason),
    failure: failure === null ? null : labelRefundFailure(failure),
    created_at: created_at.toISOString(),
  }))
  const amountGrosze = attempt.amount_grosze
  const { lostGrosze, isDisputed } = describeDisputes(
    attempt.disputes.map(({ status, amount_grosze }) => ({ status, amountGrosze: amount_grosze })),
  )
  return {
    id: attempt.id,
    attempt: attempt.attempt,
    mode: attempt.mode,
    status: attempt.status,
    amount_grosze: amountGrosze,
    /** It pays the difference of a change, not the order itself. */
    is_addition: attempt.is_addition,
    /** What of it is with the shop; 0: nothing was paid, or nothing is left. */
    refundable_grosze: findRefundable(
      { status: attempt.status, amountGrosze, lostGrosze },
      attempt.refunds.map((refund) => ({ ...refund, amountGrosze: refund.amount_grosze })),
    ),
    /** The provider refuses refunds: the bank holds the money, or took it. */
    is_disputed: isDisputed,
    started_at: attempt.created_at.toISOString(),
    paid_at: attempt.paid_at?.toISOString() ?? null,
    paid_with: attempt.paid_with,
    dashboard_url:
      payments[attempt.mode]?.buildDashboardUrl({
        sessionId: attempt.provider_session_id,
        providerPaymentId: attempt.provider_payment_id,
      }) ?? null,
    refunds,
    disputes: attempt.disputes.map(({ status, amount_grosze, respond_by, closed_at, created_at }) => ({
      status,
      sentence: describeDispute({ status, amountGrosze: amount_grosze, respondBy: respond_by }),
      amount_grosze,
      is_over: closed_at !== null,
      opened_at: created_at.toISOString(),
    })),
  }
}

function describeMails({ mailNames }: ReadServices, mails: readonly MailRow[]) {
  return mails.map((mail) => ({
    id: mail.id,
    name: mailNames.get(mail.template) ?? mail.template,
    recipient: mail.recipient,
    state: mail.sent_at ? ('sent' as const) : mail.failed_at ? ('given_up' as const) : ('waiting' as const),
    failure: mail.failed_at ? mail.failure_reason : null,
    at: (mail.sent_at ?? mail.failed_at ?? mail.created_at).toISOString(),
    /** Sent back when the mail is sent again. */
    times_resent: countResent(mails, mail.id),
    resendable: findOriginalMailId(mail.key) === null && isResendable(mails, mail),
  }))
}
