import { ShoppingBag } from 'lucide-react'
import { useDeferredValue, useEffect, useRef } from 'react'
import { useSession } from '#app/account/session.ts'
import { clearCart, currentCart, setPrice, useCart } from '#app/cart/cart-store.ts'
import { UnpaidMessage } from '#app/checkout/unpaid/unpaid-message.tsx'
import { EmptyDialog } from '#app/dialogs/empty-dialog.tsx'
import { CompanyFields } from '#app/papers/company-fields.tsx'
import { queryClient } from '#app/query-client.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { toast } from '#app/ui/toast.ts'
import { ToastPlace } from '#app/ui/toast-place.tsx'
import { sumCart } from '#domain/cart/cart.ts'
import { CHECKOUT_TEXTS } from '#domain/checkout/checkout-form.ts'
import { groszeToZl } from '#domain/kernel/amounts/money.ts'
import { isLockerMethod, labelShippingMethod, parseShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { AccountBlock } from './account-block.tsx'
import { CartLines, useCartCheck } from './cart-items.tsx'
import { DeliveryMethods, useAllowedMethod } from './delivery-fields.tsx'
import { DiscountCodeField, useDiscountCode } from './discount-code.tsx'
import { FreeDelivery } from './free-delivery.tsx'
import { HeldOrderMessage } from './held-order.tsx'
import { KnownGuaranteeNotice } from './known-guarantee-notice.tsx'
import { buildCartOrderBody, toOrderItems } from './order-body.ts'
import { OrderConfirmation } from './order-placed.tsx'
import { LimitNotice, OrderBar, OrderSummary, usePromisedGift, useTotals } from './order-summary.tsx'
import { PriceChangeQuestion } from './price-change-question.tsx'
import { RecipientFields } from './recipient-fields.tsx'
import { LeavingToPay } from './unpaid/leave-to-pay.tsx'
import { OwnOrderNotice, useHoldingOrder } from './unpaid/own-order-notice.tsx'
import { freeOwnPieces, giveUpOrder } from './unpaid/unpaid-orders.ts'
import { type CheckoutValues, findBuyer, useCheckoutForm, useOrderOnceFilled } from './use-checkout-form.ts'
import { useOrdering } from './use-ordering.ts'

/** Cart and checkout in one dialog. Each opening resets it, except for what was typed. */
export default function CartDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  // The dialog is painted before its content, so that a slow phone answers a press at once.
  const isFramed = useDeferredValue(true, false)
  return (
    <Dialog open={open} onClose={onClose} title="Koszyk" size="xl">
      {isFramed ? <CartCheckout onClose={onClose} /> : <Skeleton className="m-5 h-72 rounded-2xl sm:m-7" />}
    </Dialog>
  )
}

