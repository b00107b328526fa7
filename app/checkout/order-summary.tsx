import { type ComponentProps, type Ref, useEffect, useRef } from 'react'
import { useGiftOffer } from '#app/catalog/price-facts.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { Price } from '#app/ui/price.tsx'
import { labelDiscount, type OrderDiscount } from '#domain/codes/code.ts'
import { labelGift, type OrderGift, shareGifts } from '#domain/gifts/gift.ts'
import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'
import { GENDERS } from '#domain/kernel/gender.ts'
import {
  calculateShippingCost,
  calculateSurcharge,
  parseShippingMethod,
  type ShippingMethod,
} from '#domain/kernel/order-words/shipping-method.ts'
import { findCheapestDelivery } from '#domain/shipping/delivery-offer.ts'
import { useDeliveryOffer } from './delivery-fields.tsx'
import type { AppliedCode } from './discount-code.tsx'

type Totals = {
  itemsGrosze: Grosze
  discount: OrderDiscount | null
  /** Null until a method is chosen and its cost is known. */
  shippingGrosze: Grosze | null
  /** The cost of the cheapest method; null while unknown. */
  cheapestGrosze: Grosze | null
  surchargeGrosze: Grosze
  totalGrosze: Grosze
  /** Whether a code makes the delivery free. */
  isFreed: boolean
}

/** The sums for these products with this method and code. */
export function useTotals(itemsGrosze: Grosze, method: ShippingMethod | null, code: AppliedCode | null): Totals {
  const { data: offer } = useDeliveryOffer()
  const isFreed = code?.freesDelivery ?? false
  const cheapestGrosze = isFreed ? 0 : offer ? findCheapestDelivery(offer, itemsGrosze) : null
  const discount = code && { code: code.code, grosze: code.discountGrosze }
  const goodsGrosze = itemsGrosze - (discount?.grosze ?? 0)
  if (!offer || !method) {
    const open = { shippingGrosze: null, surchargeGrosze: 0, totalGrosze: goodsGrosze }
    return { itemsGrosze, discount, cheapestGrosze, isFreed, ...open }
  }
  const choice = parseShippingMethod(method)
  const shippingGrosze = isFreed ? 0 : calculateShippingCost(offer, choice, itemsGrosze)
  return {
    itemsGrosze,
    discount,
    shippingGrosze,
    cheapestGrosze,
    surchargeGrosze: isFreed ? 0 : calculateSurcharge(offer, choice, itemsGrosze),
    totalGrosze: goodsGrosze + shippingGrosze,
    isFreed,
  }
}

/** 'od 12,99 zł' until a method is chosen. */
function describeCheapest({ cheapestGrosze }: Totals): string {
  if (cheapestGrosze === null) return 'do wyboru'
  return cheapestGrosze === 0 ? 'za darmo' : `od ${formatGrosze(cheapestGrosze)}`
}

type OrderSummaryProps = {
  totals: Totals
  gift: OrderGift | null
  /** The chosen method, in words. */
  way?: string
  className?: string
}

/** Products, their free gift, delivery including the surcharge, and total. */
export function OrderSummary({ totals, gift, way, className }: OrderSummaryProps) {
  const { itemsGrosze, discount, shippingGrosze, cheapestGrosze, surchargeGrosze, totalGrosze } = totals
  return (
    <section aria-labelledby="order-summary" className={className}>
      <h3 id="order-summary" className="mb-2 font-display text-lg">
        Podsumowanie
      </h3>
      <dl className="grid gap-1.5 text-sm">
        <div className="flex justify-between gap-4">
          <dt>Produkty</dt>
          <dd>
            <Price grosze={itemsGrosze} />
          </dd>
        </div>
        {discount && <FurtherSum term={labelDiscount(discount)} grosze={-discount.grosze} />}
        {gift && <FurtherSum term={`${labelGift(gift)}, ${gift.pieces} szt.`} grosze={0} />}
        <div className="flex justify-between gap-4">
          <dt>
            <span>Dostawa</span>
            {way && <span className="block text-xs text-oud">{way}</span>}
            {surchargeGrosze > 0 && (
              <span className="block text-xs text-oud">w tym pobranie {formatGrosze(surchargeGrosze)}</span>
            )}
          </dt>
          <dd>
            {shippingGrosze === null ? (
              <span className="price text-oud">{describeCheapest(totals)}</span>
            ) : (
              <Price grosze={shippingGrosze} />
            )}
          </dd>
        </div>
        <div className="mt-1 flex justify-between gap-4 border-t border-night/15 pt-2.5 text-base font-semibold">
          <dt>
            <span>Razem</span>
            {shippingGrosze === null && cheapestGrosze !== 0 && (
              <span className="block text-xs font-normal text-oud">bez dostawy</span>
            )}
          </dt>
          <dd aria-live="polite">
            <Price grosze={totalGrosze} />
          </dd>
        </div>
      </dl>
    </section>
  )
}

