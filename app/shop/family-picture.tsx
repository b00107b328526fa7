import { classNames } from '#app/ui/class-names.ts'
import {
  buildFamilyPictureUrl,
  FAMILY_PICTURE_WIDTHS,
  type ScentFamilySlug,
} from '#domain/catalog/scents/scent-families.ts'

type FamilyPictureProps = { slug: ScentFamilySlug; sizes: string; className: string }

/** The round, decorative picture of a scent family; `className` sets its width. */
export function FamilyPicture({ slug, sizes, className }: FamilyPictureProps) {
  const srcSet = (format: 'avif' | 'webp') =>
    FAMILY_PICTURE_WIDTHS.map((width) => `${buildFamilyPictureUrl(slug, width, format)} ${width}w`).join(', ')
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={srcSet('avif')} sizes={sizes} />
      <img
        src={buildFamilyPictureUrl(slug, 160, 'webp')}
        srcSet={srcSet('webp')}
        sizes={sizes}
        width={400}
        height={400}
        alt=""
        loading="lazy"
        decoding="async"
        className={classNames('aspect-square rounded-full bg-sand-deep object-cover', className)}
      />
    </picture>
  )
}
