import { useQuery } from '@tanstack/react-query'
import { href, Link } from 'react-router'
import { parcelQuery } from '#app/admin/packing/packing-data.ts'
import { apiQuery } from '#app/admin/panel-calls.ts'
import { ParcelLabel } from '#app/admin/shipments/parcel-label.tsx'
import { Card } from '#app/admin/ui/card.tsx'
import { callApi } from '#app/api-client.ts'
import { queryClient } from '#app/query-client.ts'
import { classNames } from '#app/ui/class-names.ts'
import { FactList } from '#app/ui/fact.tsx'
import { Price } from '#app/ui/price.tsx'
import { formatPhone } from '#domain/kernel/numbers/phone-number.ts'
import { DELIVERY_NAMES } from '#domain/kernel/order-words/shipping-method.ts'
import type { AdminOrderPage } from '#domain/orders/admin/read-admin-order.server.ts'
import { formatTermsDay } from '#domain/terms/terms.ts'
import { ChangeReceiver } from './change-receiver-dialog.tsx'
import { InvoiceMistakes } from './invoice-mistakes.tsx'
import { formatMomentDay } from './moments.ts'
import { OrderState } from './order-state.tsx'

const CONTACT = 'inline-flex min-h-11 items-center break-all underline underline-offset-4 lg:min-h-8'

/** Who ordered, and how to reach them. */
export function OrderPerson({ order: { id, number, customer, facts, terms, contract } }: { order: AdminOrderPage }) {
  return (
    <Card small title="Klient">
      {customer.is_anonymised ? (
        <p>Dane osobowe usunięto, bo sklep nie musi ich już przechowywać.</p>
      ) : (
        <>
          <p className="font-medium break-words">{customer.name}</p>
          <p>
            <a href={`tel:${customer.phone.replaceAll(' ', '')}`} className={CONTACT}>
              {formatPhone(customer.phone)}
            </a>
          </p>
          <p>
            <a href={`mailto:${customer.email}`} className={CONTACT}>
              {customer.email}
            </a>
          </p>
          <p>
            <Link
              to={`${href('/admin/klienci')}?${new URLSearchParams({ szukaj: customer.email })}`}
              className={CONTACT}
            >
              Wszystko o kliencie
            </Link>
          </p>
          {customer.receiverEmail !== null && (
            <p className="text-xs text-oud">
              E-mail do paczkomatu:{' '}
              <a href={`mailto:${customer.receiverEmail}`} className={CONTACT}>
                {customer.receiverEmail}
              </a>
            </p>
          )}
        </>
      )}
      {facts.length > 0 && (
        <dl className="mt-2 grid gap-2">
          <FactList of={facts} />
        </dl>
      )}
      {customer.is_deleted && <p className="mt-2 text-xs text-oud">Konto zostało usunięte.</p>}
      {terms && (
        <p className="mt-2 text-xs text-oud">
          <a
            href={href('/regulamin/:version', { version: terms.version })}
            target="_blank"
            rel="noopener"
            className="underline underline-offset-4"
          >
            Regulamin z {formatTermsDay(terms.version)}
            <span className="sr-only"> (otwiera się w nowej karcie)</span>
          </a>
          , zaakceptowany {formatMomentDay(terms.accepted_at)}.
        </p>
      )}
      <OrderPapers number={number} />
      {contract && (
        <p>
          <a href={`/api/admin/orders/${id}/contract`} download className={CONTACT}>
            Umowa (PDF)
          </a>
        </p>
      )}
    </Card>
  )
}

export const papersQuery = (number: string) =>
  apiQuery(['admin-invoices', 'order', number], (signal) =>
    callApi('get', '/api/admin/invoices', { query: { search: number, kind: 'all', month: '', page: '1' }, signal }),
  )

