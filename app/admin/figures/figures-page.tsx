import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { pagedQuery } from '#app/admin/panel-calls.ts'
import { Card } from '#app/admin/ui/card.tsx'
import { ViewSwitch } from '#app/admin/ui/list-parts.tsx'
import { QueryView } from '#app/admin/ui/query-view.tsx'
import { callApi } from '#app/api-client.ts'
import { Price } from '#app/ui/price.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { nameSized } from '#domain/catalog/scents/sized-name.ts'
import { pluralize } from '#domain/kernel/text/dates-and-plurals.ts'
import type { FigureUnit } from '#domain/orders/figures/sales-figures.ts'
import type { SalesFigures, SalesSums } from '#domain/orders/figures/sales-figures-queries.server.ts'
import { UNIT_NAMES } from './period-names.ts'
import { SalesChart } from './sales-chart.tsx'
import { PeriodTable, SoldTable } from './sales-tables.tsx'

const VIEWS = [
  { of: 'day', name: 'Dni', query: '' },
  { of: 'week', name: 'Tygodnie', query: '?okres=tygodnie' },
  { of: 'month', name: 'Miesiące', query: '?okres=miesiace' },
] as const

const figuresQuery = (unit: FigureUnit) => ({
  ...pagedQuery(['admin-figures', unit], (signal) => callApi('get', '/api/admin/figures', { query: { unit }, signal })),
  gcTime: 0,
})

/** 'Liczby': sales compared with the period before, and the stock. */
export default function Figures() {
  const [params] = useSearchParams()
  const unit = VIEWS.find(({ query }) => query === `?okres=${params.get('okres')}`)?.of ?? 'day'
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-display text-2xl">Liczby</h1>
        <ViewSwitch label="Okres" views={VIEWS.map(({ of, ...view }) => ({ ...view, isShown: of === unit }))} />
      </div>
      <QueryView
        query={figuresQuery(unit)}
        failed="Nie udało się wczytać liczb"
        loading={<FigureSkeletons />}
        className="space-y-6"
      >
        {(data) => (
          <>
            <Totals figures={data} />
            <Card title={`Sprzedaż: ${UNIT_NAMES[data.unit].shown.toLowerCase()}`}>
              <SalesChart unit={data.unit} periods={data.periods} />
              <p className="mt-3 text-sm text-oud">
                Sprzedaż liczy się w dniu zapłaty, a za pobraniem w dniu złożenia zamówienia. Zwrot i anulowanie stoją w
                dniu, w którym nastąpiły, więc miniony dzień już się nie zmienia.
              </p>
              <details className="mt-1">
                <summary className="flex min-h-11 items-center text-sm font-semibold">Pokaż tabelę</summary>
                <PeriodTable figures={data} />
              </details>
            </Card>
            <div className="grid gap-6 xl:grid-cols-2">
              <Card title="Najlepiej sprzedawane perfumy" under="Sztuki z zamówień, których nie anulowano.">
                <SoldTable
                  rows={data.products.map((row) => ({ ...row, name: nameSized(row), under: row.brand_name }))}
                />
                {data.products.length > 0 && <Margin margin={data.margin} />}
              </Card>
              <Card title="Marki" under="Sztuki z zamówień, których nie anulowano.">
                <SoldTable rows={data.brands} />
              </Card>
            </div>
            <Stock stock={data.stock} />
          </>
        )}
      </QueryView>
    </>
  )
}

/** The margin of all products, not only of those in the table. */
function Margin({ margin: { grosze, pieces, unknown_pieces } }: Pick<SalesFigures, 'margin'>) {
  if (pieces === 0) {
    return <p className="mt-3 text-sm text-oud">Wpisz przy produkcie koszt zakupu, a zobaczysz tu marżę.</p>
  }
  return (
    <p className="mt-3 text-sm">
      <span>Marża po odjęciu VAT i kosztu zakupu: </span>
      <strong>
        <Price grosze={grosze} />
      </strong>
      {unknown_pieces > 0 && <span> Bez sztuk, których kosztu nie znamy: {unknown_pieces}.</span>}
    </p>
  )
}

