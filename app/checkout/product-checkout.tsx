import { useCallback, useEffect, useState } from 'react'
import { useSession } from '#app/account/session.ts'
import { SecondFactorForm } from '#app/account/sign-in/second-factor-form.tsx'
import { readStoredObject, writeStored } from '#app/browser-storage.ts'
import type { CheckoutStep } from '#app/dialogs/dialogs.ts'
import { CompanyFields } from '#app/papers/company-fields.tsx'
import { Button } from '#app/ui/button.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { type CardProduct, UNAVAILABLE } from '#domain/catalog/product.ts'
import { isLockerMethod, labelShippingMethod, parseShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { BuyersAccount, CredentialsFields, GuestNote, hasShortPassword } from './account-block.tsx'
import { ProductLine } from './checkout-product.tsx'
import { Step, StepHeading } from './checkout-step.tsx'
import { DeliveryMethods, useAllowedMethod } from './delivery-fields.tsx'
import { DiscountCodeField, useDiscountCode } from './discount-code.tsx'
import { FreeDelivery } from './free-delivery.tsx'
import { HeldOrderMessage } from './held-order.tsx'
import { KnownGuaranteeNotice } from './known-guarantee-notice.tsx'
import { buildProductOrderBody } from './order-body.ts'
import { OrderConfirmation } from './order-placed.tsx'
import { LimitNotice, OrderButton, OrderSummary, usePromisedGift, useTotals } from './order-summary.tsx'
import { PriceChangeQuestion } from './price-change-question.tsx'
import { RecipientFields } from './recipient-fields.tsx'
import { LeavingToPay } from './unpaid/leave-to-pay.tsx'
import { OwnOrderNotice } from './unpaid/own-order-notice.tsx'
import { type CheckoutValues, findBuyer, useCheckoutForm, useOrderOnceFilled } from './use-checkout-form.ts'
import { useOrdering } from './use-ordering.ts'

type ProductCheckoutProps = {
  product: CardProduct
  /** The present step; absent until the first step is left. */
  step: CheckoutStep | undefined
  /** Opens another step, in a further history entry. */
  onStep: (step: CheckoutStep) => void
  onBack: (steps?: number) => void
  onClose: () => void
}

const STEPS = ['account', 'method', 'recipient'] as const

/**
 * Orders one product in three steps, or in the last two when somebody is signed in. A buyer whose earlier orders fill
 * in everything can order at the delivery step. The checkout starts over each time it is opened; a reload keeps
 * everything except the password. Calls `onClose` after the order.
 */
export default function ProductCheckout({ product, step, onStep, onBack, onClose }: ProductCheckoutProps) {
  const session = useSession()
  const kept = useKeptOverReload(product.slug)
  const form = useCheckoutForm({ session, dialog: 'product', fresh: !kept.isReloaded })
  /** Two steps for a user who was signed in when it opened, three for a guest. */
  const [of, setOf] = useState(step?.of ?? null)
  const number = step?.number ?? 1
  const place = of === null ? undefined : STEPS.at(number - 1 - of)
  const [quantity, setQuantity] = useState(kept.quantity)
  const [price, setPrice] = useState(product.current_price_cents)
  /** Pieces left, as far as known; null: no limit. */
  const [left, setLeft] = useState(product.out_of_stock ? 0 : product.pieces_left)
  const [isGone, setGone] = useState(false)
  const { shippingMethod: method } = form.values
  const discount = useDiscountCode(
    [{ id: product.id, name: product.name, quantity, priceGrosze: price }],
    form.values.email,
  )
  const totals = useTotals(price * quantity, method, discount.applied)
  useAllowedMethod(form, discount.isAwaited ? null : totals)
  const gift = usePromisedGift([{ gender: product.gender, quantity }], totals.itemsGrosze)
  const buyer = findBuyer(session)
  const ordering = useOrdering({
    dialog: 'product',
    form,
    buyer,
    isGuest: session.user === null,
    bodyOf: buildProductOrderBody,
    onCodeAccepted: leaveAccount,
    onShort([shortage], message) {
      // The message that replaces the form says so.
      if (shortage?.left === undefined) return setGone(true)
      setLeft(shortage.left)
      if (shortage.left > 0) setQuantity(Math.min(quantity, shortage.left))
      toast({ title: 'Błąd zamówienia', description: message, tone: 'error' })
    },
    onCodeRefused: discount.forget,
    onNewPrices: (change) => setPrice(change.items[0]?.newPriceGrosze ?? price),
  })

  if (of === null && session.status === 'known') setOf(buyer ? 2 : 3)

  const { keep } = kept
  useEffect(() => keep(quantity), [keep, quantity])

  // Signing out, in any tab, empties the form, so the method has to be chosen again.
  const backBy = ordering.placed || ordering.held ? number - 1 : place === 'recipient' && !method ? 1 : 0
  // Removes the history entries of steps that are over or cannot be shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each reason; the history entry changes later
  useEffect(() => {
    if (backBy > 0) onBack(backBy)
  }, [backBy > 0])

  function goOn() {
    if (of !== null) onStep({ number: number + 1, of })
  }

  /** The session can end at any step; signing in again returns to that step. */
  function leaveAccount() {
    if (place === 'account') goOn()
  }

  function order() {
    if (discount.checkFirst()) return
    const { id, name, brand, image_url } = product
    const item = { id, name, brand_name: brand.name, image_url, quantity, priceGrosze: price }
    void ordering.order({ items: [item], shippingGrosze: totals.shippingGrosze, code: discount.applied })
  }

  const ordered = useOrderOnceFilled(form.isFilling, order)

  if (ordering.placed) return <OrderConfirmation {...ordering.placed} onClose={onClose} />
  if (ordering.held) return <HeldOrderMessage held={ordering.held} onClose={onClose} />
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
      <PriceChangeQuestion
        change={ordering.offer}
        method={method}
        surchargeGrosze={totals.surchargeGrosze}
        busy={form.busy}
        onAccept={ordering.acceptOffer}
        onBack={ordering.declineOffer}
      />
    )
  }
  if (place === undefined || session.status === 'unknown') return <Skeleton className="m-6 h-72 rounded-xl" />

  const current = buyer ? place : 'account'
  const steps = of === 2 && buyer ? 2 : 3
  const progress = `Krok ${{ account: 1, method: steps - 1, recipient: steps }[current]} z ${steps}`

  const isComplete = steps === 2 && form.isKnown && method !== null && form.schema.safeParse(form.values).success
  const lastPart = (
    <>
      <CompanyFields form={form} />
      <DiscountCodeField discount={discount} />
      <OrderSummary totals={totals} gift={gift} />
      <KnownGuaranteeNotice small />
      <LimitNotice message={ordering.limit} onClose={ordering.closeLimit} />
      <OwnOrderNotice order={ordering.ownOrder} busy={form.busy} onGiveUp={ordering.giveUpOwnOrder} />
      <OrderButton totals={totals} busy={form.busy || ordered.isWaiting} onOrder={ordered.press} />
    </>
  )

  return (
    <div ref={form.ref} className="relative grid grid-cols-1 gap-6 px-5 pt-4 pb-7 sm:px-7">
      <ProductLine
        product={product}
        price={price}
        quantity={quantity}
        gift={gift}
        max={left ?? undefined}
        onQuantity={form.busy ? undefined : setQuantity}
      />
      <FreeDelivery itemsGrosze={totals.itemsGrosze} isFreed={totals.isFreed} />
      {current === 'account' && ordering.codeRequired && (
        <div className="grid gap-4">
          <StepHeading title="Twoje konto" progress={progress} />
          <SecondFactorForm onSuccess={ordering.codeAccepted} onCancel={ordering.codeCancelled} />
        </div>
      )}
      {current === 'account' && !ordering.codeRequired && (
        <Step
          key="account"
          title="Twój e-mail"
          progress={progress}
          busy={form.busy}
          disabled={!buyer && hasShortPassword(form)}
          onNext={async () => {
            if (buyer || (await ordering.signIn())) leaveAccount()
          }}
        >
          {buyer ? (
            <BuyersAccount session={session} />
          ) : (
            <>
              <GuestNote />
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
          // A user who was signed in from the start has no earlier step.
          onBack={steps === 3 ? () => onBack() : undefined}
          onNext={() => {
            if (form.validate(form.schema.pick({ shippingMethod: true }))) goOn()
          }}
          footer={
            isComplete ? (
              <div className="grid grid-cols-1 gap-6">
                <KnownRecipient values={form.values} />
                {lastPart}
              </div>
            ) : undefined
          }
        >
          {steps === 2 && buyer && <BuyersAccount session={session} />}
          <DeliveryMethods form={form} hideLegend goods={totals} />
        </Step>
      )}
      {current === 'recipient' && method && (
        <div className="grid grid-cols-1 gap-6">
          <StepHeading title="Odbiorca i adres" progress={progress} />
          <p className="-mt-3 text-sm">{labelShippingMethod(method)}</p>
          <RecipientFields form={form} delivery={parseShippingMethod(method).delivery} />
          {lastPart}
          <Button variant="secondary" disabled={form.busy} onClick={() => onBack()}>
            Wstecz
          </Button>
        </div>
      )}
    </div>
  )
}

/** Recipient and destination from earlier orders, with a button to the next step to change them. */
function KnownRecipient({ values }: { values: CheckoutValues }) {
  const { firstName, lastName, phone, selectedLocker, street, houseNumber, postalCode, city } = values
  const address = `${street} ${houseNumber}, ${postalCode} ${city}`
  const isLocker = values.shippingMethod !== null && isLockerMethod(values.shippingMethod)
  return (
    <section
      aria-label="Odbiorca i adres"
      className="flex items-center justify-between gap-3 rounded-xl border border-night/20 bg-white py-2 pr-1 pl-4"
    >
      <p className="min-w-0 text-sm wrap-anywhere">
        <span className="block font-semibold">{`${firstName} ${lastName}, ${phone}`}</span>
        <span className="block">
          {isLocker && selectedLocker ? `${selectedLocker.name}, ${selectedLocker.address}` : address}
        </span>
      </p>
      <Button type="submit" variant="quiet" aria-label="Zmień odbiorcę lub adres">
        <span className="underline">Zmień</span>
      </Button>
    </section>
  )
}

/** Keeps across a reload that this product's checkout was open, and its quantity. */
function useKeptOverReload(slug: string) {
  const [kept] = useState(() => {
    const stored = readStoredObject('product_checkout')
    const isReloaded = stored?.slug === slug
    return { isReloaded, quantity: isReloaded && typeof stored.quantity === 'number' ? stored.quantity : 1 }
  })
  useEffect(() => () => void writeStored('product_checkout', null), [])
  const keep = useCallback(
    (quantity: number) => void writeStored('product_checkout', JSON.stringify({ slug, quantity })),
    [slug],
  )
  return { ...kept, keep }
}
