import { href, Link, useRevalidator } from 'react-router'
import { GiftLine, PicturedLine } from '#app/catalog/ordered-lines.tsx'
import { buttonClass } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Price } from '#app/ui/price.tsx'
import { describeParcel } from '#domain/kernel/order-words/order-names.ts'
import type { OrderStatus } from '#domain/kernel/order-words/order-status.ts'
import { formatDateTime } from '#domain/kernel/text/dates-and-plurals.ts'
import type { OrderLinks } from '#domain/orders/order-links/linked-checkout.ts'
import { sumCheckout } from '#domain/orders/order-sums.ts'
import type { OrderView } from '#domain/orders/order-view.server.ts'
import { sumDueOnDelivery } from '#domain/shipping/shipment.ts'
import { OrderAgain } from './order-again.tsx'
import { OwnOrderChange } from './order-change.tsx'
import { Disclosure, OrderDetailsCard, type PanelOrder, toPanelOrder } from './order-details.tsx'
import { OrderSumLines } from './order-sums.tsx'

/** The orders of one checkout: one parcel with one sum. */
type PanelCheckout = ReturnType<typeof toPanelCheckouts>[number]

/** Groups the orders by checkout for the panel, in their order. */
export function toPanelCheckouts(
  orders: readonly OrderView[],
  { orderLinks, ...state }: Parameters<typeof toPanelOrder>[1] & { orderLinks: OrderLinks },
) {
  return [...Map.groupBy(orders, (order) => order.checkout_id)].map(([id, together]) => ({
    id,
    /** The secret of its signed link: '#…'. */
    link: new URL(orderLinks.create(id)).hash,
    placedAt: together[0] ? formatDateTime(together[0].created_at) : '',
    dueGrosze: sumDueOnDelivery(together),
    sums: sumCheckout(together),
    orders: together.map((order) => toPanelOrder(order, state)),
  }))
}

/** The order history: one card with one sum per checkout. */
export function OrderHistory({ checkouts }: { checkouts: PanelCheckout[] }) {
  if (checkouts.length === 0) {
    return (
      <EmptyState title="Brak zamówień">
        <Link to={href('/sklep')} className={buttonClass('primary')}>
          Rozpocznij zakupy
        </Link>
      </EmptyState>
    )
  }
  return (
    <ul className="space-y-5">
      {checkouts.map((checkout) => (
        <li key={checkout.id} className="card overflow-hidden">
          <CheckoutCard checkout={checkout} />
        </li>
      ))}
    </ul>
  )
}

const RETURN_LINK = 'inline-flex min-h-11 items-center text-sm underline underline-offset-4'

function CheckoutCard({ checkout }: { checkout: PanelCheckout }) {
  const { orders, placedAt, dueGrosze, sums, link } = checkout
  const isAllDue = dueGrosze === sums.total_grosze
  const together = orders.length > 1
  const { revalidate } = useRevalidator()
  const changeable = orders.find(({ isChangeable }) => isChangeable)
  return (
    <>
      {together && (
        <p className="bg-sand px-5 py-2.5 text-sm font-medium">
          {describeParcel(orders.length)}, {dueGrosze === null ? 'razem ' : 'do zapłaty '}
          <Price grosze={dueGrosze ?? sums.total_grosze} className="font-semibold" />
        </p>
      )}
      <ul className="divide-y divide-night/10">
        {orders.map((order) => (
          <li key={order.id}>
            <OrderEntry order={order} placedAt={placedAt} together={together} />
          </li>
        ))}
      </ul>
      <OrderSumLines of={sums} totalTerm={isAllDue ? 'Do zapłaty przy odbiorze' : 'Razem'} className="px-5 py-3" />
      {changeable && (
        <div className="border-t border-night/10 px-5 pb-2">
          <Disclosure summary="Zmień lub anuluj">
            <OwnOrderChange orderId={changeable.id} onChanged={() => void revalidate()} />
          </Disclosure>
        </div>
      )}
      <footer className="flex flex-wrap items-center gap-x-6 gap-y-1 border-t border-night/10 px-5 py-3">
        <OrderAgain
          items={orders.flatMap(({ items }) => items.filter(({ unit_price_grosze }) => unit_price_grosze > 0))}
        />
        <Link to={`${href('/odstapienie')}${link}`} className={RETURN_LINK}>
          Odstąp od umowy tutaj
        </Link>
        <Link to={`${href('/zamowienie')}${link}`} className={RETURN_LINK}>
          Zwroty i reklamacje
        </Link>
      </footer>
    </>
  )
}

type OrderEntryProps = { order: PanelOrder; placedAt: string; together: boolean }

function OrderEntry({ order, placedAt, together }: OrderEntryProps) {
  const { revalidate } = useRevalidator()
  return (
    <article className="px-5 py-4">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold">
          Zamówienie <span className="tabular-nums">{`#${order.number}`}</span>
        </h2>
        <StatusBadge status={order.status} progress={order.progress} />
      </header>
      <p className="text-sm text-oud">
        {`${placedAt} · `}
        <span className="font-medium text-night">{order.standing}</span>
      </p>
      <ul className="mt-3 space-y-3">
        {order.items.map((item) => (
          <PicturedLine key={item.product_id} item={item} />
        ))}
        {order.gift && <GiftLine gift={order.gift} pictured />}
      </ul>
      <OrderDetailsCard order={order} onChanged={() => void revalidate()} />
      {together && (
        <p className="mt-2 text-right text-sm text-oud">
          Wartość zamówienia <Price grosze={order.totalGrosze} className="font-semibold text-night" />
        </p>
      )}
    </article>
  )
}

const STATUS_LOOKS: Record<OrderStatus, string> = {
  pending: 'bg-sand text-night',
  paid: 'bg-sage text-night',
  completed: 'bg-leaf text-white',
  cancelled: 'bg-wine-tint text-wine',
}

/** The state as a word; the colour only repeats the word. */
function StatusBadge({ status, progress }: Pick<PanelOrder, 'status' | 'progress'>) {
  return (
    <span className={classNames('rounded-full px-3 py-0.5 text-xs font-semibold', STATUS_LOOKS[status])}>
      {progress}
    </span>
  )
}
