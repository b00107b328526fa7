import { toOrderGift } from '#domain/gifts/gift.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { formatOrderNumber } from '#domain/kernel/order-names.ts'
import { readChangeableParcel } from '#domain/orders/changes/read-changeable-parcel.server.ts'
import { isConcluded, sumCheckout } from '#domain/orders/order.ts'
import { isPayable } from '#domain/orders/payable-order.ts'
import { listInvoicesOf } from '#domain/papers/invoices/invoice-list-queries.server.ts'
import { mayAskInvoice } from '#domain/papers/invoices/invoice-queries.server.ts'
import { isPaymentOn } from '#domain/payments/mode/payment-mode-queries.server.ts'
import { listLinkedCases } from '#domain/returns/linked-case-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { readDispatchCalendar } from '#domain/settings/settings-queries.server.ts'
import { expectDelivery } from '#domain/shipping/delivery-date/delivery-date.ts'
import type { DispatchCalendar } from '#domain/shipping/delivery-date/dispatch-calendar.ts'
import { buildTrackingUrl, type ShipmentStatus } from '#domain/shipping/shipment.ts'
import { describeLinkedPayment, type LinkedCheckout } from './linked-checkout.ts'
import { findLinkedRows } from './linked-checkout-queries.server.ts'

/** The contents of the page behind an order link. Null when the checkout no longer exists. */
export async function readLinkedCheckout(
  services: Pick<Services, 'db' | 'now' | 'payments' | 'profile'>,
  checkoutId: string,
): Promise<LinkedCheckout | null> {
  const { db, now } = services
  const rows = await findLinkedRows(db, checkoutId)
  const change = await readChangeableParcel(services, checkoutId, { withReceiver: false })
  if (!rows || !change) return null
  const { checkout, orders, first, shipments, refundedGrosze, unmadeRefundGrosze } = rows
  const isUnpaid = isPayable(first, now())
  const isOn = isUnpaid && (await isPaymentOn(services))
  return {
    placed_at: checkout.created_at.toISOString(),
    orders: orders.map(({ id, status, items, ...gift }) => ({
      number: formatOrderNumber(id),
      status,
      items: items.map(({ product_name, brand_name, facts, quantity, unit_price_grosze }) => ({
        product_name,
        brand_name,
        facts,
        quantity,
        unit_price_grosze,
      })),
      gift: toOrderGift(gift),
    })),
    ...sumCheckout(orders),
    refunded_grosze: refundedGrosze,
    unmade_refund_grosze: unmadeRefundGrosze,
    payment: {
      method: checkout.payment,
      state: describeLinkedPayment(checkout.payment, orders),
      payable: isOn,
      paused: isUnpaid && !isOn,
    },
    delivery: { method: checkout.delivery, place: describePlace(first) },
    expected: expectFrom(await readDispatchCalendar(db), checkout.created_at, now()),
    terms: checkout.terms,
    company_invoice: checkout.company !== null,
    invoices: await listInvoicesOf(db, checkoutId),
    may_ask_invoice: await mayAskInvoice(db, checkoutId, readWarsawClock(now()).day),
    contract: isConcluded(first),
    parcels: listParcels(shipments),
    change,
    cases: await listLinkedCases(db, checkoutId),
  }
}

/** The expected delivery of an order placed at that moment. Nothing once the parcel should have been dispatched. */
function expectFrom(calendar: DispatchCalendar, placedAt: Date, now: Date): LinkedCheckout['expected'] {
  const expected = expectDelivery(calendar, readWarsawClock(placedAt))
  if (!expected || expected.dispatch < readWarsawClock(now).day) return null
  return { dispatch: expected.dispatch, arrival: expected.arrival }
}

/** A locker is a public place. Of a person's address the town suffices to recognise the order. */
function describePlace(order: {
  parcel_locker_id: string | null
  parcel_locker_address: string | null
  city: string | null
}): string | null {
  if (order.parcel_locker_id === null) return order.city
  return [order.parcel_locker_id, order.parcel_locker_address].filter(Boolean).join(', ')
}

/** Orders of one checkout are one parcel unless their status or tracking number differs. */
function listParcels(shipments: readonly { status: ShipmentStatus; tracking_number: string | null }[]) {
  const parcels = Map.groupBy(shipments, ({ status, tracking_number }) => JSON.stringify([status, tracking_number]))
  return [...parcels.values()].flatMap(([shipment]) =>
    shipment
      ? [
          {
            status: shipment.status,
            tracking_number: shipment.tracking_number,
            tracking_url: buildTrackingUrl(shipment),
          },
        ]
      : [],
  )
}
