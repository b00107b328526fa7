import type { ReactNode } from 'react'
import { addToCart } from '#app/storefront/cart/cart-store.ts'
import { Button } from '#app/ui/button.tsx'
import type { CardProduct } from '#domain/catalog/card-product.ts'

/** 'Dodaj do koszyka' beside the way to buy at once; for a sold-out product neither (spec 1 §4). */
export function BuyButtons({ product, buyNow }: { product: CardProduct; buyNow: ReactNode }) {
  if (product.out_of_stock) {
    return (
      <p className="grid min-h-13 place-items-center rounded-full bg-sand px-5 text-center font-semibold">
        Produkt wyprzedany
      </p>
    )
  }
  return (
    <div className="grid grid-cols-2 gap-3 noscript:hidden">
      <Button
        variant="secondary"
        size="lg"
        className="px-3 leading-tight min-[22.5rem]:whitespace-nowrap"
        onClick={() => addToCart(product)}
      >
        Dodaj do koszyka
      </Button>
      {buyNow}
    </div>
  )
}
