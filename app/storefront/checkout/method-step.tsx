import { Button } from '#app/ui/button.tsx'
import { DeliveryMethods } from './delivery-methods.tsx'
import { StepHeading } from './step-heading.tsx'
import type { CheckoutForm } from './use-checkout-form.ts'

type MethodStepProps = { form: CheckoutForm; progress: string; onBack?: () => void; onNext: () => void }

/** Step 2: how the parcel comes and is paid for. No way back for who was signed in from the start. */
export function MethodStep({ form, progress, onBack, onNext }: MethodStepProps) {
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        onNext()
      }}
    >
      <StepHeading title="Dostawa i płatność" progress={progress} />
      <DeliveryMethods form={form} legend="Metoda przesyłki" />
      <div className="flex gap-3">
        {onBack && (
          <Button variant="secondary" size="lg" onClick={onBack}>
            Wstecz
          </Button>
        )}
        <Button type="submit" size="lg" className="flex-1">
          Dalej
        </Button>
      </div>
    </form>
  )
}
