import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Price } from '#app/ui/price.tsx'
import type { Grosze } from '#domain/money.ts'
import { customerOrderNumber, ORDER_STATUS_LABELS, type OrderStatus } from '#domain/orders/order.ts'
import type { CustomerOrder } from '#domain/orders/order-queries.server.ts'
import { customerShipmentLabel } from '#domain/shipping/shipment.ts'
import { formatDateTime } from '#domain/text.ts'

/** Order history (spec 2 §2); what was ordered by one press of the button stands in one card. */
export function OrderHistory({ checkouts }: { checkouts: PanelCheckout[] }) {
  if (checkouts.length === 0) {
    return (
      <EmptyState title="Brak zamówień">
        <Link to="/sklep" className={buttonClass('primary')}>
          Rozpocznij zakupy
        </Link>
      </EmptyState>
    )
  }
  return (
    <ul className="space-y-5">
      {checkouts.map((checkout) => (
        <li key={checkout.id} className="overflow-hidden rounded-2xl border border-night/15 bg-white">
          {checkout.orders.length > 1 && (
            <p className="flex flex-wrap justify-between gap-x-6 bg-sand px-5 py-2.5 text-sm">
              <span>Zamówienia złożone razem: {checkout.orders.length}</span>
              <span>
                Łącznie <Price grosze={checkout.totalGrosze} className="font-semibold" />
              </span>
            </p>
          )}
          <ul className="divide-y divide-night/10">
            {checkout.orders.map((order) => (
              <li key={order.id}>
                <OrderEntry order={order} placedAt={checkout.placedAt} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function OrderEntry({ order, placedAt }: { order: PanelOrder; placedAt: string }) {
  return (
    <article className="px-5 py-4">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold">
          Zamówienie <span className="tabular-nums">#{order.number}</span>
        </h2>
        <StatusBadge tone={order.status}>{order.statusLabel}</StatusBadge>
      </header>
      <p className="text-sm text-oud">{placedAt}</p>
      <ul className="mt-3 space-y-1">
        {order.items.map((item) => (
          <li key={item.key} className="flex justify-between gap-6 text-sm">
            <span className="min-w-0">
              {item.name} <span className="text-oud">· {item.brand}</span>
            </span>
            <span className="shrink-0 text-right">
              {item.quantity} × <Price grosze={item.unitPriceGrosze} />
            </span>
          </li>
        ))}
        <li className="flex justify-between gap-6 text-sm">
          <span>Dostawa</span>
          <Price grosze={order.shippingGrosze} />
        </li>
      </ul>
      <footer className="mt-3 flex flex-wrap items-baseline justify-between gap-x-6 border-t border-night/10 pt-3">
        <p className="text-sm">
          Status przesyłki: <strong className="font-semibold">{order.shippingLabel}</strong>
        </p>
        <p>
          Razem <Price grosze={order.totalGrosze} className="text-lg font-semibold" />
        </p>
      </footer>
    </article>
  )
}

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

const TONES: Record<OrderStatus, string> = {
  pending: 'bg-sand text-night',
  paid: 'bg-sage text-night',
  completed: 'bg-leaf text-white',
  cancelled: 'bg-wine-tint text-wine',
}

/** The word says it; the colour only repeats it. */
export function StatusBadge({ tone, children }: { tone: OrderStatus; children: ReactNode }) {
  return <span className={classNames('rounded-full px-3 py-0.5 text-xs font-semibold', TONES[tone])}>{children}</span>
}