/** Products, account, delivery, recipient, sum and button on one page. */
function CartCheckout({ onClose }: { onClose: () => void }) {
  const cart = useCart()
  const session = useSession()
  const form = useCheckoutForm({ session, dialog: 'cart' })
  const check = useCartCheck(cart)
  const payable = cart.filter((item) => !['gone', 'sold_out'].includes(check.notesOf(item).block?.reason ?? ''))
  const method = form.values.shippingMethod
  // A sample that its bottle brings costs nothing, and the order gets it with the bottle.
  const charged = payable.filter((item) => !check.isFree(item))
  const discount = useDiscountCode(toOrderItems(charged), form.values.email)
  const totals = useTotals(sumCart(charged), method, discount.applied)
  useAllowedMethod(form, discount.isAwaited ? null : totals)
  const gift = usePromisedGift(charged, totals.itemsGrosze)
  const lines = useRef<HTMLElement>(null)
  const orderButton = useRef<HTMLButtonElement>(null)
  const ordering = useOrdering({
    dialog: 'cart',
    form,
    buyer: findBuyer(session),
    isGuest: session.user === null,
    bodyOf: buildCartOrderBody,
    orderedCart: currentCart,
    onCodeAccepted: ({ ordering }) => ordering && orderButton.current?.focus(),
    onPlaced: () => clearCart({ silent: true }),
    onShort(products, message) {
      check.refuse(products)
      toast({ title: 'Błąd zamówienia', description: message, tone: 'error' })
      showLines(lines.current)
    },
    onCodeRefused: discount.forget,
    onNewPrices(change) {
      for (const { id, newPriceGrosze } of change.items) setPrice(id, groszeToZl(newPriceGrosze))
    },
  })

  const missing = cart.flatMap((item) => (check.notesOf(item).block ? item.id : [])).join()
  useEffect(() => {
    if (missing === '') return
    void freeOwnPieces(missing.split(',')).then((isFreed) => {
      if (isFreed) void queryClient.invalidateQueries({ queryKey: ['cart'] })
    })
  }, [missing])
  const holding = useHoldingOrder(missing === '' ? [] : missing.split(','), session.user !== null)

  const freeHolding = () =>
    form.run(async () => {
      if (holding && (await giveUpOrder(holding.orderId))) await queryClient.invalidateQueries({ queryKey: ['cart'] })
    })

  function order() {
    // Another tab may have just ordered or emptied the cart.
    if (currentCart().length === 0) {
      toast({ title: CHECKOUT_TEXTS.cart.emptyCart, tone: 'error' })
    } else if (cart.some((item) => check.notesOf(item).block)) {
      toast({
        title: 'Błąd zamówienia',
        description: 'Nie wszystkie produkty są dostępne. Usuń je z koszyka albo zmniejsz ilość.',
        tone: 'error',
      })
      showLines(lines.current)
    } else if (!discount.checkFirst()) {
      // The cart on the screen with its sum, without what another tab has added since.
      const { shippingGrosze } = totals
      const items = toOrderItems(cart.filter((item) => !check.isFree(item)))
      void ordering.order({ items, shippingGrosze, code: discount.applied })
    }
  }

  const ordered = useOrderOnceFilled(form.isFilling, order)

  if (ordering.placed) return <OrderConfirmation {...ordering.placed} onClose={onClose} />
  if (ordering.held) return <HeldOrderMessage held={ordering.held} onClose={onClose} />
  if (ordering.leavingTo !== null) return <LeavingToPay url={ordering.leavingTo} />
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
  if (cart.length === 0) {
    return (
      <EmptyDialog
        icon={<ShoppingBag aria-hidden="true" className="size-7" strokeWidth={1.6} />}
        title="Pusty koszyk"
        text="Znajdź zapach dla siebie. Na odstąpienie od umowy masz 14 dni."
      />
    )
  }
  return (
    <div
      ref={form.ref}
      className="relative flex flex-col max-lg:[&_:is(button,input,a)]:scroll-mb-36 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-12 lg:px-7"
    >
      <div className="grid grid-cols-1 gap-8 px-5 pt-3 pb-8 sm:px-7 lg:px-0">
        <div>
          <UnpaidMessage />
          <OwnOrderNotice order={holding} busy={form.busy} onGiveUp={freeHolding} label="Zrezygnuj z tamtego" />
          <FreeDelivery
            itemsGrosze={totals.itemsGrosze}
            isFreed={totals.isFreed}
            className="mb-2 rounded-xl bg-sand/60 p-4"
          />
          <CartLines ref={lines} cart={cart} gift={gift} samples={check.samples} notesOf={check.notesOf} />
        </div>
        <AccountBlock form={form} session={session} ordering={ordering} />
        <DeliveryMethods form={form} goods={totals} />
        {method && <RecipientFields form={form} delivery={parseShippingMethod(method).delivery} />}
        {method && <CompanyFields form={form} />}
      </div>
      {/* On wide screens summary and button stay in view beside the form, on others only the button, below it. */}
      <div className="contents lg:sticky lg:top-5 lg:mb-8 lg:block lg:self-start lg:rounded-2xl lg:bg-sand/60 lg:p-5">
        <DiscountCodeField discount={discount} className="mx-5 mb-4 sm:mx-7 lg:mx-0" />
        <OrderSummary
          totals={totals}
          gift={gift}
          way={describeWay(form.values)}
          className="px-5 pb-5 sm:px-7 lg:px-0"
        />
        <KnownGuaranteeNotice small className="mx-5 mb-6 sm:mx-7 lg:mx-0 lg:mb-5" />
        <div className="sticky bottom-0 z-10 flex flex-col border-t border-night/10 bg-ivory px-5 pt-2.5 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-7 lg:static lg:border-0 lg:bg-transparent lg:p-0">
          {/* On the far side of the button, so that nothing that appears moves it. */}
          <div className="lg:order-last">
            <ToastPlace />
            <LimitNotice message={ordering.limit} onClose={ordering.closeLimit} />
            <OwnOrderNotice order={ordering.ownOrder} busy={form.busy} onGiveUp={ordering.giveUpOwnOrder} />
          </div>
          <OrderBar ref={orderButton} totals={totals} busy={form.busy || ordered.isWaiting} onOrder={ordered.press} />
        </div>
      </div>
    </div>
  )
}

/** 'Paczkomat, płatność online: DEMO-WAW-003' */
function describeWay({ shippingMethod: method, selectedLocker }: CheckoutValues): string | undefined {
  if (!method) return undefined
  const label = labelShippingMethod(method)
  return isLockerMethod(method) && selectedLocker ? `${label}: ${selectedLocker.name}` : label
}

function showLines(lines: HTMLElement | null): void {
  lines?.scrollIntoView({ block: 'start' })
  lines?.focus({ preventScroll: true })
}
