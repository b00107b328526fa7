import { useRef } from 'react'
import { useGiftOffer } from '#app/catalog/price-facts.ts'
import { ProductBadges, ProductPicture } from '#app/catalog/product-picture.tsx'
import { preloadDialog, useDialogs } from '#app/dialogs/dialogs.ts'
import { SaveButton } from '#app/saved/save-button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Icon } from '#app/ui/icon.tsx'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { type CardProduct, listBadges, type Product } from '#domain/catalog/product.ts'

const ZOOM_IN = 'M19 11a8 8 0 1 1-16 0 8 8 0 0 1 16 0zM21 21l-4.35-4.35M11 8v6M8 11h6'

/** The pictures can be seen without them. */
const GalleryThumbs = lazyPart(() => import('./gallery-thumbs.tsx'), { isRequested: false })

/** The product's pictures side by side, one of them visible; a press enlarges it. A card has only the first picture. */
export function ProductGallery({ product, sizes }: { product: CardProduct | Product; sizes: string }) {
  const dialogs = useDialogs()
  const offer = useGiftOffer()
  const row = useRef<HTMLDivElement>(null)
  const { name, image_key, brand, out_of_stock } = product
  const pictures = 'pictures' in product ? product.pictures : []
  const shown = pictures[0] ? pictures : [{ image_key, alt: `${name}, ${brand.name}` }]
  return (
    <>
      <div className="relative">
        <div ref={row} className="slides rounded-2xl">
          {shown.map(({ image_key, alt }, index) => {
            const picture = (
              <ProductPicture
                key={image_key}
                imageKey={image_key}
                alt={alt}
                sizes={sizes}
                priority={index === 0}
                // On the phone name and price are below it in the first screen.
                className={classNames(
                  'w-full rounded-2xl max-md:aspect-square max-md:max-h-[45svh]',
                  out_of_stock && 'opacity-60 grayscale-40',
                )}
              />
            )
            if (image_key === null) return picture
            return (
              <button
                key={image_key}
                type="button"
                aria-haspopup="dialog"
                className="group relative cursor-zoom-in rounded-2xl"
                onPointerEnter={() => preloadDialog('picture')}
                onFocus={() => preloadDialog('picture')}
                onClick={() => dialogs.open({ name: 'picture', imageKey: image_key, productName: name, pictures })}
              >
                {picture}
                <span className="absolute right-3 bottom-3 grid size-11 place-items-center rounded-full bg-ivory/90 text-night noscript:hidden group-hover:bg-ivory">
                  <Icon d={ZOOM_IN} className="size-5" />
                  <span className="sr-only">Powiększ zdjęcie</span>
                </span>
              </button>
            )
          })}
        </div>
        <ProductBadges badges={listBadges(product, offer)} className="inset-3" />
        <SaveButton product={product} className="absolute top-2 right-2" />
      </div>
      {pictures.length > 1 && (
        <div className="h-19 noscript:hidden sm:h-21">
          <GalleryThumbs pictures={pictures} row={row} />
        </div>
      )}
    </>
  )
}
