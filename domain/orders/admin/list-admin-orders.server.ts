import { countPages } from '#domain/kernel/lists/paging.ts'
import { listOrders, listOrdersById } from '#domain/orders/order-queries.server.ts'
import type { OrderView } from '#domain/orders/order-view.server.ts'
import type { Services } from '#domain/services.ts'
import type { ParcelWarning } from '#domain/shipping/admin/parcel-warning.ts'
import { listParcelWarnings } from '#domain/shipping/admin/parcel-warnings-queries.server.ts'
import { isDueOnDelivery, labelParcel } from '#domain/shipping/shipment.ts'
import { findFilteredOrders } from './found-order-queries.server.ts'
import { isSettable } from './order-changes.ts'
import { isFiltered, MOST_FOUND_ORDERS, type OrderFilters } from './order-filters.ts'

/**
 * A page of the matching orders, newest first. Without filters the number of orders is exact. With a search or filters
 * it is counted up to MOST_FOUND_ORDERS, where the list ends. Beyond the end: the last page.
 */
export async function listAdminOrders(
  { db }: Pick<Services, 'db'>,
  filters: OrderFilters,
  { page, pageSize }: { page: number; pageSize: number },
) {
  if (!isFiltered(filters)) {
    const all = await listOrders(db, { page, pageSize })
    return { items: await describeOrders(db, all.items), total: all.total, is_more: false, page: all.page, pageSize }
  }
  const found = await findFilteredOrders(db, filters, MOST_FOUND_ORDERS + 1)
  const total = Math.min(found.length, MOST_FOUND_ORDERS)
  const shown = Math.min(page, countPages(total, pageSize))
  const ids = found.slice((shown - 1) * pageSize, Math.min(shown * pageSize, total))
  const items = await listOrdersById(db, ids)
  return { items: await describeOrders(db, items), total, is_more: found.length > total, page: shown, pageSize }
}
export type OrderList = Awaited<ReturnType<typeof listAdminOrders>>

const isCompletable = ({ status, payment, shipping_status }: OrderView) =>
  shipping_status === 'delivered' && isSettable({ status, payment, shipping_status }, 'completed')

async function describeOrders(db: Services['db'], orders: readonly OrderView[]) {
  const warnings = await listParcelWarnings(db, [...new Set(orders.map(({ checkout }) => checkout.id))])
  return orders.map((order) =>
    toListedOrder(
      order,
      (warnings.get(order.checkout.id) ?? []).filter(({ order_ids }) => order_ids.includes(order.id)),
    ),
  )
}

function toListedOrder(order: OrderView, warnings: readonly ParcelWarning[]) {
  return {
    id: order.id,
    number: order.number,
    placed_at: order.placed_at,
    checkout: order.checkout,
    /** Null: it is cancelled and does not travel. */
    due_on_delivery: order.status === 'cancelled' ? null : isDueOnDelivery([order]),
    name: order.name,
    email: order.email,
    phone: order.phone,
    items: order.items.map(({ product_name, brand_name, facts, quantity }) => ({
      name: product_name,
      brand: brand_name,
      facts,
      quantity,
    })),
    delivery: order.delivery,
    /** The locker, or the town. */
    place: (order.delivery === 'locker' ? order.parcel_locker_id : order.city) ?? '',
    shipment: order.shipping_status && labelParcel({ ...order, status: order.shipping_status }),
    /** Delivered and paid, so that it only has to be completed. */
    completable: isCompletable(order),
    payment: order.payment_label,
    status: order.status,
    /** Withdrawals before dispatch and disputes, as sentences. */
    warnings: warnings.map(({ sentence }) => sentence),
    total_grosze: order.total_grosze,
  }
}
export type ListedOrder = ReturnType<typeof toListedOrder>
