import { Check } from 'lucide-react'
import { type FocusEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import { AddressText } from '#app/ui/address-text.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { formatGrosze } from '#domain/kernel/money.ts'
import { describeParcel, formatOrderNumber } from '#domain/orders/order.ts'
import { readWarsawClock } from '#domain/shipping/delivery-date/calendar-day.ts'
import { expectDelivery, tellDelivery } from '#domain/shipping/delivery-date/delivery-date.ts'
import { useDeliveryOffer } from './delivery-fields.tsx'
import type { PlacedAs } from './use-ordering.ts'

/** How long the confirmation stays once nobody reads it, ms. */
const CLOSE_AFTER_MS = 2500

type OrderConfirmationProps = PlacedAs & { onClose: () => void }

/** Thanks, the numbers, the one sum, and where to read them again. Closes by itself, but not under somebody's eyes. */
export function OrderConfirmation({ order, email, delivery, locker, onClose }: OrderConfirmationProps) {
  const { section, heading, isRead, stay, ...reading } = useCloseUnread(onClose)
  const { data: offer } = useDeliveryOffer()
  const expected = offer && expectDelivery(offer.dispatch, readWarsawClock(new Date()))
  const numbers = order.orderIds.map(formatOrderNumber)
  return (
    <section
      ref={section}
      aria-labelledby="order-confirmed"
      className="grid justify-items-center gap-3 px-6 pt-6 pb-3 text-center sm:pt-10 sm:pb-6"
      {...reading}
    >
      <span className="grid size-12 place-items-center rounded-full bg-sage text-leaf sm:size-16">
        <Check aria-hidden="true" className="size-6 sm:size-8" />
      </span>
      <h3 id="order-confirmed" ref={heading} tabIndex={-1} className="font-display text-2xl outline-none">
        Dziękujemy za zamówienie
      </h3>
      {expected && <p className="text-sm font-semibold">{tellDelivery(expected, delivery)}</p>}
      {numbers.length > 1 && <p className="font-semibold">{describeParcel(numbers.length)}</p>}
      <dl className="mt-2 grid grid-cols-[auto_auto] gap-x-4 gap-y-1 text-left text-sm [&_dd]:font-semibold [&_dd]:wrap-anywhere">
        <dt>{numbers.length === 1 ? 'Numer zamówienia' : 'Numery zamówień'}</dt>
        <dd className="tabular-nums">{numbers.join(', ')}</dd>
        <dt>Do zapłaty przy odbiorze</dt>
        <dd className="price">{formatGrosze(order.totalGrosze)}</dd>
        {locker && (
          <>
            <dt>Paczkomat</dt>
            <dd>
              {locker.name}
              <span className="block font-normal">
                <AddressText>{`${locker.address}, ${locker.postal_code} ${locker.city}`}</AddressText>
              </span>
            </dd>
          </>
        )}
        <dt>Potwierdzenie</dt>
        <dd>{email}</dd>
      </dl>
      <div className="mt-2 flex w-full flex-col justify-center gap-2 sm:flex-row-reverse">
        {/* In the place of the dialog's own history entry, so that Back does not open an empty cart. */}
        <Link to={href('/panel-klienta')} replace className={buttonClass('primary')}>
          Zobacz zamówienie
        </Link>
        <Button variant="secondary" onClick={onClose}>
          Kontynuuj zakupy
        </Button>
      </div>
      <Button variant="quiet" className={isRead ? 'invisible' : 'underline'} onClick={stay}>
        Zostań na tej stronie
      </Button>
    </section>
  )
}

/**
 * Closes after a while in which nobody reads: no pointer moves over it, nothing in it is focused by the buyer, no text of
 * it is selected. A touch stops the clock for good, and so does who wants to stay. That the heading gets the focus counts for
 * a buyer who ordered by the keyboard, as screen readers do, and whose focus is seen there; that the pointer happens to lie
 * where the order button was does not.
 */
function useCloseUnread(onClose: () => void) {
  const section = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [reading, setReading] = useState({ pointer: false, focus: false, selection: false, stay: false })
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
    isRead,
    stay() {
      mark({ stay: true })
      heading.current?.focus()
    },
    onPointerDown: (event: PointerEvent) => event.pointerType !== 'mouse' && mark({ stay: true }),
    // Browsers report a pointer that enters because the page changed under it, but no movement of it.
    onPointerMove: () => !reading.pointer && mark({ pointer: true }),
    onPointerLeave: () => mark({ pointer: false }),
    onFocus: (event: FocusEvent) =>
      mark({ focus: event.target !== heading.current || event.target.matches(':focus-visible') }),
    onBlur: () => mark({ focus: false }),
  }
}
