import { Check } from 'lucide-react'
import { type FocusEvent, Fragment, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { AddressText } from '#app/ui/address-text.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { useFocusWhenShown } from '#app/ui/focus-when-shown.ts'
import { labelDiscount } from '#domain/codes/code.ts'
import { labelGift } from '#domain/gifts/gift.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { describeParcel, formatOrderNumber } from '#domain/kernel/order-words/order-names.ts'
import { describeArrivalDay, expectDelivery } from '#domain/shipping/delivery-date/delivery-date.ts'
import { useDeliveryOffer } from './delivery-fields.tsx'
import type { PlacedAs } from './use-ordering.ts'

/** How long the confirmation stays while it is not being read, ms. */
const CLOSE_AFTER_MS = 2500

type ConfirmationProps = PlacedAs & { onClose: () => void }

/** Thanks, the order numbers, the sum, and where to find them again. Closes by itself unless it is being read. */
export function OrderConfirmation({ order, onClose, ...placed }: ConfirmationProps) {
  const { email, hasAccount, path, delivery, locker } = placed
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
      {expected && <p className="text-sm font-semibold">{describeArrivalDay(expected, delivery)}</p>}
      {numbers.length > 1 && <p className="font-semibold">{describeParcel(numbers.length)}</p>}
      <dl className="mt-2 grid grid-cols-[auto_auto] gap-x-4 gap-y-1 text-left text-sm [&_dd]:font-semibold [&_dd]:wrap-anywhere">
        <dt>{numbers.length === 1 ? 'Numer zamówienia' : 'Numery zamówień'}</dt>
        <dd className="tabular-nums">{numbers.join(', ')}</dd>
        <dt>Do zapłaty przy odbiorze</dt>
        <dd className="price">{formatGrosze(order.totalGrosze)}</dd>
        {[
          ...(order.discount ? [[labelDiscount(order.discount), formatGrosze(-order.discount.grosze)]] : []),
          ...(order.gift ? [[labelGift(order.gift), `${order.gift.pieces} × ${formatGrosze(0)}`]] : []),
          ...(order.samples ?? []).map((label) => [label, `1 × ${formatGrosze(0)}`]),
        ].map(([term, sum]) => (
          <Fragment key={term}>
            <dt>{term}</dt>
            <dd className="price">{sum}</dd>
          </Fragment>
        ))}
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
      </dl>
      <p className="text-sm wrap-anywhere">
        <span>
          Potwierdzenie wysyłamy e-mailem na adres <span className="font-semibold">{email}</span>.
        </span>
        {!hasAccount && <span> Jest w nim też link do zamówienia.</span>}
      </p>
      <div className="mt-2 flex w-full flex-col justify-center gap-2 sm:flex-row-reverse">
        {/* Replaces the dialog's history entry, so that Back does not open an empty cart. */}
        <Link to={path} replace className={buttonClass('primary')}>
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
 * Closes after a while without a sign of reading: a moving pointer over it, a focus set by the buyer, selected text. A
 * touch or 'Zostań na tej stronie' keeps it open. The initial focus of the heading counts only when it is visible,
 * which means that the buyer used the keyboard or a screen reader. A pointer that rests where the order button was does
 * not count.
 */
function useCloseUnread(onClose: () => void) {
  const section = useRef<HTMLElement>(null)
  const heading = useFocusWhenShown<HTMLHeadingElement>()
  const [reading, setReading] = useState({ pointer: false, focus: false, selection: false, stay: false })
  const isRead = Object.values(reading).includes(true)
  const mark = (change: Partial<typeof reading>) => setReading((current) => ({ ...current, ...change }))

  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isRead) return
    const timer = setTimeout(() => close(), CLOSE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isRead])

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
    // When the page changes under a resting pointer, browsers report that it enters, but no movement.
    onPointerMove: () => !reading.pointer && mark({ pointer: true }),
    onPointerLeave: () => mark({ pointer: false }),
    onFocus: (event: FocusEvent) =>
      mark({ focus: event.target !== heading.current || event.target.matches(':focus-visible') }),
    onBlur: () => mark({ focus: false }),
  }
}
