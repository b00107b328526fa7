import type { Grosze } from '#domain/money.ts'
import {
  describeParcel,
  findSecondOrderNumber,
  formatOrderNumber,
  isDueOnDelivery,
  labelPayment,
  ORDER_STATUS_LABELS,
} from '#domain/orders/order.ts'
import type { AdminOrder } from '#domain/orders/order-queries.server.ts'
import { labelShipmentForAdmin } from '#domain/shipping/shipment.ts'
import { isLockerMethod } from '#domain/shipping/shipping-method.ts'
import { formatDateTime } from '#domain/text.ts'

export const ORDERS_PER_PAGE = 25

export type AdminOrderRow = {
  id: string
  number: string
  /** Orders of the first release are also known by this one. */
  secondNumber: string | null
  placedAt: string
  customer: { name: string; email: string; phone: string }
  items: AdminOrder['items']
  /** `place` in lines, so that a postal code is never torn apart. */
  delivery: { way: string; place: string[] }
  /** null as long as there is no shipment. */
  shipmentLabel: string | null
  totalGrosze: Grosze
  payment: string
  statusLabel: string
}

/**
 * Orders of one checkout that stand on this page; `parcel` speaks of all of them, those on neighbouring pages included,
 * and is null for an order that was placed alone.
 */
export type AdminCheckout = {
  id: string
  parcel: { title: string; totalGrosze: Grosze } | null
  orders: AdminOrderRow[]
}

export function toAdminCheckouts(orders: readonly AdminOrder[]): AdminCheckout[] {
  return [...Map.groupBy(orders, (order) => order.checkout_id)].map(([id, together]) => {
    const checkout = together[0]?.checkout
    const parcel =
      checkout && checkout.orders > 1
        ? {
            title: `${describeParcel(checkout.orders)}, ${isDueOnDelivery(together) ? 'do zapłaty' : 'razem'}`,
            totalGrosze: checkout.totalGrosze,
          }
        : null
    return { id, parcel, orders: together.map(toRow) }
  })
}

function toRow(order: AdminOrder): AdminOrderRow {
  return {
    id: order.id,
    number: formatOrderNumber(order.id),
    secondNumber: findSecondOrderNumber(order.id),
    placedAt: formatDateTime(order.created_at),
    customer: { name: `${order.first_name} ${order.last_name}`, email: order.email, phone: order.phone },
    items: order.items,
    delivery: toDelivery(order),
    shipmentLabel:
      order.shipping_status && labelShipmentForAdmin({ status: order.shipping_status, archived_at: order.archived_at }),
    totalGrosze: order.total_grosze,
    payment: labelPayment(order),
    statusLabel: ORDER_STATUS_LABELS[order.status],
  }
}

function toDelivery(order: AdminOrder): AdminOrderRow['delivery'] {
  const parts = isLockerMethod(order.shipping_method)
    ? [order.parcel_locker_name, order.parcel_locker_address]
    : [`${order.street ?? ''} ${order.house_number ?? ''}`, `${order.postal_code ?? ''} ${order.city ?? ''}`]
  return {
    way: isLockerMethod(order.shipping_method) ? 'Paczkomat' : 'Kurier',
    place: parts.filter((part): part is string => part !== null && part.trim() !== ''),
  }
}
