import { classNames } from '#app/ui/class-names.ts'
import type { Badge } from '#domain/catalog/product.ts'
import { buildPictureUrl, PICTURE_RATIO, PICTURE_WIDTHS, type PictureFormat } from '#domain/pictures/picture-url.ts'

type ProductPictureProps = {
  imageKey: string | null
  alt: string
  /** The `sizes` attribute: the layout width of the picture. */
  sizes: string
  /** First pictures of a page: fetched at once and before others. */
  priority?: boolean
  className?: string
}

/** A 4:5 product picture in the smallest fitting file, or the drawing of a bottle; `className` sets the width. */
export function ProductPicture({ imageKey, alt, sizes, priority = false, className }: ProductPictureProps) {
  const shape = classNames('aspect-4/5 bg-sand object-cover', className)
  if (imageKey === null) {
    return (
      <span role="img" aria-label={alt} className={classNames('grid place-items-center text-oud/50', shape)}>
        <svg viewBox="0 0 40 50" className="w-1/3" fill="none" stroke="currentColor" aria-hidden="true">
          <path d="M16 6h8v6h-8zM10 20a5 5 0 0 1 5-5h10a5 5 0 0 1 5 5v18a5 5 0 0 1-5 5H15a5 5 0 0 1-5-5z" />
        </svg>
      </span>
    )
  }
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet(imageKey, 'avif')} sizes={sizes} />
      <img
        src={buildPictureUrl(imageKey, 480, 'webp')}
        srcSet={srcSet(imageKey, 'webp')}
        sizes={sizes}
        width={PICTURE_RATIO.width}
        height={PICTURE_RATIO.height}
        alt={alt}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority ? 'high' : 'auto'}
        decoding={priority ? 'sync' : 'async'}
        className={shape}
      />
    </picture>
  )
}

function srcSet(imageKey: string, format: PictureFormat): string {
  return PICTURE_WIDTHS.map((width) => `${buildPictureUrl(imageKey, width, format)} ${width}w`).join(', ')
}

const TONES: Record<Badge, string> = {
  ZAMIENNIK: 'bg-ivory/95 text-night',
  '+GRATIS': 'bg-blush text-night',
  PRÓBKA: 'bg-ivory text-night',
  WYPRZEDANE: 'bg-wine text-white',
}

/** A vial, because pictures of samples often show the bottle. */
const Vial = () => (
  <svg viewBox="0 0 14 40" className="h-10" aria-hidden="true">
    <path d="M4 0h6v10H4z" />
    <path d="M2 10h10v30H2z" className="fill-gold-light stroke-night" />
  </svg>
)

/** The product's badges over its picture: at most two in one row on top, sample and 'WYPRZEDANE' at the bottom. */
export function ProductBadges({ badges, className }: { badges: Badge[]; className?: string }) {
  if (badges.length === 0) return null
  return (
    <ul
      aria-label="Oznaczenia"
      className={classNames('pointer-events-none absolute flex items-start gap-1 @3xs:gap-1.5', className)}
    >
      {badges.map((badge) => (
        <li
          key={badge}
          className={classNames(
            'rounded-full px-2.5 py-0.5 text-xs font-semibold tracking-wide',
            // Two badges fit in one row on a narrow card.
            '@max-[14rem]:px-1.5 @max-[14rem]:text-[0.6875rem] @max-[14rem]:tracking-normal @max-[10.5rem]:px-1 @max-[10.5rem]:text-[0.625rem]',
            badge === 'WYPRZEDANE' && 'absolute bottom-0 left-0',
            badge === 'PRÓBKA' && 'absolute left-0 flex items-center gap-2 rounded-xl! py-1.5!',
            badge === 'PRÓBKA' && (badges.includes('WYPRZEDANE') ? 'bottom-8' : 'bottom-0'),
            TONES[badge],
          )}
        >
          {badge === 'PRÓBKA' && <Vial />}
          <span>{badge}</span>
        </li>
      ))}
    </ul>
  )
}
