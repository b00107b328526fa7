import { Check } from 'lucide-react'
import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { formatGrosze } from '#domain/money.ts'
import { describeParcel, formatOrderNumber } from '#domain/orders/order.ts'
import { readWarsawClock } from '#domain/shipping/calendar-day.ts'
import { expectDelivery, tellDelivery } from '#domain/shipping/delivery-date.ts'
import type { DeliveryMethod } from '#domain/shipping/shipping-method.ts'
import { useDeliveryOffer } from './delivery-fields.tsx'
import type { PlacedOrder } from './submit-order.ts'

/** How long the confirmation stays once nobody reads it, ms. */
const CLOSE_AFTER_MS = 2500

type OrderConfirmationProps = { order: PlacedOrder; email: string; delivery: DeliveryMethod; onClose: () => void }

/** Thanks, the numbers, the one sum, and where to read them again. Closes by itself, but not under somebody's eyes. */
export function OrderConfirmation({ order, email, delivery, onClose }: OrderConfirmationProps) {
  const { section, heading, ...reading } = useCloseUnread(onClose)
  const { data: offer } = useDeliveryOffer()
  const expected = offer && expectDelivery(offer.dispatch, readWarsawClock(new Date()))
  const numbers = order.orderIds.map(formatOrderNumber)
  return (
    <section
      ref={section}
      aria-labelledby="order-confirmed"
      className="grid justify-items-center gap-3 px-6 pt-12 pb-10 text-center"
      {...reading}
    >
      <span className="grid size-16 place-items-center rounded-full bg-sage text-leaf">
        <Check aria-hidden="true" className="size-8" />
      </span>
      <h3 id="order-confirmed" ref={heading} tabIndex={-1} className="font-display text-2xl outline-none">
        Dziękujemy za zamówienie
      </h3>
      <p className="max-w-md text-sm">
        Potwierdzenie wysyłamy na adres <strong className="wrap-anywhere">{email}</strong>.
      </p>
      {expected && <p className="text-sm font-semibold">{tellDelivery(expected, delivery)}</p>}
      {numbers.length > 1 && <p className="font-semibold">{describeParcel(numbers.length)}</p>}
      <dl className="mt-2 grid grid-cols-[auto_auto] gap-x-4 gap-y-1 text-left text-sm">
        <dt>{numbers.length === 1 ? 'Numer zamówienia' : 'Numery zamówień'}</dt>
        <dd className="font-semibold tabular-nums">{numbers.join(', ')}</dd>
        <dt>Do zapłaty przy odbiorze</dt>
        <dd className="price font-semibold">{formatGrosze(order.totalGrosze)}</dd>
      </dl>
      <div className="mt-4 flex w-full flex-col justify-center gap-2 sm:flex-row-reverse">
        {/* In the place of the dialog's own history entry, so that Back does not open an empty cart. */}
        <Link to={href('/panel-klienta')} replace className={buttonClass('primary')}>
          Zobacz zamówienie
        </Link>
        <Button variant="secondary" onClick={onClose}>
          Kontynuuj zakupy
        </Button>
      </div>
    </section>
  )
}

/**
 * Closes after a while in which nobody reads: no pointer moves over it, nothing in it is focused by the buyer, no text of
 * it is selected. A touch stops the clock for good. That the heading gets the focus, and that the pointer happens to lie
 * where the order button was, is nobody's doing and does not count.
 */
function useCloseUnread(onClose: () => void) {
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [reading, setReading] = useState({ pointer: false, focus: false, selection: false, touch: false })
  const isRead = Object.values(reading).includes(true)
  const mark = (change: Partial<typeof reading>) => setReading((current) => ({ ...current, ...change }))

  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    if (isRead) return
    const timer = setTimeout(() => close.current(), CLOSE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isRead])

  useEffect(() => heading.current?.focus(), [])

  useEffect(() => {
    function onSelection() {
      const selection = document.getSelection()
      const isHere = selection?.isCollapsed === false && section.current?.contains(selection.anchorNode) === true
      setReading((current) => (current.selection === isHere ? current : { ...current, selection: isHere }))
    }
    document.addEventListener('selectionchange', onSelection)
    return () => document.removeEventListener('selectionchange', onSelection)
  }, [])

  return {
    section,
    heading,
    onPointerDown: (event: PointerEvent) => event.pointerType !== 'mouse' && mark({ touch: true }),
    // Browsers report a pointer that enters because the page changed under it, but no movement of it.
    onPointerMove: () => !reading.pointer && mark({ pointer: true }),
    onPointerLeave: () => mark({ pointer: false }),
    onFocus: (event: FocusEvent) => event.target !== heading.current && mark({ focus: true }),
    onBlur: () => mark({ focus: false }),
  }
}
