import { type ReactNode, use } from 'react'
import { IsOwner } from '#app/admin/is-owner.ts'
import { formatShortMoment } from '#app/admin/orders/moments.ts'
import { OrderLink } from '#app/admin/orders/order-state.tsx'
import { pagedQuery, refresh } from '#app/admin/panel-calls.ts'
import { QueryCard } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { Price } from '#app/ui/price.tsx'
import type { Month } from '#domain/month/month.ts'
import type { PayoutReport } from '#domain/papers/payouts/payout.ts'
import { PayoutFiles, SOURCES } from './payout-files.tsx'

const BAD = 'font-semibold text-wine'
const NUMBER = 'mr-2 font-semibold'

const payoutsQuery = (month: Month) =>
  pagedQuery(['admin-payouts', month], (signal) => callApi('get', '/api/admin/payouts', { query: { month }, signal }))

/** What provider and carrier paid out in a month, and what they owe. */
export function Payouts({ month }: { month: Month }) {
  const query = payoutsQuery(month)
  const isOwners = use(IsOwner)
  return (
    <>
      {isOwners && <PayoutFiles onChange={() => void refresh({ queryKey: query.queryKey })} />}
      <QueryCard title="Wypłaty" query={query} failed="Nie udało się wczytać wypłat" rows={4}>
        {(report) => <PayoutFigures report={report} />}
      </QueryCard>
    </>
  )
}

function PayoutFigures({ report }: { report: PayoutReport }) {
  const { stripe, inpost, card, on_delivery, differing, returned_more = [], unknown } = report
  return (
    <div className="space-y-5 text-sm">
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-2 lg:grid-cols-4">
        {stripe === null ? (
          <Fact name="Stripe">nie ma pliku z tego miesiąca</Fact>
        ) : (
          <>
            <Fact name="Karty i BLIK">
              <Price grosze={stripe.paid_grosze} />
            </Fact>
            <Fact name="Zwroty i spory">
              <Price grosze={stripe.returned_grosze} />
            </Fact>
            <Fact name="Opłaty Stripe">
              <Price grosze={stripe.fees_grosze} />
            </Fact>
            {stripe.other_grosze ? (
              <Fact name="Inne">
                <Price grosze={stripe.other_grosze} />
              </Fact>
            ) : null}
            <Fact name="Zostało ze Stripe">
              <Price grosze={stripe.net_grosze} />
            </Fact>
          </>
        )}
        <Fact name="Pobrania z InPost">
          {inpost === null ? 'nie ma pliku z tego miesiąca' : <Price grosze={inpost.paid_grosze} />}
        </Fact>
      </dl>
      <Sales title="Pobrania, które nie wróciły" sales={on_delivery} none="Każde pobranie wysłanych paczek wróciło." />
      {stripe !== null && <Sales title="Wpłaty bez wypłaty" sales={card} none="Każda wpłata jest w plikach Stripe." />}
      {differing.length > 0 && (
        <section aria-label="Inna kwota">
          <h3 className={BAD}>Wypłacono inną kwotę</h3>
          <ul>
            {differing.map((each) => (
              <li key={`${each.source} ${each.order_id}`}>
                <OrderLink id={each.order_id} className={NUMBER}>
                  {each.order_number}
                </OrderLink>
                <span>
                  {SOURCES[each.source]}: jest <Price grosze={each.paid_grosze} />, powinno być{' '}
                  <Price grosze={each.expected_grosze} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {returned_more.length > 0 && (
        <section aria-label="Nieznane zwroty">
          <h3 className={BAD}>Stripe oddał więcej, niż zna sklep</h3>
          <ul>
            {returned_more.map((each) => (
              <li key={each.order_id}>
                <OrderLink id={each.order_id} className={NUMBER}>
                  {each.order_number}
                </OrderLink>
                <span>
                  oddano <Price grosze={each.returned_grosze} />, sklep zna <Price grosze={each.expected_grosze} />
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {unknown.length > 0 && (
        <section aria-label="Nieznane wypłaty">
          <h3 className={BAD}>Wypłacono za coś, czego sklep nie zna</h3>
          <ul>
            {unknown.map((each) => (
              <li key={`${each.reference} ${each.day} ${each.grosze}`} className="py-1 wrap-anywhere">
                {`${SOURCES[each.source]} ${each.day}, ${each.reference}: `}
                <Price grosze={each.grosze} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-oud">{name}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}

/** Money of most sales is paid out within two weeks. */
const LATE_DAYS = 14
const isLate = ({ since }: { since: string }) => Date.now() - Date.parse(since) > LATE_DAYS * 24 * 60 * 60 * 1000

function Sales({ title, sales, none }: { title: string; sales: PayoutReport['card']; none: string }) {
  const sum = sales.reduce((total, { grosze }) => total + grosze, 0)
  return (
    <section aria-label={title}>
      <h3 className={sales.some(isLate) ? BAD : 'font-semibold'}>{title}</h3>
      {sales.length === 0 ? (
        <p className="text-oud">{none}</p>
      ) : (
        <>
          <ul className="divide-y divide-night/10">
            {sales.map(({ order_id, order_number, reference, grosze, since }) => (
              <li key={`${order_id} ${reference}`} className="flex flex-wrap items-center gap-x-3">
                <OrderLink id={order_id} className={NUMBER}>
                  {order_number}
                </OrderLink>
                <span className="text-xs text-oud wrap-anywhere">
                  {`${formatShortMoment(since)}${reference === null ? ', bez numeru przesyłki' : `, ${reference}`}`}
                </span>
                <Price grosze={grosze} className="ml-auto" />
              </li>
            ))}
          </ul>
          <p className="mt-2">
            <span>Razem: </span>
            <strong>
              <Price grosze={sum} />
            </strong>
          </p>
        </>
      )}
    </section>
  )
}
