import { useEffect, useState } from 'react'
import { usePlacedOrderNews } from '#app/checkout/placed-order-news.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { formatOrderNumber } from '#domain/kernel/order-words/order-names.ts'
import { formatClock } from '#domain/kernel/text/dates-and-plurals.ts'
import { FinishPayment } from './finish-payment.tsx'
import { findWaitingOrder } from './unpaid-orders.ts'

/** Above the lines of the cart: these products may be in an order that waits for its payment. */
export function UnpaidMessage() {
  const { version } = usePlacedOrderNews()
  const [now, setNow] = useState(() => Date.now())
  const [isAnswered, setAnswered] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change reads the time again
  useEffect(() => setNow(Date.now()), [version])
  const waiting = findWaitingOrder(now, { evenHidden: true })
  const endsAt = waiting?.until.getTime()
  useEffect(() => {
    if (endsAt === undefined) return
    const timer = setTimeout(() => setNow(Date.now()), endsAt - Date.now())
    return () => clearTimeout(timer)
  }, [endsAt])
  if (!waiting || isAnswered) return null
  const { orderId, until, totalGrosze } = waiting
  const sum = totalGrosze === null ? '' : ` na ${formatGrosze(totalGrosze)}`
  return (
    <section
      aria-label="Nieopłacone zamówienie"
      className="mt-1 mb-3 rounded-xl border border-gold bg-sand p-4 text-sm wrap-anywhere"
    >
      <p className="font-semibold">{`Zamówienie ${formatOrderNumber(orderId)}${sum} czeka na zapłatę do ${formatClock(until)}.`}</p>
      <p className="mt-1">Gdy zamówisz te same produkty jeszcze raz, tamto zamówienie anulujemy.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <FinishPayment orderId={orderId} className={buttonClass('primary', 'tight')} />
        <Button variant="secondary" size="tight" onClick={() => setAnswered(true)}>
          Zamów jeszcze raz
        </Button>
      </div>
    </section>
  )
}
