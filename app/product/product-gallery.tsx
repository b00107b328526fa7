import { ZoomIn } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ProductBadges, ProductPicture } from '#app/catalog/product-picture.tsx'
import { classNames } from '#app/ui/class-names.ts'
import type { CardProduct } from '#domain/catalog/product.ts'
import { listBadges } from '#domain/catalog/product.ts'

const loadViewer = () => import('./picture-viewer.tsx')
const PictureViewer = lazy(loadViewer)

type ProductGalleryProps = {
  product: Pick<CardProduct, 'name' | 'image_key' | 'brand' | 'gender' | 'out_of_stock'>
  sizes: string
  className?: string
}

/** The product's picture; pressed, it opens enlarged. */
export function ProductGallery({ product, sizes, className }: ProductGalleryProps) {
  const [enlarged, setEnlarged] = useState(false)
  const { name, image_key, brand } = product
  const picture = (
    <ProductPicture
      imageKey={image_key}
      alt={`${name}, ${brand.name}`}
      sizes={sizes}
      priority
      className={classNames('rounded-2xl', className)}
    />
  )
  return (
    <div className="relative">
      {image_key === null ? (
        picture
      ) : (
        <button
          type="button"
          aria-haspopup="dialog"
          className="group block w-full cursor-zoom-in rounded-2xl"
          onPointerEnter={() => void loadViewer()}
          onFocus={() => void loadViewer()}
          onClick={() => setEnlarged(true)}
        >
          {picture}
          <span className="absolute right-3 bottom-3 grid size-11 place-items-center rounded-full bg-ivory/90 text-night noscript:hidden group-hover:bg-ivory">
            <ZoomIn aria-hidden="true" className="size-5" />
            <span className="sr-only">Powiększ zdjęcie</span>
          </span>
        </button>
      )}
      <ProductBadges badges={listBadges(product)} className="pointer-events-none absolute top-3 left-3" />
      {enlarged && image_key !== null && (
        <Suspense fallback={null}>
          <PictureViewer imageKey={image_key} name={name} onClose={() => setEnlarged(false)} />
        </Suspense>
      )}
    </div>
  )
}
