import { type ReactNode, useEffect, useState } from 'react'
import { href, Link, useLocation } from 'react-router'
import { findWaitingOrder, hideWaitingOrder } from '#app/checkout/unpaid-orders.ts'
import { NOTICE_ACTION, NoticeBar } from '#app/ui/notice-bar.tsx'
import { formatOrderNumber } from '#domain/orders/order.ts'
import { formatClock } from '#domain/text.ts'
import { dismissPlaced, readPlaced } from './lasting-news.ts'

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
    const { orderId, until } = waiting
    return (
      <Bar
        text={`Zamówienie ${formatOrderNumber(orderId)} czeka na zapłatę do ${formatClock(until)}.`}
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
  const { numbers, delivery } = placed
  const what = numbers.length > 1 ? `Zamówienia ${numbers.join(', ')} przyjęte` : `Zamówienie ${numbers[0]} przyjęte`
  const where = delivery === 'locker' ? 'Damy znać, gdy paczka będzie w paczkomacie.' : 'Damy znać, gdy wyślemy paczkę.'
  return (
    <Bar text={`${what}. ${where}`} onClose={dismissPlaced}>
      <Link to={href('/panel-klienta')} className={NOTICE_ACTION}>
        Zobacz zamówienie
      </Link>
    </Bar>
  )
}

type BarProps = { text: string; onClose: () => void; children: ReactNode }

function Bar({ text, onClose, children }: BarProps) {
  const close = { label: 'Zamknij pasek zamówienia', onClose }
  return (
    <NoticeBar label="Twoje zamówienie" text={text} close={close} className="page-width">
      {children}
    </NoticeBar>
  )
}