/** The invoices of an order, and why one cannot be issued; nothing without them. */
function OrderPapers({ number }: { number: string }) {
  const { data } = useQuery(papersQuery(number), queryClient)
  return (
    <>
      {data?.items.map(({ id, number: paper }) => (
        <p key={id}>
          <a href={`/api/admin/invoices/${id}`} download className={CONTACT}>
            {`${paper} (PDF)`}
          </a>
        </p>
      ))}
      {data?.unissued.map(({ order_id, mistakes }) => (
        <div key={order_id} className="mt-3 rounded-xl bg-wine-tint px-4 py-3">
          <p className="font-semibold text-wine">Nie da się wystawić faktury</p>
          <InvoiceMistakes mistakes={mistakes} orderId={order_id} onOrderPage />
        </div>
      ))}
    </>
  )
}

/** Where the parcel goes, and its state. */
export function OrderDelivery({ order }: { order: AdminOrderPage }) {
  const { delivery, shipment, number, checkout_id: checkoutId } = order
  return (
    <Card small title="Dostawa" aside={<ChangeReceiver order={order} />}>
      <p className="font-medium">{DELIVERY_NAMES[delivery.method]}</p>
      {delivery.place.map((line) => (
        <p key={line} className="break-words">
          {line}
        </p>
      ))}
      {shipment ? (
        <div className="mt-3 border-t border-night/10 pt-3">
          <p>
            Przesyłka: <span className="font-semibold">{shipment.label}</span>
          </p>
          {shipment.tracking_url === null ? (
            <p className="text-oud">Brak numeru śledzenia</p>
          ) : (
            <a href={shipment.tracking_url} target="_blank" rel="noopener noreferrer" className={CONTACT}>
              {shipment.tracking_number}
              <span className="sr-only"> (śledzenie w InPost, otwiera się w nowej karcie)</span>
            </a>
          )}
          <OrderLabel checkoutId={checkoutId} />
          <p className="mt-1 flex flex-wrap gap-x-5">
            <Link
              to={`${href('/admin/przesylki')}?${new URLSearchParams({ ...(shipment.is_archived && { tab: 'archive' }), search: number })}`}
              className={classNames(CONTACT, 'text-xs')}
            >
              Do przesyłek
            </Link>
            <Link
              to={href('/admin/pakowanie/paczka/:id', { id: checkoutId })}
              className={classNames(CONTACT, 'text-xs')}
            >
              Karta paczki
            </Link>
          </p>
        </div>
      ) : (
        <p className="mt-3 border-t border-night/10 pt-3 text-oud">
          Przesyłka powstanie, gdy zamówienie {number} będzie opłacone.
        </p>
      )}
    </Card>
  )
}

/** The label of the parcel, made and printed as on the packing page. */
function OrderLabel({ checkoutId }: { checkoutId: string }) {
  const { data: parcel } = useQuery(parcelQuery(checkoutId), queryClient)
  return parcel ? (
    <div className="-mx-1 mt-2 overflow-hidden rounded-xl empty:hidden">
      <ParcelLabel parcel={parcel} />
    </div>
  ) : null
}

export function OtherOrders({ order: { customer, customer_orders: customerOrders } }: { order: AdminOrderPage }) {
  const { items, is_more: isMore } = customerOrders
  return (
    <Card
      small
      title="Inne zamówienia tej osoby"
      aside={
        isMore &&
        customer.email !== '' && (
          <Link
            to={`${href('/admin/zamowienia')}?${new URLSearchParams({ search: customer.email })}`}
            className={CONTACT}
          >
            Wszystkie na liście
          </Link>
        )
      }
    >
      {items.length === 0 ? (
        <p className="text-oud">To pierwsze zamówienie z tego konta i adresu.</p>
      ) : (
        <ul className="divide-y divide-night/10">
          {items.map(({ id, number, status, placed_at: placedAt, total_grosze: totalGrosze }) => (
            <li key={id}>
              <Link
                to={href('/admin/zamowienia/:id', { id })}
                className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-0.5 hover:bg-ivory"
              >
                <span className="font-semibold tabular-nums">{number}</span>
                <span className="text-xs text-oud">{formatMomentDay(placedAt)}</span>
                <OrderState status={status} />
                <Price grosze={totalGrosze} className="ml-auto" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
