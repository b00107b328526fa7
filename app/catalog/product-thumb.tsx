import { Gift } from 'lucide-react'
import { classNames } from '#app/ui/class-names.ts'
import type { ProductKind } from '#domain/catalog/scents/product-kinds.ts'
import { buildPictureUrl, PICTURE_RATIO } from '#domain/pictures/picture-url.ts'

type ProductThumbProps = { imageKey: string | null; kind: ProductKind; className?: string }

/** The small picture of a product in cart and order. A sample says so, because its picture may show the bottle. */
export function ProductThumb({ imageKey, kind, className }: ProductThumbProps) {
  return (
    <span className={classNames('relative block shrink-0 overflow-hidden rounded-lg', className ?? 'w-14')}>
      {imageKey === null ? (
        <span className="block aspect-4/5 bg-sand" />
      ) : (
        // One file of one format: a panel has many of them, each of a few kB.
        <img
          src={buildPictureUrl(imageKey, 240, 'webp')}
          width={PICTURE_RATIO.width}
          height={PICTURE_RATIO.height}
          alt=""
          loading="lazy"
          decoding="async"
          className="aspect-4/5 w-full bg-sand object-cover"
        />
      )}
      {kind === 'sample' && (
        // The facts beside it say the same in words.
        <span
          aria-hidden="true"
          className="absolute inset-x-0 bottom-0 bg-night py-px text-center text-[0.625rem] leading-4 font-semibold tracking-wide text-ivory"
        >
          PRÓBKA
        </span>
      )}
    </span>
  )
}

/** The place of the picture of a gift that has none. */
export function GiftThumb({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid aspect-4/5 shrink-0 place-items-center rounded-lg bg-blush text-night/80',
        className ?? 'w-14',
      )}
    >
      <Gift className="size-5" strokeWidth={1.6} />
    </span>
  )
}
