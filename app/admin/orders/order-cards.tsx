import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import { formatPhone } from '#domain/phone-number.ts'
import type { AdminCheckout, AdminOrderRow } from './admin-orders.ts'

export function OrderCards({ checkouts }: { checkouts: AdminCheckout[] }) {
  return (
    <ul className="space-y-4 lg:hidden">
      {checkouts.map((checkout) => (
        <li
          key={checkout.id}
          className={classNames(
            'overflow-hidden rounded-2xl border border-night/15 bg-white',
            checkout.parcel && 'border-l-4 border-l-gold',
          )}
        >
          {checkout.parcel && (
            <p className="bg-sand px-4 py-2 text-xs font-medium">
              {checkout.parcel.title} <Price grosze={checkout.parcel.totalGrosze} className="font-semibold" />
            </p>
          )}
          <ul className="divide-y divide-night/10">
            {checkout.orders.map((order) => (
              <li key={order.id}>
                <OrderCard order={order} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

function OrderCard({ order }: { order: AdminOrderRow }) {
  return (
    <article className="space-y-2 px-4 py-3 text-sm">
      <header className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-semibold tabular-nums">
          {order.number}
          {order.secondNumber !== null && (
            <span className="block text-xs font-normal text-oud">także {order.secondNumber}</span>
          )}
        </h2>
        <Price grosze={order.totalGrosze} className="text-lg font-semibold" />
      </header>
      <p className="text-xs text-oud">
        {order.placedAt} · {order.payment} · {order.statusLabel}
      </p>
      <OrderItems items={order.items} />
      <div className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
        <div>
          <p className="font-medium">{order.customer.name}</p>
          <a
            href={`tel:${order.customer.phone.replaceAll(' ', '')}`}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            {formatPhone(order.customer.phone)}
          </a>
          <p className="break-all">{order.customer.email}</p>
        </div>
        <div>
          <p className="font-medium">{order.delivery.way}</p>
          {order.delivery.place.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {order.shipmentLabel && <p className="text-oud">{order.shipmentLabel}</p>}
        </div>
      </div>
    </article>
  )
}

/** What was ordered: quantity, name, brand, unit price. */
export function OrderItems({ items }: { items: AdminOrderRow['items'] }) {
  return (
    <ul className="space-y-1">
      {items.map((item) => (
        <li key={item.product_id}>
          <span className="tabular-nums">{item.quantity} ×</span> {item.product_name}{' '}
          <span className="text-oud">· {item.brand_name} · </span>
          <Price grosze={item.unit_price_grosze} className="text-oud" />
        </li>
      ))}
    </ul>
  )
}
