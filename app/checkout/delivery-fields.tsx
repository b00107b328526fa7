import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { HolidayNotice } from '#app/catalog/delivery-promise.tsx'
import { queryClient, shippingCostsQuery } from '#app/query-client.ts'
import { Alert } from '#app/ui/alert.tsx'
import { RadioCard } from '#app/ui/form/radio-card.tsx'
import { Price } from '#app/ui/price.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { formatGrosze, type Grosze } from '#domain/kernel/amounts/money.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import {
  calculateShippingCost,
  describeCodLimit,
  isDeliveryFree,
  isPayableBy,
  parseShippingMethod,
  type ShippingCosts,
  type ShippingMethod,
} from '#domain/kernel/order-words/shipping-method.ts'
import { describeOnDay, expectDelivery } from '#domain/shipping/delivery-date/delivery-date.ts'
import type { CheckoutForm } from './use-checkout-form.ts'

/** Pause before the first retry of the delivery costs, ms. It doubles up to the maximum, to spare a shop in trouble. */
const COSTS_RETRY_MS = 2000
const COSTS_RETRY_MAX_MS = 30_000

export const COSTS_FAILED = 'Nie udało się załadować kosztów dostawy. Spróbuj ponownie.'

/** The present delivery costs and methods, loaded again each time a checkout opens. */
export function useDeliveryOffer() {
  return useQuery(
    {
      ...shippingCostsQuery,
      refetchInterval: ({ state }) =>
        state.status === 'error'
          ? Math.min(COSTS_RETRY_MS * 2 ** (state.errorUpdateCount - 1), COSTS_RETRY_MAX_MS)
          : false,
    },
    queryClient,
  )
}

/** What decides which methods are offered and at what cost. */
type OrderedGoods = {
  /** The sum of the products, which decides about free delivery. */
  itemsGrosze: Grosze
  /** What a code takes off it. */
  discount: { grosze: Grosze } | null
  /** Whether a code makes the delivery free. */
  isFreed: boolean
}

/**
 * Deselects a method that the order's sum no longer allows. The list of methods says why.
 * @param goods null: the sum is not known yet
 */
export function useAllowedMethod(form: CheckoutForm, goods: OrderedGoods | null): void {
  const { data: offer } = useDeliveryOffer()
  const { shippingMethod: method } = form.values
  const isExcluded = offer !== undefined && method !== null && goods !== null && !isAllowed(offer, method, goods)
  const { change } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once each time that the sum excludes the method
  useEffect(() => {
    if (isExcluded) change({ shippingMethod: null })
  }, [isExcluded])
}

function isAllowed(costs: ShippingCosts, method: ShippingMethod, goods: OrderedGoods): boolean {
  const { itemsGrosze, discount, isFreed } = goods
  const choice = parseShippingMethod(method)
  const shippingGrosze = isFreed ? 0 : calculateShippingCost(costs, choice, itemsGrosze)
  return isPayableBy(costs, choice.payment, itemsGrosze - (discount?.grosze ?? 0) + shippingGrosze)
}

const CARRIERS = { locker: 'Paczkomat InPost', courier: 'Kurier' } as const
const PAYMENTS = [
  { payment: 'prepaid', title: 'Płatność online', note: null },
  { payment: 'cash_on_delivery', title: 'Płatność przy odbiorze', note: 'u kuriera albo w paczkomacie' },
] as const

type DeliveryMethodsProps = {
  form: CheckoutForm
  /** For a checkout whose heading says it already. */
  hideLegend?: boolean
  goods: OrderedGoods
}

/** The methods of delivery and payment with their present costs. */
export function DeliveryMethods({ form, hideLegend, goods }: DeliveryMethodsProps) {
  const { data: offer, isError } = useDeliveryOffer()
  const { shippingMethod: error } = form.errors
  const failed = isError && !offer
  const clock = readWarsawClock(new Date())
  const expected = offer && expectDelivery(offer.dispatch, clock)

  const isChosen = ({ method }: { method: string }) => method === form.values.shippingMethod
  const isGone = !!offer && form.values.shippingMethod !== null && !offer.offered.some(isChosen)
  // The method is remembered from an earlier visit and no longer offered.
  useEffect(() => {
    if (isGone) form.change({ shippingMethod: null })
  }, [isGone, form.change])
  useEffect(() => {
    if (failed) toast({ title: 'Błąd', description: COSTS_FAILED, tone: 'error' })
  }, [failed])

  return (
    <fieldset>
      <legend className={hideLegend ? 'sr-only' : 'mb-2 font-display text-lg'}>Dostawa i płatność</legend>
      {offer && (
        <div className="grid gap-4">
          <HolidayNotice calendar={offer.dispatch} today={clock.day} />
          {PAYMENTS.map(({ payment, title, note }) => {
            const methods = offer.offered.filter(({ method }) => parseShippingMethod(method).payment === payment)
            const allowed = methods.filter(({ method }) => isAllowed(offer, method, goods))
            if (methods.length === 0) return null
            return (
              <div key={payment} className="grid gap-2">
                <p aria-hidden="true" className="text-sm font-semibold">
                  {title}: <span className="text-xs font-normal text-oud">{note ?? offer.payment_means}</span>
                </p>
                {allowed.map(({ method }) => (
                  <RadioCard
                    key={method}
                    name="shippingMethod"
                    value={method}
                    checked={form.values.shippingMethod === method}
                    onChoose={() => form.change({ shippingMethod: method })}
                    title={CARRIERS[parseShippingMethod(method).delivery]}
                    aside={
                      <DeliveryPrice
                        costs={offer}
                        method={method}
                        isFree={goods.isFreed || isDeliveryFree(offer, goods.itemsGrosze)}
                      />
                    }
                    errorId={error && 'shipping-method-error'}
                  >
                    {/* Shown once, above the cards; read by screen readers with each card. */}
                    <span className="sr-only">{title}</span>
                    {expected && (
                      <span className="block text-xs text-oud">zwykle {describeOnDay(expected.arrival)}</span>
                    )}
                  </RadioCard>
                ))}
                {allowed.length < methods.length && (
                  <p className="rounded-xl bg-sand/60 px-4 py-3 text-sm">{describeCodLimit(offer.cod_limit_grosze)}</p>
                )}
              </div>
            )
          })}
        </div>
      )}
      {!offer && !isError && (
        <div className="grid gap-2">
          <Skeleton className="h-14 rounded-xl" />
          <Skeleton className="h-14 rounded-xl" />
          <span className="sr-only">Ładowanie kosztów dostawy</span>
        </div>
      )}
      {failed && <Alert>{COSTS_FAILED}</Alert>}
      {error && (
        <p id="shipping-method-error" className="mt-1 text-xs font-medium text-wine">
          {error}
        </p>
      )}
    </fieldset>
  )
}

type DeliveryPriceProps = { costs: ShippingCosts; method: ShippingMethod; isFree: boolean }

/** The cost of a method; when delivery is free, with the regular cost struck out. */
function DeliveryPrice({ costs, method, isFree }: DeliveryPriceProps) {
  const full = calculateShippingCost(costs, parseShippingMethod(method), null)
  if (!isFree || full === 0) return <Price grosze={full} className="font-semibold" />
  return (
    <span className="flex flex-col items-end leading-tight">
      <span className="font-semibold text-leaf">za darmo</span>
      <s className="price text-xs text-oud">{formatGrosze(full)}</s>
    </span>
  )
}
