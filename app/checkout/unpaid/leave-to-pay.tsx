import { useState } from 'react'
import { buttonClass } from '#app/ui/button.tsx'
import { toast } from '#app/ui/toast.ts'
import type { BegunPayment } from './unpaid-order-store.ts'
import { checkUnpaidOrders } from './unpaid-orders.ts'

/** How long the toast can be read before the payment page opens, ms. */
const READ_MS = 500
/** If the payment page has not opened within this time, the buyer may have cancelled loading it, ms. */
const LEFT_WITHIN_MS = 20_000

/**
 * Leads to the payment page. `leave` resolves when the buyer is back, by Back to the cached page or because the payment
 * page did not open.
 */
export function useLeavingToPay() {
  const [leavingTo, setLeavingTo] = useState<string | null>(null)
  return {
    /** The address of the payment page that is being opened. */
    leavingTo,
    /** @param hold stores the unpaid order just before the browser leaves */
    async leave(payment: BegunPayment, hold: (payment: BegunPayment) => void): Promise<void> {
      toast({
        title: 'Przechodzimy do płatności',
        description: 'Za chwilę otworzy się bezpieczna strona operatora płatności.',
        urgent: true,
      })
      setLeavingTo(payment.url)
      await new Promise((resolve) => setTimeout(resolve, READ_MS))
      hold(payment)
      window.location.assign(payment.url)
      await backHere()
      await checkUnpaidOrders()
      setLeavingTo(null)
    },
  }
}

function backHere(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, LEFT_WITHIN_MS)
    window.addEventListener('pageshow', () => resolve(), { once: true })
  })
}

/** Replaces the form while the payment page is loading, which a slow connection makes visible. */
export function LeavingToPay({ url, isAddition = false }: { url: string; isAddition?: boolean }) {
  return (
    <section className="grid justify-items-center gap-3 px-6 py-16 text-center">
      <span
        aria-hidden="true"
        className="size-10 animate-spin rounded-full border-3 border-gold border-t-transparent motion-reduce:animate-none"
      />
      <h3 className="font-display text-2xl">Otwieramy stronę płatności</h3>
      <p role="status" className="max-w-sm text-sm">
        {`${isAddition ? '' : 'Zamówienie czeka na płatność 30 minut. '}Jeśli strona operatora się nie otwiera, użyj przycisku.`}
      </p>
      <a href={url} className={buttonClass('secondary', 'md', 'mt-2')}>
        Przejdź do płatności
      </a>
    </section>
  )
}
