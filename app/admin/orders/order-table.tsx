import { href, Link } from 'react-router'
import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import type { ListedOrder } from '#domain/orders/admin/admin-order-list.ts'
import { LIST_ENTRY } from '../list-keys.ts'
import { formatShortMoment } from './moments.ts'
import { OrderState } from './order-state.tsx'
import { describeParcelOf, type Parcel, summarizeItems } from './parcels.ts'

const HEAD = 'sticky top-0 z-10 bg-sand px-3 py-2 text-left font-semibold'
const CELL = 'h-10 max-w-0 truncate px-3 whitespace-nowrap'

/** One line an order, where there is room for it. */
export function OrderTable({ parcels }: { parcels: Parcel[] }) {
  return (
    <div className="hidden overflow-clip rounded-2xl border border-night/15 bg-white lg:block">
      <table className="w-full table-fixed text-xs">
        <thead>
          <tr>
            <th className={classNames(HEAD, 'w-25')}>Numer</th>
            <th className={classNames(HEAD, 'w-31')}>Data</th>
            <th className={classNames(HEAD, 'w-[17%]')}>Klient</th>
            <th className={HEAD}>Produkty</th>
            <th className={classNames(HEAD, 'w-[15%]')}>Dostawa</th>
            <th className={classNames(HEAD, 'w-34')}>Płatność</th>
            <th className={classNames(HEAD, 'w-30')}>Status</th>
            <th className={classNames(HEAD, 'w-27 text-right')}>Razem</th>
          </tr>
        </thead>
        {parcels.map((parcel) => (
          <tbody key={parcel.id} className="border-t border-night/15">
            {parcel.orders.length > 0 && parcel.isTogether && (
              <tr>
                <th colSpan={8} scope="rowgroup" className="bg-ivory px-3 pt-2 pb-1 text-left font-medium text-oud">
                  {describeParcelOf(parcel)} <Price grosze={parcel.totalGrosze} className="font-semibold text-night" />
                </th>
              </tr>
            )}
            {parcel.orders.map((order) => (
              <OrderRow key={order.id} order={order} together={parcel.isTogether} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function OrderRow({ order, together }: { order: ListedOrder; together: boolean }) {
  return (
    <tr
      className={classNames(
        'relative border-t border-night/10 hover:bg-ivory has-focus-visible:bg-sand',
        together && 'bg-ivory',
        order.status === 'cancelled' && 'text-night/75',
      )}
    >
      <td className={classNames(CELL, 'font-semibold tabular-nums', together && 'shadow-[inset_4px_0_0] shadow-gold')}>
        <Link
          to={href('/admin/zamowienia/:id', { id: order.id })}
          {...LIST_ENTRY}
          className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-gold"
        >
          {order.number}
        </Link>
      </td>
      <td className={classNames(CELL, 'tabular-nums')}>{formatShortMoment(order.placedAt)}</td>
      <td className={CELL} title={`${order.name}, ${order.email}`}>
        {order.name || order.email || 'dane usunięte'}
      </td>
      <td className={CELL} title={order.items.map(({ name }) => name).join(', ')}>
        {summarizeItems(order)}
      </td>
      <td className={CELL} title={`${order.delivery === 'locker' ? 'Paczkomat' : 'Kurier'} ${order.place}`}>
        {order.delivery === 'locker' ? <span className="sr-only">Paczkomat</span> : 'Kurier'}{' '}
        <span className="text-oud">{order.place}</span>
      </td>
      <td className={CELL} title={order.shipment ?? undefined}>
        {order.payment}
      </td>
      <td className={CELL}>
        <OrderState status={order.status} />
      </td>
      <td className={classNames(CELL, 'text-right')}>
        <Price grosze={order.totalGrosze} className="font-semibold" />
      </td>
    </tr>
  )
}
