import { href, Link } from 'react-router'
import { Price } from '#app/ui/price.tsx'
import { inflectOrders } from '#domain/kernel/order-words/order-names.ts'
import { type PolishForms, pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import type { Today } from '#domain/orders/figures/sales-figures-queries.server.ts'

const PARCELS: PolishForms = { one: 'paczka', few: 'paczki', many: 'paczek' }

/** What was sold and what was refunded today. */
export function TodayCard({ today }: { today: Today }) {
  const { orders, parcels, sold_grosze, undone_grosze, returned_grosze } = today
  return (
    <section aria-labelledby="dzisiaj" className="card flex flex-wrap items-baseline gap-x-8 gap-y-1 px-5 py-4">
      <h2 id="dzisiaj" className="font-display text-xl">
        Dzisiaj
      </h2>
      <p>
        <strong className="font-display text-3xl tabular-nums">{orders}</strong> <span>{inflectOrders(orders)}</span>
        {parcels !== orders && <span>{`, ${parcels} ${pluralize(parcels, PARCELS)}`}</span>}
      </p>
      <p>
        <Price grosze={sold_grosze} className="font-display text-3xl" /> utargu
      </p>
      {(undone_grosze !== 0 || returned_grosze !== 0) && (
        <p className="text-oud">
          {returned_grosze !== 0 && (
            <span>
              oddano <Price grosze={returned_grosze} />
            </span>
          )}
          {returned_grosze !== 0 && undone_grosze !== 0 && <span>, </span>}
          {undone_grosze !== 0 && (
            <span>
              anulowano pobrania na <Price grosze={undone_grosze} />
            </span>
          )}
        </p>
      )}
      <Link
        to={href('/admin/liczby')}
        className="ml-auto inline-flex min-h-11 items-center underline underline-offset-4"
      >
        Wszystkie liczby
      </Link>
    </section>
  )
}
