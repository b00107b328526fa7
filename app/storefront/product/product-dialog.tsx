import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Price } from '#app/ui/price.tsx'
import type { CardProduct } from '#domain/catalog/card-product.ts'
import { BuyButtons } from './buy-buttons.tsx'
import { ProductDialogContent, ProductDialogSkeleton } from './product-dialog-content.tsx'
import { useProduct } from './product-dialog-queries.ts'
import { ProductMissing } from './product-missing.tsx'

const loadCheckout = () => import('#app/storefront/checkout/product-checkout.tsx')
const ProductCheckout = lazy(loadCheckout)

type ProductDialogProps = { slug: string; open: boolean; onClose: () => void }

/** The product over the list it was opened from, and its three-step checkout in the same place (spec 1 §4). */
export default function ProductDialog({ slug, open, onClose }: ProductDialogProps) {
  const { data: product, error, refetch } = useProduct(slug)
  const startsBuying = useStartsBuying(open)
  const [buying, setBuying] = useState(startsBuying)

  // Every opening starts anew: at the product, or at the checkout when 'Kup teraz' of the product's page was pressed.
  useEffect(() => {
    if (open) setBuying(startsBuying)
  }, [open, startsBuying])

  const onOpenChange = (next: boolean) => {
    if (!next) onClose()
  }
  if (product && buying && !product.out_of_stock) {
    return (
      <Dialog open={open} onOpenChange={onOpenChange} title={product.name}>
        <Suspense fallback={<ProductDialogSkeleton />}>
          <ProductCheckout product={product} onClose={onClose} />
        </Suspense>
      </Dialog>
    )
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={product?.name ?? 'Produkt'}
      hideTitle
      size="xl"
      footer={product && <BuyBar product={product} onBuy={() => setBuying(true)} />}
    >
      {product && <ProductDialogContent product={product} />}
      {product === null && <ProductMissing heading="h2" />}
      {product === undefined && !error && <ProductDialogSkeleton />}
      {product === undefined && error && (
        <div role="alert" className="px-6 py-20 text-center">
          <p>Nie udało się wczytać produktu. {error.message}</p>
          <Button className="mt-5" onClick={() => void refetch()}>
            Spróbuj ponownie
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function BuyBar({ product, onBuy }: { product: CardProduct; onBuy: () => void }) {
  return (
    <div className="items-center justify-between gap-6 sm:flex">
      <p className="mb-2 flex items-baseline justify-between gap-4 sm:mb-0 sm:block">
        <span className="truncate font-display text-base sm:block">{product.name}</span>
        <Price grosze={product.current_price_cents} className="text-base font-semibold" />
      </p>
      <div className="sm:w-md">
        <BuyButtons
          product={product}
          buyNow={
            <Button
              size="lg"
              onPointerEnter={() => void loadCheckout()}
              onFocus={() => void loadCheckout()}
              onClick={onBuy}
            >
              Kup teraz
            </Button>
          }
        />
      </div>
    </div>
  )
}

/** Whether the location that opened the dialog asks for the checkout at once. */
function useStartsBuying(open: boolean): boolean {
  const { state } = useLocation()
  return open && typeof state === 'object' && state !== null && 'buy' in state && state.buy === true
}
