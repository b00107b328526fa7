import { useState } from 'react'
import { useSession } from '#app/account/session.ts'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { Price } from '#app/ui/price.tsx'
import { QuantityStepper } from '#app/ui/quantity-stepper.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import type { CardProduct } from '#domain/catalog/product.ts'
import type { Grosze } from '#domain/money.ts'
import { AccountStep, MethodStep, RecipientStep } from './checkout-steps.tsx'
import { OrderConfirmation } from './order-confirmation.tsx'
import { useTotals } from './order-summary.tsx'
import { PriceChangeNotice } from './price-change-notice.tsx'
import { productOrderBody } from './submit-order.ts'
import { useCheckoutForm } from './use-checkout-form.ts'
import { useOrdering } from './use-ordering.ts'
import { methodProblems } from './validate-form.ts'

type ProductCheckoutProps = { product: CardProduct; onClose: () => void }

/**
 * Buying one product at once, in three steps (spec 1 §4); who is signed in has only the last two. Starts over each
 * time it is mounted. Closes itself through `onClose` after the order.
 */
export default function ProductCheckout({ product, onClose }: ProductCheckoutProps) {
  const session = useSession()
  const form = useCheckoutForm(session, { fresh: true })
  const [step, setStep] = useState<'account' | 'method' | 'recipient'>('account')
  /** Who was signed in when this opened has two steps; a guest keeps all three. */
  const [startedAs, setStartedAs] = useState<'guest' | 'customer' | null>(null)
  const [quantity, setQuantity] = useState(1)
  const [price, setPrice] = useState(product.current_price_cents)
  /** Pieces that can be had, once the shop has said so; null while it has not. */
  const [left, setLeft] = useState(product.out_of_stock ? 0 : product.pieces_left)
  const totals = useTotals(price * quantity, form.draft.shippingMethod)
  const ordering = useOrdering({
    dialog: 'product',
    form,
    user: session.user,
    bodyOf: productOrderBody,
    onShort([shortage], message) {
      const pieces = shortage?.left ?? 0
      setLeft(pieces)
      if (pieces > 0) setQuantity(Math.min(quantity, pieces))
      toast({ title: 'Błąd zamówienia', description: message, tone: 'error' })
    },
    onNewPrices: (change) => setPrice(change.items[0]?.newPriceGrosze ?? price),
    onClose,
  })

  if (startedAs === null && session.status === 'known') {
    setStartedAs(session.user ? 'customer' : 'guest')
    setStep(session.user ? 'method' : 'account')
  }

  async function leaveAccount() {
    const findSignedInUser = session.user !== null || (await ordering.signIn())
    if (findSignedInUser && step === 'account') setStep('method')
  }

  function order() {
    const { id, name, brand } = product
    const item = { id, name, brand_name: brand.name, quantity, priceGrosze: price }
    void ordering.order({ items: [item], shippingGrosze: totals.shippingGrosze })
  }

  if (ordering.placed) return <OrderConfirmation {...ordering.placed} />
  if (left === 0) return <p className="px-6 py-16 text-center font-display text-2xl">Produkt wyprzedany</p>
  if (ordering.offer) {
    return (
      <PriceChangeNotice
        change={ordering.offer}
        surchargeGrosze={totals.surchargeGrosze}
        busy={ordering.busy}
        onAccept={ordering.acceptOffer}
        onBack={ordering.declineOffer}
      />
    )
  }
  if (startedAs === null) return <Skeleton className="m-6 h-72 rounded-xl" />

  // The session can end at any step; signing in again leads back to where the buyer was.
  const current = session.user ? step : 'account'
  const steps = startedAs === 'customer' && session.user ? 2 : 3
  const number = { account: 1, method: steps - 1, recipient: steps }[current]
  const progress = `Krok ${number} z ${steps}`

  return (
    <div ref={form.root} className="relative grid grid-cols-1 gap-6 px-5 pt-4 pb-7 sm:px-7">
      <ProductLine
        product={product}
        price={price}
        quantity={quantity}
        max={left ?? undefined}
        onQuantity={ordering.busy ? undefined : setQuantity}
      />
      {current === 'account' && (
        <AccountStep form={form} session={session} progress={progress} busy={ordering.busy} onNext={leaveAccount} />
      )}
      {current === 'method' && (
        <MethodStep
          form={form}
          progress={progress}
          onBack={steps === 3 ? () => setStep('account') : undefined}
          onNext={() => {
            const problems = methodProblems(form, 'product')
            if (problems) form.show(problems)
            else setStep('recipient')
          }}
        />
      )}
      {current === 'recipient' && form.draft.shippingMethod && (
        <RecipientStep
          form={form}
          method={form.draft.shippingMethod}
          progress={progress}
          totals={totals}
          busy={ordering.busy}
          onBack={() => setStep('method')}
          onOrder={order}
        />
      )}
    </div>
  )
}

type ProductLineProps = {
  product: CardProduct
  price: Grosze
  quantity: number
  max?: number
  /** Absent while the order is on its way. */
  onQuantity?: (quantity: number) => void
}

/** What is being bought, and how many. */
export function ProductLine({ product, price, quantity, max, onQuantity }: ProductLineProps) {
  return (
    <section aria-label="Zamawiany produkt" className="flex items-center gap-4 rounded-xl bg-sand/60 p-3">
      <ProductPicture imageKey={product.image_key} alt="" sizes="4rem" className="w-16! shrink-0 rounded-lg" />
      <div className="min-w-0 flex-1">
        <p className="text-xs text-oud">{product.brand.name}</p>
        <p className="font-display text-lg leading-snug wrap-anywhere">{product.name}</p>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-2">
          <QuantityStepper
            name={product.name}
            quantity={quantity}
            max={max}
            disabled={!onQuantity}
            onChange={(next) => onQuantity?.(next)}
          />
          <Price grosze={price * quantity} className="font-semibold" />
        </div>
      </div>
    </section>
  )
}
