import { addToCart } from '#app/storefront/cart/cart-store.ts'
import { buttonClass } from '#app/ui/button.tsx'
import type { CardProduct } from '#domain/catalog/card-product.ts'

/** The quick button of a card: above the card's own link, and hidden where no script could answer it. */
export function AddToCartButton({ product }: { product: CardProduct }) {
  if (product.out_of_stock) {
    return (
      <button type="button" disabled className={buttonClass('secondary', 'md', 'relative z-10 w-full sm:w-auto')}>
        Wyprzedane
      </button>
    )
  }
  return (
    <button
      type="button"
      className={buttonClass('secondary', 'md', 'relative z-10 w-full sm:w-auto noscript:hidden')}
      aria-label={`Do koszyka: ${product.name}`}
      onClick={() => addToCart(product)}
    >
      Do koszyka
    </button>
  )
}
