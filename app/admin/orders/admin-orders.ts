import type { Grosze } from '#domain/money.ts'
import { ORDER_STATUS_LABELS, orderNumber, secondOrderNumber } from '#domain/orders/order.ts'
import type { AdminOrder } from '#domain/orders/order-queries.server.ts'
import { isLockerMethod } from '#domain/shipping/shipping-method.ts'
import { formatDateTime } from '#domain/text.ts'

export const ORDERS_PER_PAGE = 25

/** Beyond this many pages nobody turns; a larger number in the address is a mistake. */
const LAST_PAGE = 100_000

export type AdminOrderRow = {
  id: string
  number: string
  /** Orders of the first release are also known by this one. */
  secondNumber: string | null
  placedAt: string
  customer: { name: string; email: string; phone: string }
  items: { key: string; name: string; brand: string; quantity: number; unitPriceGrosze: Grosze }[]
  /** `place` in lines, so that a postal code is never torn apart. */
  delivery: { way: string; place: string[] }
  totalGrosze: Grosze
  payment: string
  statusLabel: string
}

/** Orders of one checkout that stand on this page; `size` counts those on neighbouring pages, too. */
export type AdminCheckout = { id: string; size: number; orders: AdminOrderRow[] }

export type AdminOrdersPage = { checkouts: AdminCheckout[]; total: number; page: number; pages: number }

export function pageOf(value: string | null): number {
  const page = Number(value ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1
}

export function adminCheckouts(orders: readonly AdminOrder[]): AdminCheckout[] {
  return [...Map.groupBy(orders, (order) => order.checkout_id)].map(([id, together]) => ({
    id,
    size: together[0]?.checkout.orders ?? together.length,
    orders: together.map(row),
  }))
}

function row(order: AdminOrder): AdminOrderRow {
  return {
    id: order.id,
    number: orderNumber(order.id),
    secondNumber: secondOrderNumber(order.id),
    placedAt: formatDateTime(order.created_at),
    customer: { name: `${order.first_name} ${order.last_name}`, email: order.email, phone: order.phone },
    items: order.items.map((item) => ({
      key: item.product_id,
      name: item.product_name,
      brand: item.brand_name,
      quantity: item.quantity,
      unitPriceGrosze: item.unit_price_grosze,
    })),
    delivery: deliveryOf(order),
    totalGrosze: order.total_grosze,
    // spec 2 §4: paid shows as paid ahead, anything else as cash on delivery.
    payment: order.status === 'paid' ? 'Opłacone z góry' : 'Za pobraniem',
    statusLabel: ORDER_STATUS_LABELS[order.status],
  }
}

function deliveryOf(order: AdminOrder): AdminOrderRow['delivery'] {
  const parts = isLockerMethod(order.shipping_method)
    ? [order.parcel_locker_name, order.parcel_locker_address]
    : [`${order.street ?? ''} ${order.house_number ?? ''}`, `${order.postal_code ?? ''} ${order.city ?? ''}`]
  return {
    way: isLockerMethod(order.shipping_method) ? 'Paczkomat' : 'Kurier',
    place: parts.filter((part): part is string => part !== null && part.trim() !== ''),
  }
}
