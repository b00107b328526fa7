import { type ReactNode, useEffect, useState } from 'react'
import { href, Link, useLocation } from 'react-router'
import { dismissPlaced, type PlacedNews, readPlaced } from '#app/checkout/placed-order-news.ts'
import { FinishPayment } from '#app/checkout/unpaid/finish-payment.tsx'
import { findWaitingOrder, hideWaitingOrder } from '#app/checkout/unpaid/unpaid-orders.ts'
import { MESSAGE_ACTION, MessageBar } from '#app/ui/message-bar.tsx'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { formatOrderNumber } from '#domain/kernel/order-words/order-names.ts'
import { formatClock } from '#domain/kernel/text/dates-and-plurals.ts'
import { describeOnDay, PLACES } from '#domain/shipping/delivery-date/delivery-date.ts'

/** Pages that show the order themselves. */
const SAYS_IT_ITSELF = /^\/(?:payment-|zamowienie|potwierdz-zamowienie)/

/** A bar about an order that waits for its payment or was just placed, until it is closed or outdated. */
export default function PlacedOrderBar({ version }: { version: number }) {
  const { pathname } = useLocation()
  const [now, setNow] = useState(() => Date.now())
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change reads the time again
  useEffect(() => setNow(Date.now()), [version])
  // After a visit to the page that shows the order, the bar is not needed.
  useEffect(() => {
    if ((pathname === href('/panel-klienta') || pathname === href('/zamowienie')) && readPlaced()) {
      return () => dismissPlaced()
    }
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
        <FinishPayment orderId={orderId} className={MESSAGE_ACTION} />
      </Bar>
    )
  }
  const placed = readPlaced()
  if (!placed || pathname === href('/panel-klienta')) return null
  return (
    <Bar text={<Placed {...placed} />} onClose={dismissPlaced}>
      <Link to={placed.path} className={MESSAGE_ACTION}>
        Zobacz zamówienie
      </Link>
    </Bar>
  )
}

/** Left out on phones, where the bar has two lines. */
const Wide = ({ children }: { children: string }) => <span className="max-sm:sr-only">{children}</span>

function Placed({ numbers, delivery, totalGrosze, isPaid, arrival }: PlacedNews) {
  return (
    <>
      <span>
        {numbers.length > 1 ? `Zamówienia ${numbers.join(', ')} przyjęte` : `Zamówienie ${numbers[0]} przyjęte`}
      </span>
      <span>{` · ${formatGrosze(totalGrosze)}`}</span>
      <Wide>{isPaid ? ' opłacone' : ' przy odbiorze'}</Wide>
      {arrival !== null && (
        <span className="max-[22.5rem]:sr-only">
          {' · '}
          <Wide>{`${PLACES[delivery]} `}</Wide>
          {`zwykle ${describeOnDay(arrival)}`}
        </span>
      )}
    </>
  )
}

type BarProps = { text: ReactNode; onClose: () => void; children: ReactNode }

function Bar({ text, onClose, children }: BarProps) {
  const close = { label: 'Zamknij pasek zamówienia', onClose }
  return (
    <MessageBar label="Twoje zamówienie" text={text} close={close} className="page-width">
      {children}
    </MessageBar>
  )
}
