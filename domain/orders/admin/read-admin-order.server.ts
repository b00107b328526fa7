import { toOrderDiscount } from '#domain/codes/code.ts'
import { toOrderGift } from '#domain/gifts/gift.ts'
import { formatOrderNumber } from '#domain/kernel/order-names.ts'
import { parseShippingMethod } from '#domain/kernel/shipping-method.ts'
import { isUuid } from '#domain/kernel/wire-schema.ts'
import { listOrderSums, listTransfers } from '#domain/money/order-money-queries.server.ts'
import { listOrderChanges, readParcelState, sumAmendments } from '#domain/orders/changes/parcel-state-queries.server.ts'
import { describeChange } from '#domain/orders/changes/read-changeable-parcel.server.ts'
import { isConcluded, labelPayment } from '#domain/orders/order.ts'
import { type AdminOrder, listOrdersById } from '#domain/orders/order-queries.server.ts'
import { describeDispute } from '#domain/payments/dispute.ts'
import { describeDisputes, findRefundable } from '#domain/payments/refunds/refund.ts'
import { listCasesOfCheckout } from '#domain/returns/return-case-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { listParcelWarnings } from '#domain/shipping/admin/parcel-warnings-queries.server.ts'
import { buildTrackingUrl, labelShipmentForAdmin } from '#domain/shipping/shipment.ts'
import type { AdminOrderPage } from './admin-order.ts'
import {
  findOrderAround,
  listMailsOfOrder,
  listOrderPayments,
  listOrdersOfSame,
  type MailRow,
  type OrderAround,
  type OrderPayment,
} from './admin-order-queries.server.ts'
import { nameFailure, nameReason } from './money-diary.ts'
import { isCancellable, isSettable } from './order-changes.ts'
import { readDiary } from './read-diary.server.ts'
import { countResent, findOriginalMailId, isResendable } from './resend-mail.server.ts'

type ReadServices = Pick<Services, 'db' | 'payments' | 'mailNames'>

/** The most other orders of a customer that the page shows. */
const MOST_OTHER_ORDERS = 20

/** An order with everything that belongs to it and all of its events. Null when there is none. */
export async function readAdminOrder(services: ReadServices, orderId: string): Promise<AdminOrderPage | null> {
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
  const [others, warnings, cases, parcel, changes] = await Promise.all([
    listOrdersOfSame(db, {
      orderId,
      userId: around.user_id,
      email: order.email,
      most: MOST_OTHER_ORDERS + 1,
    }),
    listParcelWarnings(db, [around.checkout_id]),
    listCasesOfCheckout(db, around.checkout_id),
    readParcelState(db, around.checkout_id),
    listOrderChanges(db, { id: orderId, checkoutId: around.checkout_id }),
  ])
  if (!parcel) return null
  const { delivery, payment } = parseShippingMethod(order.shipping_method)
  const isAnonymised = around.anonymised_at !== null
  return {
    id: order.id,
    number: formatOrderNumber(order.id),
    version: around.version,
    warnings: warnings.get(around.checkout_id) ?? [],
    checkout_id: around.checkout_id,
    status: order.status,
    placed_at: order.created_at.toISOString(),
    items: listItems(order, around),
    gift: toOrderGift(order),
    items_grosze: order.items_grosze,
    discount: toOrderDiscount([order]),
    shipping_grosze: order.shipping_grosze,
    total_grosze: order.total_grosze,
    customer: {
      name: `${order.first_name} ${order.last_name}`.trim(),
      email: order.email,
      phone: order.phone,
      receiverEmail: order.receiver_email === order.email ? null : order.receiver_email,
      is_deleted: around.deleted_at !== null,
      is_anonymised: isAnonymised,
    },
    change: describeChange(parcel, order.id),
    delivery: { method: delivery, place: describePlace(order) },
    company: around.company,
    shipment: describeShipment(order, around),
    parcel: around.parcel.map((each) => ({
      id: each.id,
      number: formatOrderNumber(each.id),
      status: each.status,
      total_grosze: each.total_grosze,
    })),
    payment: {
      method: payment,
      label: labelPayment(order),
      attempts: payments.map((attempt) => describeAttempt(services, attempt)),
      on_delivery:
        payment === 'prepaid'
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
      mark_paid: isSettable({ ...order, payment }, 'paid'),
      complete: isSettable({ ...order, payment }, 'completed'),
    },
    terms:
      around.terms_version !== null && around.terms_accepted_at !== null
        ? { version: around.terms_version, accepted_at: around.terms_accepted_at.toISOString() }
        : null,
    contract: !isAnonymised && isConcluded(order),
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

function listItems(order: AdminOrder, { pictures }: OrderAround): AdminOrderPage['items'] {
  return order.items.map((item) => {
    const product = pictures.find(({ id }) => id === item.product_id)
    return {
      product_id: item.product_id,
      slug: product?.slug ?? '',
      name: item.product_name,
      brand: item.brand_name,
      facts: item.facts,
      image_key: product?.image_key ?? null,
      quantity: item.quantity,
      restocked: product?.restocked ?? 0,
      unit_price_grosze: item.unit_price_grosze,
      discount_grosze: product?.discount_grosze ?? 0,
    }
  })
}

/** The address in lines, so that a postal code never wraps. */
function describePlace(order: AdminOrder): string[] {
  const lines =
    order.parcel_locker_id === null
      ? [`${order.street ?? ''} ${order.house_number ?? ''}`, `${order.postal_code ?? ''} ${order.city ?? ''}`]
      : [order.parcel_locker_name ?? order.parcel_locker_id, order.parcel_locker_address ?? '']
  return lines.map((line) => line.trim()).filter((line) => line !== '')
}

function describeShipment(order: AdminOrder, { shipments }: OrderAround): AdminOrderPage['shipment'] {
  const shipment = shipments.find(({ order_id }) => order_id === order.id)
  return shipment
    ? {
        id: shipment.id,
        status: shipment.status,
        label: labelShipmentForAdmin(shipment),
        is_archived: shipment.archived_at !== null,
        is_packed: shipment.packed_at !== null,
        tracking_number: shipment.tracking_number,
        tracking_url: buildTrackingUrl(shipment),
      }
    : null
}

function describeAttempt(
  { payments }: ReadServices,
  attempt: OrderPayment,
): AdminOrderPage['payment']['attempts'][number] {
  const refunds = attempt.refunds.map(({ id, amount_grosze, status, reason, failure, created_at }) => ({
    id,
    amount_grosze,
    status,
    reason: nameReason(reason),
    failure: failure === null ? null : nameFailure(failure),
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
    refundable_grosze: findRefundable(
      { status: attempt.status, amountGrosze, lostGrosze },
      attempt.refunds.map((refund) => ({ ...refund, amountGrosze: refund.amount_grosze })),
    ),
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

function describeMails({ mailNames }: ReadServices, mails: readonly MailRow[]): AdminOrderPage['mails'] {
  return mails.map((mail) => ({
    id: mail.id,
    name: mailNames.get(mail.template) ?? mail.template,
    recipient: mail.recipient,
    state: mail.sent_at ? 'sent' : mail.failed_at ? 'given_up' : 'waiting',
    failure: mail.failed_at ? mail.failure_reason : null,
    at: (mail.sent_at ?? mail.failed_at ?? mail.created_at).toISOString(),
    times_resent: countResent(mails, mail.id),
    resendable: findOriginalMailId(mail.key) === null && isResendable(mails, mail),
  }))
}
