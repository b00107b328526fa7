import { formatOrderNumber } from '#domain/kernel/order-names.ts'
import type { AdminOrderPage } from '#domain/orders/admin/admin-order.ts'
import { parseStoredLocker } from '#domain/orders/delivery-place.ts'
import type { Services } from '#domain/services.ts'
import { type ChangeableParcel, isChangeable, tellMoneyFixed, tellStage, tellTooLate } from './parcel-change.ts'
import { type ParcelOrder, type ParcelState, readParcelState, sumRefundable } from './parcel-state-queries.server.ts'

/**
 * What a buyer may still change of a parcel; null when there is no such checkout.
 *
 * @param withReceiver false for a mailed link, which does not say who bought
 */
export async function readChangeableParcel(
  { db, profile }: Pick<Services, 'db' | 'profile'>,
  checkoutId: string,
  { withReceiver }: { withReceiver: boolean },
): Promise<ChangeableParcel | null> {
  const state = await readParcelState(db, checkoutId)
  if (!state) return null
  const { first, orders, stage, carrier, version } = state
  const isOpen = isChangeable(stage, 'buyer') && !carrier?.asked_at
  const kept = orders.filter(({ status }) => status !== 'cancelled')
  return {
    version,
    too_late: isOpen ? null : tellTooLate(stage, profile),
    delivery: first.delivery,
    numbers: kept.map(({ id }) => formatOrderNumber(id)),
    refund_grosze: await sumRefundable(db, checkoutId),
    receiver: withReceiver ? describeReceiver(first) : null,
  }
}

/** The receiver as the fields of a form. */
export function describeReceiver(order: ParcelOrder): NonNullable<ChangeableParcel['receiver']> {
  const locker = parseStoredLocker(order)
  return {
    firstName: order.first_name,
    lastName: order.last_name,
    phone: order.phone,
    receiverEmail: order.receiver_email ?? '',
    street: order.street ?? '',
    houseNumber: order.house_number ?? '',
    city: order.city ?? '',
    postalCode: order.postal_code ?? '',
    selectedLocker: locker && { ...locker, status: 'active', opening_hours: null },
  }
}

/** What the admin may change of an order now, and why not. */
export function describeChange(parcel: ParcelState, orderId: string): AdminOrderPage['change'] {
  const order = parcel.orders.find(({ id }) => id === orderId) ?? parcel.first
  const stage = order.status === 'cancelled' ? 'cancelled' : parcel.stage
  const isMoneyFixed = order.status !== (order.payment === 'prepaid' ? 'paid' : 'pending')
  const labelled = parcel.orders.find(({ tracking_number, label_url }) => tracking_number ?? label_url)
  const isAtCarrier = parcel.carrier?.status === 'created' || parcel.carrier?.status === 'confirmed'
  return {
    version: parcel.version,
    receiver: describeReceiver(order),
    receiver_refusal: isChangeable(stage, 'receiver') ? null : tellStage(stage),
    pieces_refusal: !isChangeable(stage, 'pieces')
      ? tellStage(stage)
      : isMoneyFixed
        ? tellMoneyFixed(order.payment)
        : null,
    label_number: labelled || isAtCarrier ? (labelled?.tracking_number ?? '') : null,
    due_grosze: parcel.dueGrosze,
  }
}
