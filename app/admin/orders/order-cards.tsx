import { href, Link } from 'react-router'
import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import type { ListedOrder } from '#domain/orders/admin/admin-order-list.ts'
import { LIST_ENTRY } from '../list-keys.ts'
import { formatShortMoment } from './moments.ts'
import { OrderState } from './order-state.tsx'
import { describeParcelOf, type Parcel, summarizeItems } from './parcels.ts'

/** The list on the phone. */
export function OrderCards({ parcels }: { parcels: Parcel[] }) {
  return (
    <ul className="space-y-3 lg:hidden">
      {parcels.map((parcel) => (
        <li
          key={parcel.id}
          className={classNames(
            'overflow-hidden rounded-2xl border border-night/15 bg-white',
            parcel.isTogether && 'border-l-4 border-l-gold',
          )}
        >
          {parcel.isTogether && (
            <p className="bg-sand px-4 py-2 text-xs font-medium">
              {describeParcelOf(parcel)} <Price grosze={parcel.totalGrosze} className="font-semibold" />
            </p>
          )}
          <ul className="divide-y divide-night/10">
            {parcel.orders.map((order) => (
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

function OrderCard({ order }: { order: ListedOrder }) {
  return (
    <Link
      to={href('/admin/zamowienia/:id', { id: order.id })}
      {...LIST_ENTRY}
      className="block space-y-1 px-4 py-3 text-sm hover:bg-ivory focus-visible:-outline-offset-3"
    >
      <span className="flex items-baseline justify-between gap-4">
        <span className="font-semibold tabular-nums">{order.number}</span>
        <Price grosze={order.totalGrosze} className="text-base font-semibold" />
      </span>
      <span className="flex items-center justify-between gap-4">
        <span className="min-w-0 truncate">{order.name || order.email || 'dane usunięte'}</span>
        <OrderState status={order.status} className="shrink-0" />
      </span>
      <span className="block truncate text-night/85">{summarizeItems(order)}</span>
      <span className="block text-xs text-oud">
        {formatShortMoment(order.placedAt)} · {order.payment} · {order.delivery === 'locker' ? 'Paczkomat' : 'Kurier'}{' '}
        {order.place}
      </span>
    </Link>
  )
}
