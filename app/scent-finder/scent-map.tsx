import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import { classNames } from '#app/ui/class-names.ts'
import { Price } from '#app/ui/price.tsx'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { findByKey, listNearest } from './nearest-point.ts'

/** A scent on the map. */
export type MapPoint = {
  slug: string
  name: string
  brand: string
  grosze: number
  isSoldOut: boolean
  /** Its most important notes and its nature, in words. */
  words: string
  /** The quarter of its main family. */
  quarter: Quarter
  /** The name of its main family. */
  family: string
  x: number
  y: number
}

/** The quarters of the map by their words, and where these stand. */
const QUARTERS = {
  fresh: { name: 'Świeże', x: 20, y: 50, anchor: 'start', fill: 'fill-sage' },
  floral: { name: 'Kwiaty i owoce', x: 980, y: 50, anchor: 'end', fill: 'fill-blush' },
  woody: { name: 'Drewno i dym', x: 20, y: 985, anchor: 'start', fill: 'fill-oud' },
  sweet: { name: 'Słodkie i ciepłe', x: 980, y: 985, anchor: 'end', fill: 'fill-gold-light' },
} as const
export type Quarter = keyof typeof QUARTERS

type ScentMapProps = {
  points: MapPoint[]
  /** Slugs of what was found. Empty: nothing was asked. */
  found: string[]
  /** Slug of the known scent. */
  own: string | null
  /** Builds the address of what is like a scent. */
  buildLikeHref: (slug: string) => string
}

/** How many points nearest to the chosen one are connected with it. */
const CONNECTED = 3

/**
 * All scents as links in a plane, near each other by their notes. One stop of Tab; arrows lead from one to the nearest
 * in their direction. A mouse opens a point by a press; a finger first chooses the one nearest to it.
 */
export function ScentMap({ points, found, own, buildLikeHref }: ScentMapProps) {
  const help = useId()
  const map = useRef<SVGSVGElement>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const start = points.findIndex(({ slug }) => slug === (own ?? found[0]))
  const shown = chosen ?? (start === -1 ? null : start)
  const point = shown === null ? undefined : points[shown]
  const near = point ? listNearest(points, point, CONNECTED + 1).slice(1) : []

  function moveByKey(event: KeyboardEvent) {
    const next = findByKey(points, shown ?? 0, event.key)
    if (next === null || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    map.current?.querySelectorAll('a')[next]?.focus()
  }

  /** The nearest point to where a pointer is. */
  function findUnder({ clientX, clientY }: PointerEvent): number | undefined {
    const place = map.current?.getScreenCTM()?.inverse()
    if (!place) return undefined
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(place)
    return listNearest(points, { x, y }, 1)[0]
  }

  const choose = (event: PointerEvent) => setChosen(findUnder(event) ?? null)
  const isTouch = useRef(false)

  return (
    <div>
      <p id={help} className="mb-3 text-sm text-night/85">
        <span className="noscript:hidden">
          Dotknij zapachu albo prowadź po mapie strzałkami; Enter otwiera. Im bliżej siebie, tym podobniejsze nuty.
        </span>
      </p>
      <nav aria-label="Mapa zapachów" aria-describedby={help}>
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: it is no picture; a title would cover its links with a tooltip */}
        <svg
          ref={map}
          viewBox="0 0 1000 1000"
          className="w-full touch-manipulation rounded-2xl bg-white select-none"
          onKeyDown={moveByKey}
          onPointerDown={(event) => {
            isTouch.current = event.pointerType === 'touch'
          }}
          onPointerMove={(event) => event.pointerType === 'mouse' && choose(event)}
          onPointerUp={(event) => event.pointerType === 'touch' && choose(event)}
          onClickCapture={(event) => {
            // A finger only chooses; the link is below the map. A key, whose click has no detail, opens.
            if (isTouch.current && event.detail > 0) event.preventDefault()
          }}
        >
          <circle cx={500} cy={500} r={496} className="fill-ivory stroke-night/15" strokeWidth={2} />
          {Object.values(QUARTERS).map(({ name, x, y, anchor }) => (
            <text
              key={name}
              x={x}
              y={y}
              textAnchor={anchor}
              className="fill-oud font-display text-[2.5rem] sm:text-[1.75rem]"
            >
              {name}
            </text>
          ))}
          {near.map((index) => {
            const other = points[index]
            return (
              point &&
              other && (
                <line
                  key={other.slug}
                  x1={point.x}
                  y1={point.y}
                  x2={other.x}
                  y2={other.y}
                  className="stroke-oud/60"
                  strokeWidth={3}
                />
              )
            )
          })}
          {points.map((each, index) => {
            const isFound = found.includes(each.slug)
            return (
              <Link
                key={each.slug}
                to={href('/produkt/:slug', { slug: each.slug })}
                aria-label={describePoint(each, isFound)}
                tabIndex={index === (shown ?? 0) ? 0 : -1}
                className="outline-none [&:focus-visible>circle:first-child]:stroke-gold"
                onFocus={() => setChosen(index)}
              >
                {/* As wide as a cell of the map, for fingers. */}
                <circle cx={each.x} cy={each.y} r={34} strokeWidth={8} className="fill-transparent" />
                <circle
                  cx={each.x}
                  cy={each.y}
                  r={index === shown ? 24 : isFound ? 20 : 15}
                  strokeWidth={index === shown || isFound ? 6 : 2}
                  className={classNames(
                    each.isSoldOut ? 'fill-ivory' : QUARTERS[each.quarter].fill,
                    found.length > 0 && !isFound && index !== shown ? 'stroke-night/40 opacity-45' : 'stroke-night',
                  )}
                />
              </Link>
            )
          })}
        </svg>
      </nav>
      <div className="mt-3 flex min-h-30 flex-col justify-center rounded-2xl bg-white px-5 py-4 noscript:hidden">
        {point ? (
          <>
            <p className="flex items-baseline justify-between gap-4">
              <Link
                to={href('/produkt/:slug', { slug: point.slug })}
                className="inline-flex min-h-11 items-center font-display text-xl underline underline-offset-4"
              >
                {point.name}
              </Link>
              <Price grosze={point.grosze} className="font-semibold" />
            </p>
            <p className="text-sm text-night/85">
              {[point.brand, point.words, point.isSoldOut && 'wyprzedany'].filter(Boolean).join(' · ')}
            </p>
            {/* Of the known scent it is shown already. */}
            {point.slug !== own && (
              <Link
                to={buildLikeHref(point.slug)}
                className="inline-flex min-h-11 items-center self-start text-sm font-semibold underline-offset-4 hover:underline"
              >
                Co jest podobne i dlaczego
              </Link>
            )}
          </>
        ) : (
          <p className="text-sm text-night/85">Wybierz punkt, a powiemy, co to za zapach.</p>
        )}
      </div>
    </div>
  )
}

/** 'Layali Zahran, Perfumy Arabskie, 119,00 zł, Oud i dym, pasuje do odpowiedzi' */
function describePoint({ name, brand, grosze, family, isSoldOut }: MapPoint, isFound: boolean): string {
  return [name, brand, formatGrosze(grosze), family, isSoldOut && 'wyprzedany', isFound && 'pasuje do odpowiedzi']
    .filter(Boolean)
    .join(', ')
}
