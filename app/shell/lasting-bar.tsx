import { type ReactNode, useEffect, useState } from 'react'
import { href, Link, useLocation } from 'react-router'
import { findWaitingOrder, hideWaitingOrder } from '#app/checkout/unpaid-orders.ts'
import { Icon } from '#app/ui/icon.tsx'
import { formatOrderNumber } from '#domain/orders/order.ts'
import { formatClock } from '#domain/text.ts'
import { dismissPlaced, readPlaced } from './lasting-news.ts'

const CLOSE = 'M18 6 6 18M6 6l12 12'

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
        <a href={`${href('/payment-cancel')}?order=${orderId}`} className={ACTION}>
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
      <Link to={href('/panel-klienta')} className={ACTION}>
        Zobacz zamówienie
      </Link>
    </Bar>
  )
}

const ACTION = 'inline-flex min-h-11 items-center font-semibold underline underline-offset-4'

function Bar({ text, onClose, children }: { text: string; onClose: () => void; children: ReactNode }) {
  return (
    <aside aria-label="Twoje zamówienie" className="border-b border-gold bg-sand text-sm">
      <div className="page-width flex items-center gap-x-4">
        <p className="flex flex-1 flex-wrap items-center gap-x-4 py-1">
          <span role="status" className="wrap-anywhere">
            {text}
          </span>
          {children}
        </p>
        <button
          type="button"
          aria-label="Zamknij pasek zamówienia"
          onClick={onClose}
          className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-ivory"
        >
          <Icon d={CLOSE} className="size-4" />
        </button>
      </div>
    </aside>
  )
}
