import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { formatGrosze } from '#domain/kernel/money.ts'
import type { FigureUnit, SalesFigures } from '#domain/orders/figures/sales-figures.ts'
import { abbreviatePeriod, namePeriod } from './period-names.ts'

const zl = new Intl.NumberFormat('pl-PL', { maximumFractionDigits: 0 })

/** Sales of each period as bars, in zł. Hidden from assistive technology, which reads the table below. */
export default function SalesChart({ unit, periods }: { unit: FigureUnit; periods: SalesFigures['periods'] }) {
  const bars = periods.map(({ start, sold_grosze, orders }) => ({ start, zl: sold_grosze / 100, orders }))
  return (
    <div aria-hidden="true" className="h-64 w-full text-xs sm:h-72">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={bars} margin={{ top: 8, right: 0, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--color-sand-deep)" />
          <XAxis
            dataKey="start"
            tickFormatter={(start: string) => abbreviatePeriod(unit, start)}
            tickLine={false}
            stroke="var(--color-night)"
            minTickGap={18}
          />
          <YAxis
            width={64}
            tickLine={false}
            axisLine={false}
            stroke="var(--color-night)"
            tickFormatter={(value: number) => `${zl.format(value)} zł`}
          />
          <Tooltip
            cursor={{ fill: 'var(--color-sand)' }}
            isAnimationActive={false}
            content={({ active, payload }) => {
              const bar: (typeof bars)[number] | undefined = payload?.[0]?.payload
              if (!active || !bar) return null
              return (
                <div className="rounded-xl bg-night px-3 py-2 text-ivory">
                  <p>{namePeriod(unit, bar.start)}</p>
                  <p className="font-semibold">{formatGrosze(Math.round(bar.zl * 100))}</p>
                  <p>Zamówienia: {bar.orders}</p>
                </div>
              )
            }}
          />
          <Bar dataKey="zl" fill="var(--color-gold)" radius={[4, 4, 0, 0]} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}
