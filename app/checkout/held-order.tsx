import { MailCheck } from 'lucide-react'
import { readStored, writeStored } from '#app/browser-storage.ts'
import { applyToCart } from '#app/cart/cart-store.ts'
import { Button } from '#app/ui/button.tsx'
import { useFocusWhenShown } from '#app/ui/focus-when-shown.ts'
import { type Cart, parseStoredCart, serializeCart } from '#domain/cart/cart.ts'
import { describeHeldOrder, type HeldOrder } from '#domain/checkout/held-order.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'

/** Shown instead of the confirmation when the order waits for its buyer to open the mailed link. */
export function HeldOrderMessage({ held, onClose }: { held: HeldOrder; onClose: () => void }) {
  const heading = useFocusWhenShown<HTMLHeadingElement>()
  return (
    <section aria-labelledby="order-held" className="grid justify-items-center gap-3 px-6 pt-12 pb-10 text-center">
      <span className="grid size-16 place-items-center rounded-full bg-sage text-leaf">
        <MailCheck aria-hidden="true" className="size-8" />
      </span>
      <h3 id="order-held" ref={heading} tabIndex={-1} className="font-display text-2xl outline-none">
        Jeszcze jedno naciśnięcie
      </h3>
      <p className="max-w-md text-sm wrap-anywhere">{describeHeldOrder(held)}</p>
      <p className="max-w-md text-sm">Potwierdzasz, że to Twój adres. Do tego czasu produkty nie są odłożone.</p>
      <p className="text-sm">
        Razem: <strong className="price">{formatGrosze(held.totalGrosze)}</strong>
      </p>
      <Button variant="secondary" className="mt-2" onClick={onClose}>
        Zamknij
      </Button>
    </section>
  )
}

/**
 * Keeps a copy of a cart whose order waits for its confirmation, in case that it cannot be confirmed.
 * @returns whether the browser stored it, so that the cart can be emptied
 */
export function keepHeldCart(cart: Cart): boolean {
  return cart.length === 0 || writeStored('held_cart', serializeCart(cart))
}

/** The kept copy; empty in another browser. */
export function readHeldCart(): Cart {
  const stored = parseStoredCart(readStored('held_cart'))
  return stored.ok ? stored.value.cart : []
}

/** Puts the kept products back into the cart. */
export function returnHeldCart(): void {
  applyToCart({ type: 'restore', cart: readHeldCart() })
  dropHeldCart()
}

export function dropHeldCart(): void {
  writeStored('held_cart', null)
}
