import { useEffect, useState } from 'react'
import { addToCart } from '#app/cart/cart-store.ts'
import { useDialogs } from '#app/dialogs/dialogs.ts'
import { Button, buttonClass } from '#app/ui/button.tsx'
import type { CardProduct } from '#domain/catalog/product.ts'

/** How long the button says that the product was added, ms. */
const ADDED_MS = 2000

function useAdding(product: CardProduct) {
  /** Counts the presses, so that each restarts the time; 0 when the time is over. */
  const [added, setAdded] = useState(0)
  useEffect(() => {
    if (added === 0) return
    const timer = setTimeout(() => setAdded(0), ADDED_MS)
    return () => clearTimeout(timer)
  }, [added])
  const dialogs = useDialogs()
  const add = () => {
    if (!addToCart(product, () => dialogs.open({ name: 'cart' }))) return
    setAdded((count) => count + 1)
    import('#app/checkout/free-delivery-hint.ts').then((code) => code.remarkOnAdded()).catch(console.warn)
  }
  return { isAdded: added > 0, add }
}

/** The button of a product card. It is layered above the card's link, and hidden without JavaScript. */
export function QuickAddButton({ product }: { product: CardProduct }) {
  const { isAdded, add } = useAdding(product)
  if (product.out_of_stock) {
    return (
      <button type="button" disabled className={buttonClass('secondary', 'md', 'relative z-10 w-full @3xs:w-auto')}>
        Wyprzedane
      </button>
    )
  }
  return (
    <button
      type="button"
      className={buttonClass('secondary', 'tight', 'relative z-10 w-full noscript:hidden @3xs:w-auto @3xs:min-w-28')}
      aria-label={`Do koszyka: ${product.name}${isAdded ? '. Dodano do koszyka' : ''}`}
      onClick={add}
    >
      {isAdded ? (
        <span>
          Dodano<span className="@3xs:hidden"> do koszyka</span>
        </span>
      ) : (
        'Do koszyka'
      )}
    </button>
  )
}

/** The button beside 'Kup teraz'. */
export function AddToCartButton({ product }: { product: CardProduct }) {
  const { isAdded, add } = useAdding(product)
  return (
    <Button variant="secondary" size="lg-tight" onClick={add}>
      {isAdded ? 'Dodano do koszyka' : 'Dodaj do koszyka'}
    </Button>
  )
}
