import { useEffect } from 'react'
import { Price } from '#app/ui/price.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { parseShippingMethod, type ShippingMethod, shippingCost } from '#domain/shipping/shipping-method.ts'
import { useDeliveryOffer } from './checkout-queries.ts'
import type { CheckoutForm } from './use-checkout-form.ts'

const METHOD_NAMES: Record<ShippingMethod, { carrier: string; payment: string }> = {
  cash_on_delivery_locker: { carrier: 'Paczkomat InPost', payment: 'Płatność przy odbiorze' },
  cash_on_delivery_courier: { carrier: 'Kurier', payment: 'Płatność przy odbiorze' },
  prepaid_locker: { carrier: 'Paczkomat InPost', payment: 'Płatność z góry' },
  prepaid_courier: { carrier: 'Kurier', payment: 'Płatność z góry' },
}

/** spec 1 §8 */
export const COSTS_FAILED = 'Nie udało się załadować kosztów dostawy. Spróbuj ponownie.'

/** The ways a parcel can come and be paid for, with what each costs now. */
export function DeliveryMethods({ form, legend }: { form: CheckoutForm; legend: string }) {
  const { data: offer, isError } = useDeliveryOffer()
  const { shippingMethod: error } = form.errors
  const failed = isError && !offer

  useEffect(() => {
    if (failed) toast({ title: 'Błąd', description: COSTS_FAILED, tone: 'error' })
  }, [failed])

  return (
    <fieldset>
      <legend className="mb-2 font-display text-lg">{legend}</legend>
      {offer && (
        <div className="grid gap-2">
          {offer.offered.map(({ method }) => (
            <label
              key={method}
              className="flex min-h-14 items-center gap-3 rounded-xl border border-night/30 bg-white px-4 py-2.5 has-checked:border-2 has-checked:border-night has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-gold"
            >
              <input
                type="radio"
                name="shippingMethod"
                value={method}
                checked={form.draft.shippingMethod === method}
                onChange={() => form.change({ shippingMethod: method })}
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? 'shipping-method-error' : undefined}
                className="size-5 shrink-0 accent-night outline-none"
              />
              <span className="min-w-0 flex-1">
                <span className="block font-medium">{METHOD_NAMES[method].carrier}</span>
                <span className="block text-xs text-oud">{METHOD_NAMES[method].payment}</span>
              </span>
              <Price grosze={shippingCost(offer, parseShippingMethod(method))} className="font-semibold" />
            </label>
          ))}
        </div>
      )}
      {!offer && !isError && (
        <div className="grid gap-2">
          <Skeleton className="h-14 rounded-xl" />
          <Skeleton className="h-14 rounded-xl" />
          <span className="sr-only">Ładowanie kosztów dostawy</span>
        </div>
      )}
      {failed && (
        <p role="alert" className="rounded-xl bg-wine-tint px-4 py-3 text-sm text-wine">
          {COSTS_FAILED}
        </p>
      )}
      {error && (
        <p id="shipping-method-error" className="mt-1 text-xs font-medium text-wine">
          {error}
        </p>
      )}
    </fieldset>
  )
}