function Totals({ figures: { unit, now, before } }: { figures: SalesFigures }) {
  const basket = (sums: SalesSums) => (sums.checkouts === 0 ? 0 : Math.round(sums.sold_grosze / sums.checkouts))
  const share = (grosze: number) => (now.sold_grosze === 0 ? 0 : Math.round((100 * grosze) / now.sold_grosze))
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure label="Sprzedaż" note={compare(now.sold_grosze, before.sold_grosze, unit)}>
        <Price grosze={now.sold_grosze} />
      </Figure>
      <Figure label="Po zwrotach" note={<Subtracted sums={now} />}>
        <Price grosze={now.sold_grosze - now.undone_grosze - now.refunded_grosze} />
      </Figure>
      <Figure label="Zamówienia" note={compare(now.orders, before.orders, unit)}>
        <span>{now.orders}</span>
        <span className="text-sm font-normal text-oud"> · za pobraniem {share(now.on_delivery_grosze)}%</span>
        {now.elsewhere_grosze > 0 && (
          <span className="text-sm font-normal text-oud"> · poza sklepem {share(now.elsewhere_grosze)}%</span>
        )}
      </Figure>
      <Figure label="Średnie zamówienie" note={compare(basket(now), basket(before), unit)}>
        <Price grosze={basket(now)} />
      </Figure>
    </dl>
  )
}

/** Refunds and reversed sales on delivery or elsewhere of this period; their sales may be earlier. */
function Subtracted({ sums: { undone_grosze, refunded_grosze } }: { sums: SalesSums }) {
  if (undone_grosze === 0 && refunded_grosze === 0) return 'Bez zwrotów i anulowanych'
  return (
    <>
      Zwroty: <Price grosze={refunded_grosze} />, cofnięta sprzedaż: <Price grosze={undone_grosze} />
    </>
  )
}

function Figure({ label, note, children }: { label: string; note: ReactNode; children: ReactNode }) {
  return (
    <div className="card px-4 py-3">
      <dt className="text-sm text-oud">{label}</dt>
      <dd className="text-lg font-semibold tabular-nums sm:text-xl">{children}</dd>
      <dd className="text-xs text-oud">{note}</dd>
    </div>
  )
}

/** '12% więcej niż poprzednie 30 dni' */
function compare(now: number, before: number, unit: FigureUnit): string {
  const than = UNIT_NAMES[unit].before
  if (before === 0) return now === 0 ? `Jak ${than}` : `Nic przez ${than}`
  const change = Math.round((100 * (now - before)) / before)
  if (change === 0) return `Tyle co ${than}`
  return `${Math.abs(change)}% ${change > 0 ? 'więcej' : 'mniej'} niż ${than}`
}

function Stock({ stock }: { stock: SalesFigures['stock'] }) {
  const { value_grosze, pieces, uncounted_products, running_out } = stock
  return (
    <Card title="Magazyn">
      <p className="text-sm">
        W magazynie jest <span className="tabular-nums">{pieces}</span> szt. o wartości{' '}
        <Price grosze={value_grosze} className="font-semibold" /> w cenach sprzedaży
        {uncounted_products > 0
          ? `, a ${uncounted_products} ${pluralize(uncounted_products, UNCOUNTED)} bez liczenia sztuk.`
          : '.'}
      </p>
      <h3 className="mt-4 mb-1 text-sm font-semibold">Wkrótce się skończą</h3>
      {running_out.length === 0 ? (
        <p className="text-sm text-oud">Niczego nie zabraknie w najbliższych dwóch tygodniach.</p>
      ) : (
        <ul className="divide-y divide-night/10 text-sm">
          {running_out.map(({ id, brand_name, stock_quantity, sold_30_days, days_left, ...product }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
              <span className="min-w-0 font-medium wrap-anywhere">
                {nameSized(product)} <span className="font-normal text-oud">· {brand_name}</span>
              </span>
              <span className="tabular-nums">
                {stock_quantity} szt.
                <span className="text-oud">
                  {days_left === null
                    ? ' · bez sprzedaży w tym miesiącu'
                    : ` · ${sold_30_days} szt. w 30 dni, na około ${days_left} ${pluralize(days_left, DAYS)}`}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

const UNCOUNTED = { one: 'produkt jest', few: 'produkty są', many: 'produktów jest' }
const DAYS = { one: 'dzień', few: 'dni', many: 'dni' }

function FigureSkeletons() {
  return (
    <div className="space-y-6">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {['sales', 'orders', 'basket', 'delivery'].map((figure) => (
          <Skeleton key={figure} className="h-24 rounded-2xl" />
        ))}
      </div>
      <Skeleton className="h-80 rounded-2xl" />
    </div>
  )
}
