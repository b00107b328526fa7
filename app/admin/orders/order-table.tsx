import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import { formatPhone } from '#domain/phone-number.ts'
import type { AdminCheckout, AdminOrderRow } from './admin-orders.ts'
import { OrderItems } from './order-cards.tsx'

const HEAD = 'px-3 py-2 text-left font-semibold'

export function OrderTable({ checkouts }: { checkouts: AdminCheckout[] }) {
  return (
    <div className="hidden overflow-x-auto rounded-2xl border border-night/15 bg-white lg:block">
      <table className="w-full text-xs">
        <thead className="bg-sand">
          <tr>
            <th className={HEAD}>Numer</th>
            <th className={HEAD}>Data</th>
            <th className={HEAD}>Klient</th>
            <th className={HEAD}>Produkty</th>
            <th className={HEAD}>Dostawa</th>
            <th className={HEAD}>Płatność</th>
            <th className="px-3 py-2 text-right font-semibold">Razem</th>
          </tr>
        </thead>
        {checkouts.map((checkout) => (
          <tbody key={checkout.id} className="border-t border-night/15">
            {checkout.parcel && (
              <tr>
                <th colSpan={7} scope="rowgroup" className="bg-ivory px-3 pt-2 pb-1 text-left font-medium text-oud">
                  {checkout.parcel.title}{' '}
                  <Price grosze={checkout.parcel.totalGrosze} className="font-semibold text-night" />
                </th>
              </tr>
            )}
            {checkout.orders.map((order) => (
              <OrderRow key={order.id} order={order} together={checkout.parcel !== null} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function OrderRow({ order, together }: { order: AdminOrderRow; together: boolean }) {
  const cell = 'px-3 py-2.5 align-top'
  return (
    <tr className={classNames('border-t border-night/10', together && 'bg-ivory')}>
      <td
        className={classNames(
          cell,
          'font-semibold whitespace-nowrap tabular-nums',
          together && 'border-l-4 border-gold',
        )}
      >
        {order.number}
        {order.secondNumber !== null && (
          <span className="block text-xs font-normal text-oud">także {order.secondNumber}</span>
        )}
      </td>
      <td className={cell}>{order.placedAt}</td>
      <td className={cell}>
        <p className="font-medium">{order.customer.name}</p>
        <p className="break-all">{order.customer.email}</p>
        <p className="whitespace-nowrap">{formatPhone(order.customer.phone)}</p>
      </td>
      <td className={cell}>
        <OrderItems items={order.items} />
      </td>
      <td className={cell}>
        <p className="font-medium">{order.delivery.way}</p>
        {order.delivery.place.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {order.shipmentLabel && <p className="text-oud">{order.shipmentLabel}</p>}
      </td>
      <td className={cell}>
        <p className="whitespace-nowrap">{order.payment}</p>
        <p className="text-oud">{order.statusLabel}</p>
      </td>
      <td className={classNames(cell, 'text-right')}>
        <Price grosze={order.totalGrosze} className="font-semibold" />
      </td>
    </tr>
  )
}
