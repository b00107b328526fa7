import { href, Link } from 'react-router'
import { Price } from '#app/ui/price.tsx'
import { type PolishForms, pluralize } from '#domain/kernel/text.ts'
import type { Today } from '#domain/orders/figures/sales-figures-queries.server.ts'
import { inflectOrders } from '#domain/orders/order.ts'

const PARCELS: PolishForms = { one: 'paczka', few: 'paczki', many: 'paczek' }

/** The owner's first look: what was sold today. */
export function TodayCard({ today: { orders, parcels, totalGrosze } }: { today: Today }) {
  return (
    <section
      aria-labelledby="dzisiaj"
      className="flex flex-wrap items-baseline gap-x-8 gap-y-1 rounded-2xl border border-night/10 bg-white px-5 py-4"
    >
      <h2 id="dzisiaj" className="font-display text-xl">
        Dzisiaj
      </h2>
      <p>
        <strong className="font-display text-3xl tabular-nums">{orders}</strong> {inflectOrders(orders)}
        {parcels !== orders && `, ${parcels} ${pluralize(parcels, PARCELS)}`}
      </p>
      <p>
        <Price grosze={totalGrosze} className="font-display text-3xl" /> utargu
      </p>
      <Link
        to={href('/admin/liczby')}
        className="ml-auto inline-flex min-h-11 items-center underline underline-offset-4"
      >
        Wszystkie liczby
      </Link>
    </section>
  )
}
