import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { readChangeableParcel } from '#domain/orders/changes/read-changeable-parcel.server.ts'
import { listCheckoutOrders } from '#domain/orders/order-queries.server.ts'
import { sumCheckout } from '#domain/orders/order-sums.ts'
import { isPayable } from '#domain/orders/payable-order.ts'
import { listInvoicesOf } from '#domain/papers/invoices/invoice-list-queries.server.ts'
import { mayAskInvoice } from '#domain/papers/invoices/invoice-queries.server.ts'
import { isPaymentOn } from '#domain/payments/mode/payment-means-queries.server.ts'
import { listLinkedCases } from '#domain/returns/linked-case-queries.server.ts'
import type { Services } from '#domain/services.ts'
import { readDispatchCalendar } from '#domain/settings/settings-queries.server.ts'
import { expectDelivery } from '#domain/shipping/delivery-date/delivery-date.ts'
import type { DispatchCalendar } from '#domain/shipping/delivery-date/dispatch-calendar.ts'
import { sumDueOnDelivery } from '#domain/shipping/shipment.ts'
import { describeLinkedPayment, type LinkedCheckout } from './linked-checkout.ts'
import { hideBuyer, type OrderForHolder } from './order-for-holder.server.ts'

/** The contents of the page behind an order link. Null when the checkout no longer exists. */
export async function readLinkedCheckout(
  services: Pick<Services, 'db' | 'now' | 'payments' | 'profile'>,
  checkoutId: string,
): Promise<LinkedCheckout | null> {
  const { db, now } = services
  const orders = (await listCheckoutOrders(db, checkoutId)).map(hideBuyer)
  const change = await readChangeableParcel(services, checkoutId, { withReceiver: false })
  const [first] = orders
  if (!first || !change) return null
  const isUnpaid = isPayable(first, now())
  const isOn = isUnpaid && (await isPaymentOn(services))
  return {
    placed_at: first.placed_at,
    orders: orders.map(({ number, status, items, gift }) => ({ number, status, items, gift })),
    ...sumCheckout(orders),
    payment: {
      method: first.payment,
      state: describeLinkedPayment(first.payment, orders),
      due_grosze: sumDueOnDelivery(orders),
      payable: isOn,
      paused: isUnpaid && !isOn,
    },
    delivery: { method: first.delivery, place: first.place },
    expected: expectFrom(await readDispatchCalendar(db), first.created_at, now()),
    terms: first.readable_terms,
    facts: first.facts,
    company_invoice: first.is_for_company,
    invoices: await listInvoicesOf(db, checkoutId),
    may_ask_invoice: await mayAskInvoice(db, checkoutId, readWarsawClock(now()).day),
    contract: first.has_contract,
    parcels: listParcels(orders),
    change,
    cases: await listLinkedCases(db, checkoutId, readWarsawClock(now()).day),
  }
}

/** The expected delivery of an order placed at that moment. Nothing once the parcel should have been dispatched. */
function expectFrom(calendar: DispatchCalendar, placedAt: Date, now: Date): LinkedCheckout['expected'] {
  const expected = expectDelivery(calendar, readWarsawClock(placedAt))
  if (!expected || expected.dispatch < readWarsawClock(now).day) return null
  return { dispatch: expected.dispatch, arrival: expected.arrival }
}

/** Orders of one checkout are one parcel unless their status or tracking number differs. */
function listParcels(orders: readonly OrderForHolder[]): LinkedCheckout['parcels'] {
  const parcels = orders.flatMap(({ shipping_status: status, tracking_number, tracking_url }) =>
    status === null ? [] : [{ status, tracking_number, tracking_url }],
  )
  return [...new Map(parcels.map((parcel) => [JSON.stringify(parcel), parcel])).values()]
}
