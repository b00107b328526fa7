import { Skeleton } from '#app/ui/skeleton.tsx'
import type { ShownProduct } from '#domain/catalog/card-product.ts'
import { useDeliveryFrom, useReviews } from './product-dialog-queries.ts'
import { ProductGallery } from './product-gallery.tsx'
import { ProductSummary } from './product-summary.tsx'
import { ReviewList } from './review-list.tsx'
import { ScentNotes } from './scent-notes.tsx'

const LAYOUT = 'grid grid-cols-1 gap-6 px-5 pt-5 pb-8 sm:gap-10 sm:px-7 sm:pt-7 md:grid-cols-[5fr_6fr]'

export function ProductDialogContent({ product }: { product: ShownProduct }) {
  const delivery = useDeliveryFrom()
  const { data: reviews } = useReviews(product.slug)
  return (
    <div className={LAYOUT}>
      <div className="md:sticky md:top-7 md:self-start">
        <ProductGallery
          product={product}
          sizes="(min-width: 64rem) 420px, (min-width: 48rem) 42vw, 92vw"
          className="max-md:aspect-square max-md:max-h-[45dvh]"
        />
      </div>
      <div className="space-y-7">
        <ProductSummary product={product} delivery={delivery} heading="h2" />
        {product.description === undefined ? <Skeleton className="h-28" /> : <p>{product.description}</p>}
        {product.notes === undefined ? (
          <Skeleton className="h-36" />
        ) : (
          <ScentNotes notes={product.notes} notes_pyramid={product.notes_pyramid ?? null} />
        )}
      </div>
      <div className="md:col-span-2">{reviews && <ReviewList {...reviews} />}</div>
    </div>
  )
}

/** In the shape of what comes. */
export function ProductDialogSkeleton() {
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
