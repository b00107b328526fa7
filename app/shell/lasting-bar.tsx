import { type ReactNode, useEffect, useState } from 'react'
import { href, Link, useLocation } from 'react-router'
import { findWaitingOrder, hideWaitingOrder } from '#app/checkout/unpaid/unpaid-orders.ts'
import { NOTICE_ACTION, NoticeBar } from '#app/ui/notice-bar.tsx'
import { formatGrosze } from '#domain/kernel/money.ts'
import { formatClock } from '#domain/kernel/text.ts'
import { formatOrderNumber } from '#domain/orders/order.ts'
import { PLACES, sayOn } from '#domain/shipping/delivery-date/delivery-date.ts'
import { dismissPlaced, type PlacedNews, readPlaced } from './lasting-news.ts'

/** Pages that say themselves what the bar would. */
const SAYS_IT_ITSELF = /^\/(?:payment-|zamowienie|potwierdz-zamowienie)/

/** Under the header, until it is closed or done: an order that waits for its money, or one that was just placed. */
export default function LastingBar({ version }: { version: number }) {
  const { pathname } = useLocation()
  const [now, setNow] = useState(() => Date.now())
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each change the time is looked at again
  useEffect(() => setNow(Date.now()), [version])
  // Whoever sees the order in the panel has been told.
  useEffect(() => {
    if (pathname === href('/panel-klienta') && readPlaced()) return () => dismissPlaced()
    return undefined
  }, [pathname])
  if (SAYS_IT_ITSELF.test(pathname)) return null
  const waiting = findWaitingOrder(now)
  if (waiting) {
    const { orderId, until, totalGrosze } = waiting
    const sum = totalGrosze === null ? '' : ` · ${formatGrosze(totalGrosze)}`
    return (
      <Bar
        text={`Zamówienie ${formatOrderNumber(orderId)} czeka na zapłatę do ${formatClock(until)}${sum}`}
        onClose={() => hideWaitingOrder(orderId)}
      >
        <a href={`${href('/payment-cancel')}?order=${orderId}`} className={NOTICE_ACTION}>
          Dokończ płatność
        </a>
      </Bar>
    )
  }
  const placed = readPlaced()
  if (!placed || pathname === href('/panel-klienta')) return null
  return (
    <Bar text={<Placed {...placed} />} onClose={dismissPlaced}>
      <Link to={href('/panel-klienta')} className={NOTICE_ACTION}>
        Zobacz zamówienie
      </Link>
    </Bar>
  )
}

/** What a phone has no room for: two lines are enough. */
const Wide = ({ children }: { children: string }) => <span className="max-sm:sr-only">{children}</span>

function Placed({ numbers, delivery, totalGrosze, arrival }: PlacedNews) {
  return (
    <>
      {numbers.length > 1 ? `Zamówienia ${numbers.join(', ')} przyjęte` : `Zamówienie ${numbers[0]} przyjęte`}
      {` · ${formatGrosze(totalGrosze)}`}
      <Wide> przy odbiorze</Wide>
      {arrival !== null && (
        // Nor has the narrowest one for the day.
        <span className="max-[22.5rem]:sr-only">
          {' · '}
          <Wide>{`${PLACES[delivery]} `}</Wide>
          {`zwykle ${sayOn(arrival)}`}
        </span>
      )}
    </>
  )
}

type BarProps = { text: ReactNode; onClose: () => void; children: ReactNode }

function Bar({ text, onClose, children }: BarProps) {
  const close = { label: 'Zamknij pasek zamówienia', onClose }
  return (
    <NoticeBar label="Twoje zamówienie" text={text} close={close} className="page-width">
      {children}
    </NoticeBar>
  )
}
