import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatGrosze } from '#domain/money.ts'
import { orderNumber } from '#domain/orders/order.ts'
import type { PlacedOrder } from './submit-order.ts'

/**
 * Thanks, the numbers, and where to read them again: the dialog closes by itself soon after. On a phone it leaves room below
 * for the toast, which says the same for who has looked away.
 */
export function OrderConfirmation({ order, email }: { order: PlacedOrder; email: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const numbers = order.orderIds.map(orderNumber)
  return (
    <section
      aria-labelledby="order-confirmed"
      className="grid justify-items-center gap-3 px-6 pt-14 pb-60 text-center sm:pb-14"
    >
      <span className="grid size-16 place-items-center rounded-full bg-sage text-leaf">
        <Check aria-hidden="true" className="size-8" />
      </span>
      <h3 id="order-confirmed" ref={heading} tabIndex={-1} className="font-display text-2xl outline-none">
        Dziękujemy za zamówienie
      </h3>
      <p className="max-w-md text-sm">
        Potwierdzenie wysyłamy na adres <strong className="wrap-anywhere">{email}</strong>. Zamówienie znajdziesz też w
        panelu klienta.
      </p>
      <dl className="mt-2 grid grid-cols-[auto_auto] gap-x-4 gap-y-1 text-left text-sm">
        <dt>{numbers.length === 1 ? 'Numer zamówienia' : 'Numery zamówień'}</dt>
        <dd className="font-semibold">{numbers.join(', ')}</dd>
        <dt>Do zapłaty przy odbiorze</dt>
        <dd className="price font-semibold">{formatGrosze(order.totalGrosze)}</dd>
      </dl>
    </section>
  )
}
