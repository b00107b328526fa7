import { href, Link, useRevalidator } from 'react-router'
import { buttonClass } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { GiftLine, OrderedLine } from '#app/ui/ordered-lines.tsx'
import { Price } from '#app/ui/price.tsx'
import { toOrderGift } from '#domain/gifts/gift.ts'
import { describeParcel, formatOrderNumber } from '#domain/kernel/order-names.ts'
import type { OrderStatus } from '#domain/kernel/order-status.ts'
import { formatDateTime } from '#domain/kernel/text.ts'
import { sumCheckout } from '#domain/orders/order.ts'
import type { OrderDetails as Details } from '#domain/orders/order-detail-queries.server.ts'
import { describeProgress, tellProgress } from '#domain/orders/order-for-customer.ts'
import type { OrderLinks } from '#domain/orders/order-links/linked-checkout.ts'
import type { CustomerOrder } from '#domain/orders/order-queries.server.ts'
import { isDueOnDelivery } from '#domain/shipping/shipment.ts'
import { OrderAgain } from './order-again.tsx'
import { OwnOrderChange } from './order-change.tsx'
import { Disclosure, OrderDetailsCard, toPanelDetails } from './order-details.tsx'
import { OrderSumLines } from './order-sums.tsx'

/** The orders of one checkout: one parcel with one sum. */
type PanelCheckout = ReturnType<typeof toPanelCheckouts>[number]
type PanelOrder = PanelCheckout['orders'][number]

/** Groups the orders by checkout for the panel, in their order. */
export function toPanelCheckouts(
  orders: readonly CustomerOrder[],
  details: readonly Details[],
  { orderLinks, ...state }: Parameters<typeof toPanelDetails>[2] & { orderLinks: OrderLinks },
) {
  const detailsOf = new Map(details.map((row) => [row.id, row]))
  return [...Map.groupBy(orders, (order) => order.checkout_id)].map(([id, together]) => {
    const sums = sumCheckout(together)
    const sumDetails = (field: 'refunded_grosze' | 'unmade_refund_grosze') =>
      together.reduce((total, { id: orderId }) => total + (detailsOf.get(orderId)?.[field] ?? 0), 0)
    return {
      id,
      /** The secret of its signed link: '#…'. */
      link: new URL(orderLinks.create(id)).hash,
      placedAt: together[0] ? formatDateTime(together[0].created_at) : '',
      payOnDelivery: isDueOnDelivery(together),
      // The sums are without cancelled orders, unless all are.
      itemsGrosze: sums.items_grosze,
      discount: sums.discount,
      shippingGrosze: sums.shipping_grosze,
      totalGrosze: sums.total_grosze,
      refundedGrosze: sumDetails('refunded_grosze'),
      unmadeRefundGrosze: sumDetails('unmade_refund_grosze'),
      orders: together.map((order) => {
        const opened = detailsOf.get(order.id)
        return {
          ...toPanelOrder(order, opened?.parcel_locker_name ?? null),
          details: opened ? toPanelDetails(order, opened, state) : null,
        }
      }),
    }
  })
}

function toPanelOrder(order: CustomerOrder, locker: string | null) {
  return {
    id: order.id,
    status: order.status,
    /** The furthest state that the parcel has reached. */
    progress: describeProgress(order),
    /** The state as a sentence. */
    standing: tellProgress(order, locker),
    totalGrosze: order.total_grosze,
    items: order.items,
    gift: toOrderGift(order),
    /** Whether its parcel was not sent. */
    isChangeable:
      (order.status === 'pending' || order.status === 'paid') &&
      order.shipping_status !== 'shipped' &&
      order.shipping_status !== 'delivered',
  }
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
  const { orders, placedAt, payOnDelivery, itemsGrosze, discount, shippingGrosze, totalGrosze, link } = checkout
  const together = orders.length > 1
  const { revalidate } = useRevalidator()
  const changeable = orders.find(({ isChangeable }) => isChangeable)
  return (
    <>
      {together && (
        <p className="bg-sand px-5 py-2.5 text-sm font-medium">
          {describeParcel(orders.length)}, {payOnDelivery ? 'do zapłaty ' : 'razem '}
          <Price grosze={totalGrosze} className="font-semibold" />
        </p>
      )}
      <ul className="divide-y divide-night/10">
        {orders.map((order) => (
          <li key={order.id}>
            <OrderEntry order={order} placedAt={placedAt} together={together} />
          </li>
        ))}
      </ul>
      <OrderSumLines
        itemsGrosze={itemsGrosze}
        discount={discount}
        shippingGrosze={shippingGrosze}
        totalGrosze={totalGrosze}
        refundedGrosze={checkout.refundedGrosze}
        unmadeRefundGrosze={checkout.unmadeRefundGrosze}
        totalTerm={payOnDelivery ? 'Do zapłaty przy odbiorze' : 'Razem'}
        className="px-5 py-3"
      />
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
          Zamówienie <span className="tabular-nums">{`#${formatOrderNumber(order.id)}`}</span>
        </h2>
        <StatusBadge status={order.status} progress={order.progress} />
      </header>
      <p className="text-sm text-oud">
        {`${placedAt} · `}
        <span className="font-medium text-night">{order.standing}</span>
      </p>
      <ul className="mt-3 space-y-1">
        {order.items.map((item) => (
          <OrderedLine key={item.product_id} item={item} />
        ))}
        {order.gift && <GiftLine gift={order.gift} />}
      </ul>
      {order.details && (
        <OrderDetailsCard
          orderId={order.id}
          totalGrosze={order.totalGrosze}
          details={order.details}
          onChanged={() => void revalidate()}
        />
      )}
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
