import type { Kysely } from 'kysely'
import type { Database } from '#domain/database.ts'
import { formatOrderNumber } from '#domain/kernel/order-words/order-names.ts'
import { parseStoredLocker } from '#domain/orders/delivery-place.ts'
import type { Services } from '#domain/services.ts'
import { findReceiptNumber } from '#domain/till/receipt-queries.server.ts'
import { describeAddition, findOpenAddition, findPayableAddition } from './addition-queries.server.ts'
import {
  type ChangeableParcel,
  describeMoneyFixed,
  describeStage,
  describeTooLate,
  isChangeable,
  isMoneyFixed,
} from './parcel-change.ts'
import {
  findLeastSums,
  type ParcelOrder,
  type ParcelToChange,
  readParcelState,
  sumRefundable,
} from './parcel-state-queries.server.ts'

/**
 * What a buyer may still change of a parcel; null when there is no such checkout.
 *
 * @param withReceiver false for a mailed link, which does not say who bought
 */
export async function readChangeableParcel(
  { db, profile, now }: Pick<Services, 'db' | 'profile' | 'now'>,
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
    too_late: isOpen ? null : describeTooLate(stage, profile),
    delivery: first.delivery,
    numbers: kept.map(({ id }) => formatOrderNumber(id)),
    refund_grosze: await sumRefundable(db, checkoutId),
    addition: await findPayableAddition(db, state, now()),
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
export async function describeChange(db: Kysely<Database>, parcel: ParcelToChange, orderId: string) {
  const order = parcel.orders.find(({ id }) => id === orderId) ?? parcel.first
  const stage = order.status === 'cancelled' ? 'cancelled' : parcel.stage
  const isFixed = isMoneyFixed(order)
  const labelled = parcel.orders.find(({ tracking_number, label_url }) => tracking_number ?? label_url)
  const addition = await findOpenAddition(db, orderId)
  const isAtCarrier = parcel.carrier?.status === 'created' || parcel.carrier?.status === 'confirmed'
  return {
    version: parcel.version,
    receiver: describeReceiver(order),
    receiver_refusal: isChangeable(stage, 'receiver') ? null : describeStage(stage),
    pieces_refusal: !isChangeable(stage, 'pieces')
      ? describeStage(stage)
      : isFixed
        ? describeMoneyFixed(order.payment)
        : null,
    /** The number of a label that a change makes useless; '': it has none yet. */
    label_number: labelled || isAtCarrier ? (labelled?.tracking_number ?? '') : null,
    /** What the parcel costs on delivery; null: nothing. */
    due_grosze: parcel.dueGrosze,
    /** A change that waits for the payment of its difference. */
    addition: addition ? describeAddition(addition, order.total_grosze) : null,
    /** The number of its receipt, once that is printed. */
    receipt: await findReceiptNumber(db, parcel.first.checkout_id),
    advantages: await listAdvantages(db, parcel, order.id),
  }
}

/** What the sum of a checkout's goods gave it, with the sum that this order has to reach besides its other orders. */
async function listAdvantages(db: Kysely<Database>, { orders }: ParcelToChange, orderId: string) {
  const others = orders
    .filter(({ id, status }) => id !== orderId && status !== 'cancelled')
    .flatMap(({ items }) => items)
    .reduce((sum, { unit_price_grosze, quantity }) => sum + unit_price_grosze * quantity, 0)
  return (await findLeastSums(db, orderId)).map(({ name, leastGrosze }) => ({
    name,
    from_grosze: Math.max(0, leastGrosze - others),
  }))
}
