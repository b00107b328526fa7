import { useGiftOffer } from '#app/catalog/gift-offer.ts'
import { ProductBadges, ProductPicture } from '#app/catalog/product-picture.tsx'
import { preloadDialog, useDialogs } from '#app/dialogs/dialogs.ts'
import { SaveButton } from '#app/saved/save-button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Icon } from '#app/ui/icon.tsx'
import { type CardProduct, listBadges } from '#domain/catalog/product.ts'

const ZOOM_IN = 'M19 11a8 8 0 1 1-16 0 8 8 0 0 1 16 0zM21 21l-4.35-4.35M11 8v6M8 11h6'

/** The product's picture; a press opens it enlarged. */
export function ProductGallery({ product, sizes }: { product: CardProduct; sizes: string }) {
  const dialogs = useDialogs()
  const offer = useGiftOffer()
  const { name, image_key, brand, out_of_stock } = product
  const picture = (
    <ProductPicture
      imageKey={image_key}
      alt={`${name}, ${brand.name}`}
      sizes={sizes}
      priority
      // On the phone name and price are below it in the first screen.
      className={classNames(
        'w-full rounded-2xl max-md:aspect-square max-md:max-h-[45svh]',
        out_of_stock && 'opacity-60 grayscale-40',
      )}
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
          onPointerEnter={() => preloadDialog('picture')}
          onFocus={() => preloadDialog('picture')}
          onClick={() => dialogs.open({ name: 'picture', imageKey: image_key, productName: name })}
        >
          {picture}
          <span className="absolute right-3 bottom-3 grid size-11 place-items-center rounded-full bg-ivory/90 text-night noscript:hidden group-hover:bg-ivory">
            <Icon d={ZOOM_IN} className="size-5" />
            <span className="sr-only">Powiększ zdjęcie</span>
          </span>
        </button>
      )}
      <ProductBadges badges={listBadges(product, offer)} className="inset-3" />
      <SaveButton product={product} className="absolute top-2 right-2" />
    </div>
  )
}
