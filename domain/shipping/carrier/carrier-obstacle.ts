import type { OrderStatus } from '#domain/kernel/order-words/order-status.ts'
import type { ShipmentStatus } from '#domain/shipping/shipment.ts'

type Sendable = {
  status: OrderStatus
  shipping_status: ShipmentStatus
  tracking_number: string | null
  archived_at: Date | null
  anonymised_at: Date | null
  /** Whether the order is paid or to be paid on delivery, without a pending refund. */
  ready: boolean
}

/** The orders of a checkout that are in its parcel. */
export function listTravelling<Order extends Pick<Sendable, 'status' | 'shipping_status'>>(
  orders: readonly Order[],
): Order[] {
  return orders.filter(({ status, shipping_status }) => status !== 'cancelled' && shipping_status !== 'cancelled')
}

/**
 * Why a parcel cannot be sent by the carrier; null when it can.
 * @param unknownWarnings warnings about it that the sender has not seen
 */
export function findObstacle(
  orders: readonly Sendable[],
  unknownWarnings: readonly unknown[],
): `parcel_${string}` | null {
  if (orders.length === 0) return 'parcel_not_found'
  const travelling = listTravelling(orders)
  if (travelling.length === 0) return 'parcel_cancelled'
  if (travelling.some(({ archived_at }) => archived_at !== null)) return 'parcel_archived'
  if (travelling.some(({ shipping_status }) => shipping_status === 'shipped' || shipping_status === 'delivered')) {
    return 'parcel_sent'
  }
  if (travelling.some(({ tracking_number }) => tracking_number !== null)) return 'parcel_numbered'
  if (travelling.some(({ anonymised_at }) => anonymised_at !== null)) return 'parcel_anonymous'
  if (!travelling.every(({ ready }) => ready)) return 'parcel_unpaid'
  return unknownWarnings.length > 0 ? 'parcel_warned' : null
}
