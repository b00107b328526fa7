import { href, Link } from 'react-router'
import { Price } from '#app/ui/price.tsx'
import type { AdminOrderPage } from '#domain/orders/admin/admin-order.ts'
import { formatDay } from './moments.ts'
import { FindAllOf } from './order-addressee.tsx'
import { OrderCard } from './order-card.tsx'
import { OrderState } from './order-state.tsx'

/** What else the same customer has ordered. */
export function OtherOrders({ order: { customer, customerOrders } }: { order: AdminOrderPage }) {
  const { items, isMore } = customerOrders
  return (
    <OrderCard
      title="Inne zamówienia tej osoby"
      aside={isMore && customer.email !== '' && <FindAllOf email={customer.email} />}
    >
      {items.length === 0 ? (
        <p className="text-oud">To pierwsze zamówienie z tego konta i adresu.</p>
      ) : (
        <ul className="divide-y divide-night/10">
          {items.map(({ id, number, status, placedAt, totalGrosze }) => (
            <li key={id}>
              <Link
                to={href('/admin/zamowienia/:id', { id })}
                className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-0.5 hover:bg-ivory"
              >
                <span className="font-semibold tabular-nums">{number}</span>
                <span className="text-xs text-oud">{formatDay(placedAt)}</span>
                <OrderState status={status} />
                <Price grosze={totalGrosze} className="ml-auto" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </OrderCard>
  )
}