function FurtherSum({ term, grosze }: { term: string; grosze: Grosze }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="wrap-anywhere">{term}</dt>
      <dd className="shrink-0">
        <Price grosze={grosze} />
      </dd>
    </div>
  )
}

type OrderButtonProps = { totals: Totals; busy: boolean; onOrder: () => void; ref?: Ref<HTMLButtonElement> }

type ObligationButtonProps = Omit<ComponentProps<typeof Button>, 'children'> & { children: Grosze | null }

/** The legally required words and the sum, on one line or balanced on two. */
export function ObligationButton({ children: grosze, ...rest }: ObligationButtonProps) {
  return (
    <Button
      size="lg-tight"
      className="max-[30rem]:text-[0.9375rem] min-[22.5rem]:whitespace-normal sm:max-lg:px-6"
      {...rest}
    >
      <span className="text-balance">
        <span>Zamawiam z obowiązkiem zapłaty</span>
        {grosze !== null && <span className="price inline-block pl-2">{formatGrosze(grosze)}</span>}
      </span>
    </Button>
  )
}

/** The order button, with the sum once it is known. */
export function OrderButton({ totals, busy, onOrder, ref }: OrderButtonProps) {
  return (
    <ObligationButton ref={ref} busy={busy} onClick={onOrder}>
      {totals.shippingGrosze === null ? null : totals.totalGrosze}
    </ObligationButton>
  )
}

/** Next to the pressed button. Long and with a phone number, so it scrolls into view and stays until the next press. */
export function LimitNotice({ message, onClose }: { message: string | null; onClose: () => void }) {
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (message !== null) notice.current?.scrollIntoView({ block: 'nearest' })
  }, [message])
  if (message === null) return null
  return (
    <div ref={notice} className="scroll-mb-4">
      <Alert title="Limit zamówień" onClose={onClose} className="my-2">
        {message}
      </Alert>
    </div>
  )
}

/** At the lower edge, always in view: the parts of the sum, and the button. On wide screens the summary is above it. */
export function OrderBar(props: OrderButtonProps) {
  const { itemsGrosze, discount, shippingGrosze, cheapestGrosze, surchargeGrosze } = props.totals
  const isOpen = shippingGrosze === null
  return (
    <div className="flex flex-col gap-2 sm:flex-row sm:items-center sm:justify-between sm:gap-6 lg:flex-col lg:items-stretch">
      <p className="text-xs text-oud lg:hidden">
        {[
          formatGrosze(itemsGrosze),
          discount !== null && discount.grosze > 0 && `− ${formatGrosze(discount.grosze)} z kodem`,
          isOpen && cheapestGrosze !== 0 && `+ dostawa ${describeCheapest(props.totals)}`,
          ((isOpen && cheapestGrosze === 0) || shippingGrosze === 0) && '+ darmowa dostawa',
          shippingGrosze !== null && shippingGrosze > 0 && `+ ${formatGrosze(shippingGrosze)} dostawa`,
          surchargeGrosze > 0 && `(w tym pobranie ${formatGrosze(surchargeGrosze)})`,
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
      <OrderButton {...props} />
    </div>
  )
}

/** A cart item has the fields of its product from when it was added. */
type Ordered = { gender?: unknown; quantity: number }

/** The free gift that these products get by the shop's rule, while pieces last; null: none. */
export function usePromisedGift(items: readonly Ordered[], itemsGrosze: Grosze): OrderGift | null {
  const offer = useGiftOffer()
  if (offer === null) return null
  const ordered = items.flatMap(({ gender: stored, quantity }) => {
    const gender = GENDERS.find((known) => known === stored)
    return gender ? [{ gender, quantity }] : []
  })
  const [pieces = 0] = shareGifts({ offer, left: offer.left }, [ordered], itemsGrosze)
  return pieces > 0 ? { name: offer.name, pieces } : null
}
