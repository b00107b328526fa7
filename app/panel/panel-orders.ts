import { formatDateTime } from '#domain/dates.ts'
import type { Grosze } from '#domain/money.ts'
import { customerOrderNumber, ORDER_STATUS_LABELS, type OrderStatus } from '#domain/orders/order.ts'
import type { CustomerOrder } from '#domain/orders/order-queries.server.ts'
import { customerShipmentLabel } from '#domain/shipments/shipment.ts'

export type PanelOrder = {
  id: string
  number: string
  status: OrderStatus
  statusLabel: string
  shippingLabel: string
  totalGrosze: Grosze
  shippingGrosze: Grosze
  items: { key: string; name: string; brand: string; quantity: number; unitPriceGrosze: Grosze }[]
}

/** Orders placed by one press of the button. */
export type PanelCheckout = { id: string; placedAt: string; totalGrosze: Grosze; orders: PanelOrder[] }

/** The orders as the panel shows them, those of one checkout together; newest first, as they come. */
export function panelCheckouts(orders: readonly CustomerOrder[]): PanelCheckout[] {
  return [...Map.groupBy(orders, (order) => order.checkout_id)].map(([id, together]) => ({
    id,
    placedAt: together[0] ? formatDateTime(together[0].created_at) : '',
    totalGrosze: together.reduce((sum, order) => sum + order.total_grosze, 0),
    orders: together.map(panelOrder),
  }))
}

function panelOrder(order: CustomerOrder): PanelOrder {
  return {
    id: order.id,
    number: customerOrderNumber(order.id),
    status: order.status,
    statusLabel: ORDER_STATUS_LABELS[order.status],
    shippingLabel: customerShipmentLabel(order.shipping_status),
    totalGrosze: order.total_grosze,
    shippingGrosze: order.shipping_grosze,
    items: order.items.map((item) => ({
      key: item.product_id,
      name: item.product_name,
      brand: item.brand_name,
      quantity: item.quantity,
      unitPriceGrosze: item.unit_price_grosze,
    })),
  }
}
