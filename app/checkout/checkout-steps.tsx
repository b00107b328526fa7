import { useEffect, useRef } from 'react'
import type { Session } from '#app/account/session.ts'
import { Button } from '#app/ui/button.tsx'
import type { ShippingMethod } from '#domain/shipping/shipping-method.ts'
import { CredentialsFields, SignedInAccount } from './account-fields.tsx'
import { DeliveryMethods } from './delivery-methods.tsx'
import { OrderButton, OrderSummary, type Totals } from './order-summary.tsx'
import { RecipientFields } from './recipient-fields.tsx'
import type { CheckoutForm } from './use-checkout-form.ts'

type AccountStepProps = {
  form: CheckoutForm
  session: Session
  progress: string
  busy: boolean
  onNext: () => void
}

/** Step 1: e-mail, password and terms; back here after signing in, the account. */
export function AccountStep({ form, session, progress, busy, onNext }: AccountStepProps) {
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onNext()
      }}
    >
      <StepHeading title="Twoje konto" progress={progress} />
      {session.user ? (
        <SignedInAccount email={session.user.email} />
      ) : (
        <>
          <p className="text-sm text-oud">Masz konto? Zalogujemy Cię. Nie masz? Założymy je z tym hasłem.</p>
          <CredentialsFields form={form} />
        </>
      )}
      <Button type="submit" size="lg" busy={busy}>
        Dalej
      </Button>
    </form>
  )
}

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

/** Says where in the checkout one is, and takes the focus there when the step changes. */
export function StepHeading({ title, progress }: { title: string; progress: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h3 ref={heading} tabIndex={-1} className="outline-none">
      <span className="block text-xs font-semibold tracking-wide text-oud">{progress}</span>{' '}
      <span className="block font-display text-xl">{title}</span>
    </h3>
  )
}
