import { Copy, MessageSquare, Phone, X } from 'lucide-react'
import { href, Link } from 'react-router'
import { useRemoval } from '#app/admin/confirm-dialog.tsx'
import { DialogButton } from '#app/admin/form-dialog.tsx'
import { formatShortMoment } from '#app/admin/orders/moments.ts'
import { refresh } from '#app/admin/panel-calls.ts'
import { RowList } from '#app/admin/ui/list-parts.tsx'
import { LoadingList, QueryView } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { copyAddress } from '#app/ui/copy-address.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { formatPhone } from '#domain/kernel/numbers/phone-number.ts'
import { describePreparedLink } from '#domain/prepared-orders/prepared-order.ts'
import { PrepareOrderDialog } from './prepare-order-dialog.tsx'
import { type ListedPreparedOrder, preparedOrdersQuery } from './prepared-orders-data.ts'

/** 'Przez telefon': orders that the owner prepares, whose buyers order them by a link. */
export default function PreparedOrders() {
  const withdrawal = useRemoval<ListedPreparedOrder>({
    title: 'Wycofać zamówienie?',
    confirm: 'Wycofaj',
    question: (order) =>
      `${order ? describePieces(order) : ''}: produkty wrócą do sprzedaży, a link przestanie działać.`,
    call: ({ id }) => callApi('post', '/api/admin/prepared-orders/:id/withdraw', { param: { id }, json: {} }),
    failed: 'Nie udało się wycofać zamówienia',
    done: 'Zamówienie wycofane',
    nameOf: describePieces,
    refresh: () => refresh(preparedOrdersQuery),
  })
  return (
    <div className="mx-auto max-w-3xl space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-display text-2xl">Zamówienia przez telefon</h1>
        <Link
          to={href('/admin/zamowienia')}
          className="inline-flex min-h-11 items-center text-sm underline underline-offset-4"
        >
          Wszystkie zamówienia
        </Link>
      </div>
      <p className="text-sm">
        Ty wybierasz produkty i dostawę, kupujący dostaje link: sprawdza, akceptuje regulamin i płaci. Do tego czasu
        produkty są odłożone.
      </p>
      <DialogButton name="prepare-order" dialog={(close) => <PrepareOrderDialog onClose={close} />}>
        <Phone aria-hidden="true" className="size-4" /> Przygotuj zamówienie
      </DialogButton>
      <QueryView
        query={preparedOrdersQuery}
        failed="Nie udało się wczytać zamówień przez telefon."
        loading={<LoadingList of="zamówień" rows={3} rowClass="h-28" />}
      >
        {(orders) =>
          orders.length === 0 ? (
            <EmptyState title="Nie ma jeszcze zamówień przez telefon" />
          ) : (
            <RowList items={orders} keyOf={({ id }) => id}>
              {(order) => <PreparedRow order={order} onWithdraw={() => withdrawal.ask(order)} />}
            </RowList>
          )
        }
      </QueryView>
      {withdrawal.dialog}
    </div>
  )
}

const STATES = { ordered: 'Złożone', expired: 'Minął czas', withdrawn: 'Wycofane' } as const

function PreparedRow({ order, onWithdraw }: { order: ListedPreparedOrder; onWithdraw: () => void }) {
  const { link, expires_at, ended_as, place, email, code, orders } = order
  const who = [place && `${place.firstName} ${place.lastName}`, place && formatPhone(place.phone), email]
    .filter(Boolean)
    .join(', ')
  return (
    <article className="space-y-2 px-4 py-3 text-sm">
      <h2 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold wrap-anywhere">
        <span>{describePieces(order)}</span>
        <span className={classNames('rounded-full px-2 text-xs', link === null ? 'bg-sand' : 'bg-sage text-leaf')}>
          {ended_as === null ? 'Czeka' : STATES[ended_as]}
        </span>
      </h2>
      <p className="wrap-anywhere text-oud">
        {[who || 'Bez danych kupującego', code && `kod ${code}`].filter(Boolean).join(' · ')}
      </p>
      {link === null ? (
        <p className="flex flex-wrap gap-x-3">
          {order.ended_at && <span>{formatShortMoment(order.ended_at)}</span>}
          {orders?.map(({ id, number }) => (
            <Link key={id} to={href('/admin/zamowienia/:id', { id })} className="underline underline-offset-4">
              {`Zamówienie ${number}`}
            </Link>
          ))}
        </p>
      ) : (
        <>
          <p>{`Odłożone do ${formatShortMoment(expires_at)}`}</p>
          <div className="flex flex-wrap gap-2">
            <Button size="tight" onClick={() => void copyAddress(link)}>
              <Copy aria-hidden="true" className="size-4" /> Kopiuj link
            </Button>
            <a
              className={buttonClass('secondary', 'tight')}
              href={`sms:${place?.phone ?? ''}?&body=${encodeURIComponent(describePreparedLink({ link, expires_at }))}`}
            >
              <MessageSquare aria-hidden="true" className="size-4" /> Napisz SMS
            </a>
            <Button size="tight" variant="quiet" onClick={onWithdraw}>
              <X aria-hidden="true" className="size-4" /> Wycofaj
            </Button>
          </div>
        </>
      )}
    </article>
  )
}

/** '2 × Layali Zahran, 1 × Ward Nahari' */
const describePieces = ({ pieces }: ListedPreparedOrder): string =>
  pieces.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')
