import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { SecondFactorForm } from '#app/account/second-factor-form.tsx'
import { useSession } from '#app/account/session.ts'
import { Button } from '#app/ui/button.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { type CardProduct, UNAVAILABLE } from '#domain/catalog/product.ts'
import { labelShippingMethod } from '#domain/shipping/shipping-method.ts'
import { CredentialsFields, GUEST_NOTE, SignedInAccount } from './account-block.tsx'
import { DeliveryMethods, RecipientFields } from './delivery-fields.tsx'
import { FreeDelivery } from './free-delivery.tsx'
import { HeldOrderNotice } from './held-order-notice.tsx'
import { LeavingToPay } from './leave-to-pay.tsx'
import { buildProductOrderBody } from './order-body.ts'
import { OrderConfirmation } from './order-confirmation.tsx'
import { LimitNotice, OrderButton, OrderSummary, PriceChangeNotice, useTotals } from './order-summary.tsx'
import { ProductLine } from './product-line.tsx'
import { useCheckoutForm } from './use-checkout-form.ts'
import { useOrdering } from './use-ordering.ts'

type ProductCheckoutProps = { product: CardProduct; onClose: () => void }

/**
 * Buying one product at once, in three steps; who is signed in has only the last two. Starts over each time it is mounted.
 * Closes itself through `onClose` after the order.
 */
