import { useQueries } from '@tanstack/react-query'
import { href, Link } from 'react-router'
import { parcelQuery } from '#app/admin/packing/packing-data.ts'
import { ParcelWarnings } from '#app/admin/packing/parcel-warnings.tsx'
import { carrierQuery } from '#app/admin/shipments/carrier-data.ts'
import { Card } from '#app/admin/ui/card.tsx'
import { DetailPage } from '#app/admin/ui/query-view.tsx'
import { useWaitForParts } from '#app/admin/ui/wait-for-parts.ts'
import { callApi } from '#app/api-client.ts'
import { GiftLine } from '#app/catalog/ordered-lines.tsx'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { queryClient } from '#app/query-client.ts'
import { Button } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import { describeOrdered, describeParcel } from '#domain/kernel/order-words/order-names.ts'
import type { AdminOrderPage } from '#domain/orders/admin/read-admin-order.server.ts'
import { listSums } from '#domain/orders/order-sums.ts'
import type { Route } from './+types/admin-order-page'
import { ChangePieces } from './change-pieces-dialog.tsx'
import { OrderDiary } from './diary-entries.tsx'
import { formatMomentDay, formatShortMoment, formatTime } from './moments.ts'
import { CancelOrder, OrderActionsBar } from './order-actions-bar.tsx'
import { OrderDelivery, OrderPerson, OtherOrders, papersQuery } from './order-addressee.tsx'
import { buyerQuery, OrderInvoiceBuyer } from './order-invoice-buyer.tsx'
import { OrderPayments } from './order-payments.tsx'
import { OrderState } from './order-state.tsx'
import { orderQuery } from './orders-data.ts'
import { useOrderChange } from './use-order-change.ts'

/** An order with its history. */
export default function Order({ params }: Route.ComponentProps) {
  return (
    <DetailPage
      list={{ to: href('/admin/zamowienia'), label: 'Wszystkie zamówienia' }}
      query={orderQuery(params.id)}
      failed="Nie udało się wczytać zamówienia."
      loading={<LoadingOrder />}
      missing={{ title: 'Nie ma takiego zamówienia', hint: 'Sprawdź adres albo poszukaj go na liście zamówień.' }}
    >
      {(order) => <OrderWithParts key={order.id} order={order} />}
    </DetailPage>
  )
}

/** Waits for the parts that are read on their own, so that no button moves under the finger when they come. */
function OrderWithParts({ order }: { order: AdminOrderPage }) {
  const parts = useQueries(
    {
      queries: [
        papersQuery(order.number),
        buyerQuery(order.id),
        ...(order.shipment ? [carrierQuery, parcelQuery(order.checkout_id)] : []),
      ],
    },
    queryClient,
  )
  const isWaiting = useWaitForParts(parts.some(({ isPending }) => isPending))
  return isWaiting ? <LoadingOrder /> : <WholeOrder order={order} />
}

function WholeOrder({ order }: { order: AdminOrderPage }) {
  return (
    <article aria-labelledby="zamowienie">
      <header className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <h1 id="zamowienie" className="font-display text-2xl tabular-nums">
              Zamówienie {order.number}
            </h1>
            <OrderState status={order.status} />
            <span className="text-sm font-semibold">{order.payment.label}</span>
          </div>
          <p className="text-sm text-oud">
            {formatMomentDay(order.placed_at)}, {formatTime(order.placed_at)}
          </p>
        </div>
        <OrderActionsBar order={order} />
      </header>
      <ParcelWarnings warnings={order.warnings} className="mb-5" />
      {order.parcel.length > 1 && <OneParcel order={order} />}
      <div className="grid items-start gap-5 xl:grid-cols-[1.15fr_1fr]">
        <div className="min-w-0 space-y-5">
          <OrderContents order={order} />
          <div className="grid gap-5 sm:grid-cols-2">
            <OrderPerson order={order} />
            <OrderDelivery order={order} />
          </div>
          <OrderInvoiceBuyer order={order} />
          <OrderPayments order={order} />
          <OrderMails order={order} />
        </div>
        <div className="min-w-0 space-y-5">
          <OrderDiary order={order} />
          <OtherOrders order={order} />
        </div>
      </div>
      <CancelOrder order={order} />
    </article>
  )
}

/** The orders of one checkout, sent and paid together. */
function OneParcel({ order }: { order: AdminOrderPage }) {
  const travelling = order.parcel.filter(({ status }) => status !== 'cancelled')
  const total = travelling.reduce((sum, { total_grosze: totalGrosze }) => sum + totalGrosze, 0)
  return (
    <aside className="card mb-5 border-l-4 border-l-gold px-4 py-3 text-sm">
      <p className="font-semibold">
        {describeParcel(order.parcel.length)}, razem <Price grosze={total} />
      </p>
      <ul className="mt-1 flex flex-wrap gap-x-5">
        {order.parcel.map(({ id, number, status, total_grosze: totalGrosze }) => (
          <li key={id} className="flex min-h-11 items-center gap-2 lg:min-h-8">
            {id === order.id ? (
              <span className="tabular-nums">{number} (to zamówienie)</span>
            ) : (
              <Link to={href('/admin/zamowienia/:id', { id })} className="tabular-nums underline underline-offset-4">
                {number}
              </Link>
            )}
            <Price grosze={totalGrosze} className="text-oud" />
            {status === 'cancelled' && <OrderState status={status} />}
          </li>
        ))}
      </ul>
    </aside>
  )
}

