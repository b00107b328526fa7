import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useDeferredValue, useEffect, useRef } from 'react'
import { DeliveryPromise, HolidayNotice } from '#app/catalog/delivery-promise.tsx'
import { KnownGuaranteeNotice } from '#app/checkout/known-guarantee-notice.tsx'
import type { CheckoutStep } from '#app/dialogs/dialogs.ts'
import { useTopDialog } from '#app/dialogs/top-dialog.ts'
import { productQuery, queryClient, reviewsQuery, shippingCostsQuery, similarQuery } from '#app/query-client.ts'
import { ReviewSection } from '#app/reviews/review-section.tsx'
import { rememberViewed } from '#app/saved/product-snapshots.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { Price } from '#app/ui/price.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import type { CardProduct, Product } from '#domain/catalog/product.ts'
import { readWarsawClock } from '#domain/kernel/calendar-day.ts'
import { describeDelivery } from '#domain/shipping/delivery-offer.ts'
import { ProductGallery } from './product-gallery.tsx'
import { PopupButton, ScentNotes } from './product-notes.tsx'
import { ProductSafety } from './product-safety.tsx'
import { BuyButtons, ProductMissing, ProductSummary } from './product-summary.tsx'
import { SimilarProducts } from './similar-products-section.tsx'
import './prefetch-product.ts'

const CHECKOUT_SKELETON = <Skeleton className="m-6 h-72 rounded-xl" />
const ProductCheckout = lazyPart(() => import('#app/checkout/product-checkout.tsx'), { skeleton: CHECKOUT_SKELETON })

type ProductDialogProps = { slug: string; buying: boolean; step?: CheckoutStep; open: boolean; onClose: () => void }

/** The product over the page it was opened from, and its checkout in the same dialog. */
export default function ProductDialog({ slug, buying, step, open, onClose }: ProductDialogProps) {
  const { data: product, error, refetch } = useQuery(productQuery(slug), queryClient)
  const { goOn, stepBack } = useTopDialog()
  const buy = { name: 'product', slug, buying: true } as const
  // The dialog is painted before its content, so that a slow phone answers a press at once.
  const isFramed = useDeferredValue(true, false)

  if (product && buying && !product.out_of_stock) {
    return (
      <Dialog open={open} onClose={onClose} title={product.name}>
        {isFramed ? (
          <>
            <Holiday product={product} />
            <ProductCheckout
              product={product}
              step={step}
              onStep={(step) => goOn({ ...buy, step })}
              onBack={stepBack}
              onClose={onClose}
            />
          </>
        ) : (
          CHECKOUT_SKELETON
        )}
      </Dialog>
    )
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={product?.name ?? 'Produkt'}
      hideTitle
      size="xl"
      footerFirst
      footer={isFramed && product && <BuyBar product={product} onBuy={() => goOn(buy, { replace: true })} />}
    >
      {isFramed && product && <Holiday product={product} />}
      {isFramed && product && <ProductDialogContent product={product} />}
      {product === null && <ProductMissing heading="h2">Nie znaleziono produktu</ProductMissing>}
      {(!isFramed || product === undefined) && !error && <ProductDialogSkeleton />}
      {product === undefined && error && (
        <div className="p-5 sm:p-7">
          <Alert title="Nie udało się wczytać produktu." onRetry={() => void refetch()}>
            {error.message}
          </Alert>
        </div>
      )}
    </Dialog>
  )
}

