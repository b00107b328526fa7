import { Button } from '#app/ui/button.tsx'
import type { ShippingMethod } from '#domain/shipping/shipping-method.ts'
import { OrderButton } from './order-button.tsx'
import { OrderSummary, type Totals } from './order-summary.tsx'
import { RecipientFields } from './recipient-fields.tsx'
import { StepHeading } from './step-heading.tsx'
import type { CheckoutForm } from './use-checkout-form.ts'

type RecipientStepProps = {
  form: CheckoutForm
  method: ShippingMethod
  progress: string
  totals: Totals
  busy: boolean
  onBack: () => void
  onOrder: () => void
}

/** Step 3: recipient, address or locker, and the order. */
export function RecipientStep({ form, method, progress, totals, busy, onBack, onOrder }: RecipientStepProps) {
  return (
    <div className="grid grid-cols-1 gap-6">
      <StepHeading title="Odbiorca i adres" progress={progress} />
      <RecipientFields form={form} method={method} />
      <OrderSummary totals={totals} />
      <OrderButton totals={totals} busy={busy} onOrder={onOrder} />
      <Button variant="secondary" disabled={busy} onClick={onBack}>
        Wstecz
      </Button>
    </div>
  )
}