export default function ProductCheckout({ product, onClose }: ProductCheckoutProps) {
  const session = useSession()
  const form = useCheckoutForm({ session, dialog: 'product', fresh: true })
  const [step, setStep] = useState<'account' | 'method' | 'recipient'>('account')
  /** Who was signed in when this opened has two steps; a guest has all three. */
  const [startedAs, setStartedAs] = useState<'guest' | 'customer' | null>(null)
  const [quantity, setQuantity] = useState(1)
  const [price, setPrice] = useState(product.current_price_cents)
  /** Pieces that are left, as far as known: null is any number. */
  const [left, setLeft] = useState(product.out_of_stock ? 0 : product.pieces_left)
  const [isGone, setGone] = useState(false)
  const { shippingMethod: method } = form.values
  const totals = useTotals(price * quantity, method)
  const ordering = useOrdering({
    dialog: 'product',
    form,
    user: session.user,
    bodyOf: buildProductOrderBody,
    onCodeAccepted: leaveAccount,
    onShort([shortage], message) {
      // What takes the place of the form says it.
      if (shortage?.left === undefined) return setGone(true)
      setLeft(shortage.left)
      if (shortage.left > 0) setQuantity(Math.min(quantity, shortage.left))
      toast({ title: 'Błąd zamówienia', description: message, tone: 'error' })
    },
    onNewPrices: (change) => setPrice(change.items[0]?.newPriceGrosze ?? price),
  })

  if (startedAs === null && session.status === 'known') {
    setStartedAs(session.user ? 'customer' : 'guest')
    setStep(session.user ? 'method' : 'account')
  }

  // Whoever ordered before sees everything at once, and can still go back to the methods.
  const [isLed, setLed] = useState(false)
  if (form.isKnown && !isLed && startedAs === 'customer' && step === 'method') {
    setLed(true)
    setStep('recipient')
  }

  // Signing out, here or in another tab, empties the form: the method has to be chosen again.
  if (step === 'recipient' && !method) setStep('method')

  /** The session can end at any step; signing in again leads back to where the buyer was. */
  function leaveAccount() {
    if (step === 'account') setStep('method')
  }

  function order() {
    const { id, name, brand, image_url } = product
    const item = { id, name, brand_name: brand.name, image_url, quantity, priceGrosze: price }
    void ordering.order({ items: [item], shippingGrosze: totals.shippingGrosze })
  }

  if (ordering.placed) return <OrderConfirmation {...ordering.placed} onClose={onClose} />
  if (ordering.held) return <HeldOrderNotice held={ordering.held} onClose={onClose} />
  if (ordering.leavingTo !== null) return <LeavingToPay url={ordering.leavingTo} />
  if (isGone || left === 0) {
    return (
      <div className="grid justify-items-center gap-5 px-6 py-14 text-center">
        <p role="status" className="font-display text-2xl">
          {isGone ? UNAVAILABLE.gone : UNAVAILABLE.sold_out}
        </p>
        <Button variant="secondary" onClick={onClose}>
          Kontynuuj zakupy
        </Button>
      </div>
    )
  }
  if (ordering.offer) {
    return (
      <PriceChangeNotice
        change={ordering.offer}
        method={method}
        surchargeGrosze={totals.surchargeGrosze}
        busy={form.busy}
        onAccept={ordering.acceptOffer}
        onBack={ordering.declineOffer}
      />
    )
  }
  if (startedAs === null) return <Skeleton className="m-6 h-72 rounded-xl" />

  const current = session.user ? step : 'account'
  const steps = startedAs === 'customer' && session.user ? 2 : 3
  const number = { account: 1, method: steps - 1, recipient: steps }[current]
  const progress = `Krok ${number} z ${steps}`

  return (
    <div ref={form.ref} className="relative grid grid-cols-1 gap-6 px-5 pt-4 pb-7 sm:px-7">
      <ProductLine
        product={product}
        price={price}
        quantity={quantity}
        max={left ?? undefined}
        onQuantity={form.busy ? undefined : setQuantity}
      />
      <FreeDelivery itemsGrosze={totals.itemsGrosze} />
      {current === 'account' && ordering.codeRequired && (
        <div className="grid gap-4">
          <StepHeading title="Twoje konto" progress={progress} />
          <SecondFactorForm onSuccess={ordering.codeAccepted} onCancel={ordering.codeCancelled} />
        </div>
      )}
      {current === 'account' && !ordering.codeRequired && (
        <Step
          key="account"
          title="Twoje konto"
          progress={progress}
          busy={form.busy}
          onNext={async () => {
            if (session.user || (await ordering.signIn())) leaveAccount()
          }}
        >
          {session.user ? (
            <SignedInAccount user={session.user} />
          ) : (
            <>
              <p className="text-sm text-oud">{GUEST_NOTE}</p>
              <CredentialsFields form={form} />
            </>
          )}
        </Step>
      )}
      {current === 'method' && (
        <Step
          key="method"
          title="Dostawa i płatność"
          progress={progress}
          // No way back for who was signed in from the start.
          onBack={steps === 3 ? () => setStep('account') : undefined}
          onNext={() => {
            if (form.validate(form.schema.pick({ shippingMethod: true }))) setStep('recipient')
          }}
        >
          {steps === 2 && session.user && <SignedInAccount user={session.user} />}
          <DeliveryMethods form={form} legend="Metoda przesyłki" itemsGrosze={totals.itemsGrosze} />
        </Step>
      )}
      {current === 'recipient' && method && (
        <div className="grid grid-cols-1 gap-6">
          <StepHeading title="Odbiorca i adres" progress={progress} />
          <p className="-mt-3 text-sm">{labelShippingMethod(method)}</p>
          <RecipientFields form={form} method={method} />
          <OrderSummary totals={totals} />
          <LimitNotice message={ordering.limit} onClose={ordering.closeLimit} />
          <OrderButton totals={totals} busy={form.busy} onOrder={order} />
          <Button variant="secondary" disabled={form.busy} onClick={() => setStep('method')}>
            Wstecz
          </Button>
        </div>
      )}
    </div>
  )
}

type StepProps = {
  title: string
  progress: string
  busy?: boolean
  onBack?: () => void
  onNext: () => void
  children: ReactNode
}

/** One step of the way to the order. */
function Step({ title, progress, busy, onBack, onNext, children }: StepProps) {
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        onNext()
      }}
    >
      <StepHeading title={title} progress={progress} />
      {children}
      <div className="flex gap-3">
        {onBack && (
          <Button variant="secondary" size="lg" onClick={onBack}>
            Wstecz
          </Button>
        )}
        <Button type="submit" size="lg" busy={busy} className="flex-1">
          Dalej
        </Button>
      </div>
    </form>
  )
}

/** Names the place in the checkout, and takes the focus there when the step changes. */
function StepHeading({ title, progress }: { title: string; progress: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h3 ref={heading} tabIndex={-1} className="outline-none">
      <span className="block text-xs font-semibold tracking-wide text-oud">{progress}</span>{' '}
      <span className="block font-display text-xl">{title}</span>
    </h3>
  )
}