function BuyBar({ product, onBuy }: { product: CardProduct; onBuy: () => void }) {
  return (
    <div className="items-center justify-between gap-6 sm:flex">
      <p className="mb-2 flex min-w-0 items-baseline justify-between gap-4 sm:mb-0 sm:block">
        <span aria-hidden="true" className="truncate font-display text-base sm:block">
          {product.name}
        </span>
        <Price grosze={product.current_price_cents} className="text-base font-semibold" />
      </p>
      <div className="shrink-0 sm:w-md">
        <BuyButtons
          product={product}
          buyNow={
            <Button
              size="lg"
              onPointerEnter={ProductCheckout.preload}
              onFocus={ProductCheckout.preload}
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

function Holiday({ product }: { product: CardProduct }) {
  const { calendar } = useDelivery(product)
  return calendar && <HolidayNotice calendar={calendar} today={readWarsawClock(new Date()).day} />
}

const LAYOUT = 'grid grid-cols-1 gap-6 px-5 pt-5 pb-8 sm:gap-10 sm:px-7 sm:pt-7 md:grid-cols-[5fr_6fr]'

function ProductDialogContent({ product }: { product: CardProduct | Product }) {
  const { delivery, calendar } = useDelivery(product)
  const { data: reviews } = useQuery(reviewsQuery(product.slug), queryClient)
  const { data: similar } = useQuery(similarQuery(product.slug), queryClient)
  const whole = 'producer' in product ? product : null
  useEffect(() => {
    if (whole) rememberViewed(whole)
  }, [whole])
  const { goOn } = useTopDialog()
  const reviewsPlace = useRef<HTMLDivElement>(null)

  /**
   * Handles links to pages: the rating's scrolls to the reviews below; a size's shows that product in place of this
   * one, once it is loaded, so that nothing disappears in between.
   */
  function stayHere(event: MouseEvent) {
    const link = event.target instanceof Element && event.target.closest('a[href="#opinie"], nav a')
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    const slug = product.sizes.find((size) => link.getAttribute('href')?.endsWith(`/${size.slug}`))?.slug
    if (slug === undefined) {
      reviewsPlace.current?.scrollIntoView()
      reviewsPlace.current?.focus({ preventScroll: true })
    } else if (slug !== product.slug) {
      void queryClient
        .prefetchQuery(productQuery(slug))
        .then(() => goOn({ name: 'product', slug, instead: product.slug }, { replace: true }))
    }
  }

  return (
    <>
      <div className={LAYOUT} onClickCapture={stayHere}>
        <div className="md:sticky md:top-7 md:self-start">
          <ProductGallery
            key={product.id}
            product={product}
            sizes="(min-width: 64rem) 420px, (min-width: 48rem) 42vw, 92vw"
          />
        </div>
        <div className="space-y-7">
          <div className="space-y-2">
            <ProductSummary product={product} delivery={delivery} heading="h2" />
            {calendar && !product.out_of_stock && <DeliveryPromise calendar={calendar} />}
          </div>
          {whole ? <Description product={whole} /> : <Skeleton className="h-28" />}
          {whole ? (
            <ScentNotes slug={whole.slug} notes={whole.notes} notes_pyramid={whole.notes_pyramid} />
          ) : (
            <Skeleton className="h-36" />
          )}
          {whole && <ProductSafety product={whole} />}
          <KnownGuaranteeNotice />
        </div>
      </div>
      {/* Outside the columns, so that the picture is sticky only within them. */}
      <div className="space-y-12 px-5 pb-8 sm:px-7">
        <div ref={reviewsPlace} tabIndex={-1} className="scroll-mt-5 outline-none empty:hidden">
          {reviews && <ReviewSection product={product} {...reviews} />}
        </div>
        {similar && <SimilarProducts slug={product.slug} similar={similar} opens="dialog" />}
      </div>
    </>
  )
}

/** The first lines of the description, and the whole of it in a popup. */
function Description({ product: { slug, description } }: { product: Product }) {
  if (description === '') return null
  return (
    <div>
      <p className="line-clamp-3 whitespace-pre-line">{description}</p>
      <PopupButton dialog={{ name: 'description', slug }}>Cały opis</PopupButton>
    </div>
  )
}

function ProductDialogSkeleton() {
  return (
    <div className={LAYOUT}>
      <span role="status" className="sr-only">
        Wczytywanie produktu
      </span>
      <Skeleton className="aspect-square rounded-2xl md:aspect-4/5" />
      <div className="space-y-4">
        <Skeleton className="h-4 w-1/3" />
        <Skeleton className="h-10 w-3/4" />
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-8 w-1/3" />
        <Skeleton className="h-28" />
        <Skeleton className="h-36" />
      </div>
    </div>
  )
}

/** Maximum age of a displayed price, ms; a checkout loads the present price. */
const DELIVERY_FROM_FRESH_MS = 5 * 60_000

/** 'Dostawa od 12,99 zł', and when parcels leave; null while unknown. */
function useDelivery({ current_price_cents }: CardProduct) {
  const { data } = useQuery({ ...shippingCostsQuery, staleTime: DELIVERY_FROM_FRESH_MS }, queryClient)
  return {
    delivery: data ? describeDelivery(data, current_price_cents) : null,
    calendar: data?.dispatch ?? null,
  }
}
