import { Button } from '#app/ui/button.tsx'
import { Price } from '#app/ui/price.tsx'
import { formatGrosze, type Grosze } from '#domain/money.ts'
import {
  cashOnDeliverySurcharge,
  parseShippingMethod,
  type ShippingMethod,
  shippingCost,
} from '#domain/shipping/shipping-method.ts'
import { useDeliveryOffer } from './checkout-queries.ts'

export type Totals = {
  itemsGrosze: Grosze
  /** null until a method is chosen and its cost known. */
  shippingGrosze: Grosze | null
  surchargeGrosze: Grosze
  totalGrosze: Grosze
}

/** What is to be paid for these products sent this way. */
export function useTotals(itemsGrosze: Grosze, method: ShippingMethod | null): Totals {
  const { data: offer } = useDeliveryOffer()
  if (!offer || !method) return { itemsGrosze, shippingGrosze: null, surchargeGrosze: 0, totalGrosze: itemsGrosze }
  const choice = parseShippingMethod(method)
  const shippingGrosze = shippingCost(offer, choice)
  return {
    itemsGrosze,
    shippingGrosze,
    surchargeGrosze: cashOnDeliverySurcharge(offer, choice),
    totalGrosze: itemsGrosze + shippingGrosze,
  }
}

/** Products, delivery with the surcharge in it, and total. */
export function OrderSummary({ totals, className }: { totals: Totals; className?: string }) {
  const { itemsGrosze, shippingGrosze, surchargeGrosze, totalGrosze } = totals
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
        <div className="flex justify-between gap-4">
          <dt>
            Dostawa
            {surchargeGrosze > 0 && (
              <span className="block text-xs text-oud">w tym pobranie {formatGrosze(surchargeGrosze)}</span>
            )}
          </dt>
          <dd>
            {shippingGrosze === null ? <span className="text-oud">do wyboru</span> : <Price grosze={shippingGrosze} />}
          </dd>
        </div>
        <div className="mt-1 flex justify-between gap-4 border-t border-night/15 pt-2.5 text-base font-semibold">
          <dt>Razem</dt>
          <dd aria-live="polite">
            <Price grosze={totalGrosze} />
          </dd>
        </div>
      </dl>
    </section>
  )
}

type OrderButtonProps = { totals: Totals; busy: boolean; onOrder: () => void }

/** Always in view: what is to be paid, and the button whose words make it a duty (0-decisions, Buying). */
export function OrderButton({ totals, busy, onOrder }: OrderButtonProps) {
  const { itemsGrosze, shippingGrosze, surchargeGrosze, totalGrosze } = totals
  return (
    <div className="flex flex-col gap-2 sm:flex-row sm:items-center sm:justify-between sm:gap-6">
      <p className="text-xs text-oud">
        {formatGrosze(itemsGrosze)}{' '}
        {shippingGrosze === null ? '+ dostawa, którą wybierzesz' : `+ ${formatGrosze(shippingGrosze)} dostawa`}
        {surchargeGrosze > 0 && ` (w tym pobranie ${formatGrosze(surchargeGrosze)})`}
      </p>
      <Button size="lg" busy={busy} onClick={onOrder} className="w-full flex-wrap gap-y-0 leading-tight sm:w-auto">
        <span>Zamawiam z obowiązkiem zapłaty</span>
        {shippingGrosze !== null && <span className="price">{formatGrosze(totalGrosze)}</span>}
      </Button>
    </div>
  )
}
