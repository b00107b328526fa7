import { useEffect, useRef, useState } from 'react'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import type { FigureUnit } from '#domain/orders/figures/sales-figures.ts'
import type { SalesFigures } from '#domain/orders/figures/sales-figures-queries.server.ts'
import { abbreviatePeriod, labelPeriod } from './period-names.ts'
import { listAmounts } from './round-amounts.ts'

/** Space for the amounts, above the bars and for the names of periods, px. */
const [LEFT, TOP, BOTTOM] = [64, 8, 30]
/** A letter of a name, and the least space between two names, px. */
const [LETTER, GAP] = [6, 18]
const RADIUS = 4

const zl = new Intl.NumberFormat('pl-PL', { maximumFractionDigits: 0 })

type SalesChartProps = { unit: FigureUnit; periods: SalesFigures['periods'] }

/** Sales of each period as bars, in zł. Hidden from assistive technology, which reads the table below. */
export function SalesChart({ unit, periods }: SalesChartProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [pointed, setPointed] = useState<{ at: number; y: number } | null>(null)
  useEffect(() => {
    const { current } = frame
    if (!current) return
    const observer = new ResizeObserver(() => setSize({ width: current.clientWidth, height: current.clientHeight }))
    observer.observe(current)
    return () => observer.disconnect()
  }, [])

  const amounts = listAmounts(Math.max(0, ...periods.map(({ sold_grosze }) => sold_grosze / 100)))
  const base = size.height - BOTTOM
  const toHeight = (amount: number) => (amount / (amounts.at(-1) ?? 1)) * (base - TOP)
  const band = (size.width - LEFT) / periods.length
  const [barWidth, margin] = [band * 0.8, band * 0.1]
  const names = periods.map(({ start }) => abbreviatePeriod(unit, start))
  const step = Math.ceil((Math.max(...names.map(({ length }) => length)) * LETTER + GAP) / band)
  const shown = pointed && periods[pointed.at]
  return (
    <div
      ref={frame}
      aria-hidden="true"
      className="relative h-64 w-full text-xs sm:h-72"
      onMouseMove={({ clientX, clientY, currentTarget }) => {
        const { left, top } = currentTarget.getBoundingClientRect()
        const at = Math.floor((clientX - left - LEFT) / band)
        setPointed(at in periods ? { at, y: clientY - top } : null)
      }}
      onMouseLeave={() => setPointed(null)}
    >
      {size.width > LEFT && (
        <svg aria-hidden="true" width={size.width} height={size.height} className="absolute inset-0 fill-night">
          {amounts.map((amount) => (
            <g key={amount}>
              <path d={`M${LEFT} ${base - toHeight(amount)}H${size.width}`} className="stroke-sand-deep" />
              <text x={LEFT - 8} y={base - toHeight(amount)} dy="0.36em" textAnchor="end">
                {`${zl.format(amount)} zł`}
              </text>
            </g>
          ))}
          {shown && (
            <rect x={LEFT + pointed.at * band} y={TOP} width={band} height={base - TOP} className="fill-sand" />
          )}
          {periods.map(({ start, sold_grosze }, at) => (
            <path
              key={start}
              d={drawBar(LEFT + at * band + margin, base, barWidth, toHeight(sold_grosze / 100))}
              className="fill-gold"
            />
          ))}
          <path d={`M${LEFT} ${base}H${size.width}`} className="stroke-night" />
          {names.map((name, at) => {
            const middle = LEFT + (at + 0.5) * band
            const isShown = (names.length - 1 - at) % step === 0
            return (
              isShown && (
                <text
                  key={periods[at]?.start}
                  x={Math.min(middle, size.width - (name.length * LETTER) / 2)}
                  y={base + 16}
                  textAnchor="middle"
                >
                  {name}
                </text>
              )
            )
          })}
        </svg>
      )}
      {shown && (
        <div
          className="pointer-events-none absolute rounded-xl bg-night px-3 py-2 whitespace-nowrap text-ivory"
          style={{
            top: Math.min(pointed.y, base - 76),
            ...(pointed.at < periods.length / 2
              ? { left: LEFT + (pointed.at + 1) * band + 4 }
              : { right: (periods.length - pointed.at) * band + 4 }),
          }}
        >
          <p>{labelPeriod(unit, shown.start)}</p>
          <p className="font-semibold">{formatGrosze(shown.sold_grosze)}</p>
          <p>Zamówienia: {shown.orders}</p>
        </div>
      )}
    </div>
  )
}

/** A bar with round corners at its top. */
function drawBar(x: number, base: number, width: number, height: number): string {
  if (height <= 0) return ''
  const radius = Math.min(RADIUS, width / 2, height)
  const arc = `a${radius} ${radius} 0 0 1 ${radius}`
  return `M${x} ${base}v${radius - height}${arc} ${-radius}h${width - 2 * radius}${arc} ${radius}V${base}z`
}
