import { Button } from '#app/ui/button.tsx'
import type { Cart, CartItem } from '#domain/cart/cart.ts'
import { CartLine } from './cart-line.tsx'
import { clearCart } from './cart-store.ts'
import type { LineNotes } from './use-cart-check.ts'

type CartLinesProps = { cart: Cart; notesOf: (item: CartItem) => LineNotes }

export function CartLines({ cart, notesOf }: CartLinesProps) {
  return (
    <section aria-label="Produkty w koszyku" data-cart-lines="" tabIndex={-1} className="outline-none">
      <ul className="divide-y divide-night/15">
        {cart.map((item) => (
          <CartLine key={item.id} item={item} notes={notesOf(item)} />
        ))}
      </ul>
      <div className="border-t border-night/15 pt-1 text-right">
        <Button variant="quiet" className="-mr-5" onClick={() => clearCart()}>
          Wyczyść koszyk
        </Button>
      </div>
    </section>
  )
}
