import { Fragment } from 'react'
import { href, Link } from 'react-router'
import { LIST_ENTRY } from '#app/admin/list-keys.ts'
import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { describeParcel, nameOrderedSize } from '#domain/kernel/order-words/order-names.ts'
import { DELIVERY_NAMES } from '#domain/kernel/order-words/shipping-method.ts'
import type { ListedOrder } from '#domain/orders/admin/list-admin-orders.server.ts'
import { formatShortMoment } from './moments.ts'
import { OrderState } from './order-state.tsx'

/** Orders of a page by parcel: a table where there is room, cards on the phone. */
export function OrderListView({ orders }: { orders: readonly ListedOrder[] }) {
  const parcels = toParcels(orders)
  return (
    <>
      <OrderTable parcels={parcels} />
      <OrderCards parcels={parcels} />
    </>
  )
}

/** The orders of one checkout on this page. Count and sum include its orders on other pages. */
type Parcel = {
  id: string
  isTogether: boolean
  count: number
  totalGrosze: Grosze
  isDue: boolean
  orders: ListedOrder[]
}

function toParcels(orders: readonly ListedOrder[]): Parcel[] {
  return [...Map.groupBy(orders, ({ checkout }) => checkout.id)].map(([id, together]) => {
    const travelling = together.filter(({ due_on_delivery }) => due_on_delivery !== null)
    const checkout = together[0]?.checkout
    return {
      id,
      isTogether: checkout !== undefined && checkout.orders > 1,
      count: checkout?.orders ?? together.length,
      totalGrosze: checkout?.total_grosze ?? 0,
      isDue: travelling.length > 0 && travelling.every(({ due_on_delivery }) => due_on_delivery),
      orders: together,
    }
  })
}

/** 'Jedna paczka, 3 zamówienia, do zapłaty 120,00 zł' */
function ParcelSum({ parcel: { count, isDue, totalGrosze }, className }: { parcel: Parcel; className?: string }) {
  return (
    <>
      {describeParcel(count)}, {isDue ? 'do zapłaty' : 'razem'}{' '}
      <Price grosze={totalGrosze} className={classNames('font-semibold', className)} />
    </>
  )
}

const labelItem = ({ name, facts }: ListedOrder['items'][number]) => nameOrderedSize({ product_name: name, facts })

/** '2 × Layali Zahran, 50 ml +2' */
function summarizeItems({ items: [first, ...others] }: ListedOrder): string {
  if (!first) return ''
  const pieces = first.quantity > 1 ? `${first.quantity} × ` : ''
  return `${pieces}${labelItem(first)}${others.length > 0 ? ` +${others.length}` : ''}`
}

const labelBuyer = ({ name, email }: ListedOrder) => name || email || 'dane usunięte'

/** Column heads and their widths. */
const COLUMNS = {
  Numer: 'w-25',
  Data: 'w-31',
  Klient: 'w-[14%]',
  Produkty: '',
  Dostawa: 'w-[13%]',
  Przesyłka: 'w-29',
  Płatność: 'w-34',
  Status: 'w-30',
  Razem: 'w-27 text-right',
}
const CELL = 'h-10 max-w-0 truncate px-3 whitespace-nowrap'

/** On wide screens: one line per order. */
function OrderTable({ parcels }: { parcels: Parcel[] }) {
  return (
    <div className="card hidden overflow-clip lg:block">
      <table className="w-full table-fixed text-xs">
        <thead>
          <tr>
            {Object.entries(COLUMNS).map(([column, width]) => (
              <th key={column} className={`sticky top-0 z-10 bg-sand px-3 py-2 text-left font-semibold ${width}`}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        {parcels.map((parcel) => (
          <tbody key={parcel.id} className="border-t border-night/15">
            {parcel.isTogether && (
              <tr>
                <th colSpan={9} scope="rowgroup" className="bg-ivory px-3 pt-2 pb-1 text-left font-medium text-oud">
                  <ParcelSum parcel={parcel} className="text-night" />
                </th>
              </tr>
            )}
            {parcel.orders.map((order) => (
              <Fragment key={order.id}>
                <OrderRow order={order} together={parcel.isTogether} />
                {order.warnings.map((sentence) => (
                  <tr key={sentence}>
                    <td colSpan={9} className="bg-wine-tint px-3 py-1.5 font-semibold wrap-anywhere text-wine">
                      {sentence}
                    </td>
                  </tr>
                ))}
              </Fragment>
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
          className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-3
            focus-visible:after:-outline-offset-3 focus-visible:after:outline-gold"
        >
          {order.number}
        </Link>
      </td>
      <td className={classNames(CELL, 'tabular-nums')}>{formatShortMoment(order.placed_at)}</td>
      <td className={CELL} title={`${order.name}, ${order.email}`}>
        {labelBuyer(order)}
      </td>
      <td className={CELL} title={order.items.map(labelItem).join(', ')}>
        {summarizeItems(order)}
      </td>
      <td className={CELL} title={`${DELIVERY_NAMES[order.delivery]} ${order.place}`}>
        <span className={order.delivery === 'locker' ? 'sr-only' : ''}>{DELIVERY_NAMES[order.delivery]}</span>{' '}
        <span className="text-oud">{order.place}</span>
      </td>
      <td className={CELL} title={order.shipment ?? undefined}>
        {order.shipment ?? <span className="text-oud">–</span>}
      </td>
      <td className={CELL} title={order.payment}>
        {order.payment}
      </td>
      <td className={CELL}>
        <OrderState status={order.status} />
      </td>
      <td className={classNames(CELL, 'text-right')}>
        <Price grosze={order.total_grosze} className="font-semibold" />
      </td>
    </tr>
  )
}

/** On the phone. */
function OrderCards({ parcels }: { parcels: Parcel[] }) {
  return (
    <ul className="space-y-3 lg:hidden">
      {parcels.map((parcel) => (
        <li
          key={parcel.id}
          className={classNames('card overflow-hidden', parcel.isTogether && 'border-l-4 border-l-gold')}
        >
          {parcel.isTogether && (
            <p className="bg-sand px-4 py-2 text-xs font-medium">
              <ParcelSum parcel={parcel} />
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
        <Price grosze={order.total_grosze} className="text-base font-semibold" />
      </span>
      <span className="flex items-center justify-between gap-4">
        <span className="min-w-0 truncate">{labelBuyer(order)}</span>
        <OrderState status={order.status} className="shrink-0" />
      </span>
      {order.warnings.map((sentence) => (
        <span key={sentence} className="block font-semibold wrap-anywhere text-wine">
          {sentence}
        </span>
      ))}
      <span className="block truncate text-night/85">{summarizeItems(order)}</span>
      <span className="block text-xs text-oud">
        {[
          formatShortMoment(order.placed_at),
          order.shipment,
          order.payment,
          `${DELIVERY_NAMES[order.delivery]} ${order.place}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </Link>
  )
}
