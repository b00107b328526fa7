import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import type { SalesFigures } from '#domain/orders/figures/sales-figures-queries.server.ts'
import { labelPeriod } from './period-names.ts'

const NUMBER = 'py-2 pr-3 text-right tabular-nums whitespace-nowrap last:pr-0'

/** Each period with its sums, the latest first. */
export function PeriodTable({ figures: { unit, periods } }: { figures: SalesFigures }) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-xs">
        <thead>
          <tr className="border-b border-night/15">
            {['Okres', 'Zamówienia', 'Sprzedaż', 'Cofnięte pobrania', 'Zwroty', 'Zostaje'].map((head) => (
              <th key={head} className="py-2 pr-3 text-right font-semibold first:text-left last:pr-0">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {periods.toReversed().map((period) => (
            <tr key={period.start} className="border-b border-night/10">
              <th scope="row" className="py-2 pr-3 text-left font-normal whitespace-nowrap">
                {labelPeriod(unit, period.start)}
              </th>
              <td className={NUMBER}>{period.orders}</td>
              {(['sold', 'undone', 'refunded'] as const).map((sum) => (
                <td key={sum} className={NUMBER}>
                  <Price grosze={period[`${sum}_grosze`]} />
                </td>
              ))}
              <td className={classNames(NUMBER, 'font-semibold')}>
                <Price grosze={period.sold_grosze - period.undone_grosze - period.refunded_grosze} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type SoldRow = { name: string; under?: string; pieces: number; goods_grosze: number; margin_grosze?: number | null }

/** The best sellers by value. */
export function SoldTable({ rows }: { rows: readonly SoldRow[] }) {
  if (rows.length === 0) return <p className="text-sm text-oud">W tym czasie niczego nie sprzedano.</p>
  return (
    <table className="w-full text-sm">
      <thead className="sr-only">
        <tr>
          <th>Nazwa</th>
          <th>Sztuki</th>
          <th>Wartość</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, under, pieces, goods_grosze, margin_grosze }) => (
          <tr key={`${name} ${under}`} className="border-b border-night/10 last:border-0">
            <th scope="row" className="py-2 pr-3 text-left font-medium wrap-anywhere">
              <span>{name}</span>
              {under !== undefined && <span className="block text-xs font-normal text-oud">{under}</span>}
            </th>
            <td className={NUMBER}>{pieces} szt.</td>
            <td className={NUMBER}>
              <Price grosze={goods_grosze} />
              {typeof margin_grosze === 'number' && (
                <span className="block text-xs text-oud">
                  <span>marża </span>
                  <Price grosze={margin_grosze} />
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