function LoadingOrder() {
  return (
    <div className="grid gap-5 xl:grid-cols-[1.15fr_1fr]">
      <span className="sr-only">Wczytywanie zamówienia...</span>
      <div className="space-y-5">
        <Skeleton className="h-10 w-72" />
        <Skeleton className="h-56 rounded-2xl" />
        <Skeleton className="h-40 rounded-2xl" />
      </div>
      <Skeleton className="h-96 rounded-2xl" />
    </div>
  )
}

/** What was ordered and what it costs. */
function OrderContents({ order }: { order: AdminOrderPage }) {
  return (
    <Card small title="Produkty" aside={<ChangePieces order={order} />}>
      <ul className="divide-y divide-night/10">
        {order.items.map((item) => (
          <li key={item.product_id} className="flex items-center gap-3 py-2">
            <ProductPicture imageKey={item.image_key} alt="" sizes="3rem" className="w-12 shrink-0 rounded-md" />
            <div className="min-w-0 flex-1">
              <p className="font-medium break-words">
                {item.slug === '' ? (
                  item.name
                ) : (
                  <a
                    href={href('/produkt/:slug', { slug: item.slug })}
                    className="underline-offset-4 hover:underline"
                    target="_blank"
                    rel="noopener"
                  >
                    {item.name}
                    <span className="sr-only"> (strona w sklepie, otwiera się w nowej karcie)</span>
                  </a>
                )}
              </p>
              <p className="text-xs text-oud">{describeOrdered({ brand_name: item.brand, facts: item.facts })}</p>
              {item.batch !== null && (
                <p className="text-xs">
                  <span>{item.batch}</span>
                  {item.recalled && (
                    <span className="font-semibold text-wine"> · wycofana ze względów bezpieczeństwa</span>
                  )}
                </p>
              )}
            </div>
            <p className="shrink-0 text-right whitespace-nowrap tabular-nums">
              <span className={item.quantity > 1 ? 'font-semibold' : 'text-oud'}>{item.quantity} ×</span>{' '}
              <Price grosze={item.unit_price_grosze} className="text-oud" />
              <Price grosze={item.quantity * item.unit_price_grosze} className="block font-semibold" />
            </p>
          </li>
        ))}
        {order.gift && <GiftLine gift={order.gift} className="py-2" />}
      </ul>
      <dl className="mt-1 space-y-1 border-t border-night/15 pt-3">
        {listSums(order).map((line) => (
          <Sum key={line.label} {...line} />
        ))}
      </dl>
      {order.change.receiver_refusal === null && order.change.pieces_refusal !== null && (
        <p className="mt-2 text-xs text-oud">Produktów nie można teraz zmienić. {order.change.pieces_refusal}</p>
      )}
    </Card>
  )
}

function Sum({ label, grosze, strong = false }: { label: string; grosze: Grosze; strong?: boolean }) {
  return (
    <div className={classNames('flex justify-between gap-4', strong && 'text-base font-semibold')}>
      <dt>{label}</dt>
      <dd className="text-right tabular-nums">
        <Price grosze={grosze} />
      </dd>
    </div>
  )
}

type StoredMail = AdminOrderPage['mails'][number]

function OrderMails({ order: { id, mails } }: { order: AdminOrderPage }) {
  const { busy, press } = useOrderChange(id)
  const resend = ({ id: mailId, times_resent: timesResent, recipient }: StoredMail) =>
    press(
      mailId,
      () =>
        callApi('post', '/api/admin/orders/:id/mails/:mailId/resend', {
          param: { id, mailId },
          json: { times_resent: timesResent },
        }),
      { title: 'Wiadomość czeka na wysłanie', description: `Za chwilę wyjdzie na ${recipient}.` },
    )
  return (
    <Card small title="Wiadomości">
      {mails.length === 0 ? (
        <p className="text-oud">Nie ma wiadomości; wysłane są przechowywane przez 90 dni.</p>
      ) : (
        <ul className="divide-y divide-night/10">
          {mails.map((mail) => (
            <li key={mail.id} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
              <div className="min-w-0">
                <p className="font-medium">{mail.name}</p>
                <p className="text-xs break-all text-oud">
                  {describeState(mail)} · {mail.recipient}
                </p>
              </div>
              {mail.resendable && (
                <Button
                  variant="quiet"
                  size="tight"
                  busy={busy === mail.id}
                  disabled={busy !== null}
                  aria-label={`Wyślij ponownie: ${mail.name}`}
                  onClick={() => void resend(mail)}
                >
                  Wyślij ponownie
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function describeState({ state, at }: StoredMail): string {
  if (state === 'waiting') return 'czeka na wysłanie'
  return `${state === 'sent' ? 'wysłana' : 'zaniechana'} ${formatShortMoment(at)}`
}
