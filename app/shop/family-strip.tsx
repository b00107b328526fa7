import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { classNames } from '#app/ui/class-names.ts'
import { INTENT } from '#app/ui/save-data.ts'
import {
  buildFamilyPictureUrl,
  FAMILY_PICTURE_WIDTHS,
  type ScentFamily,
  type ScentFamilySlug,
} from '#domain/catalog/scents/scent-families.ts'

const SIZES = {
  sm: {
    row: 'sm:mask-r-from-95%',
    tile: 'max-sm:w-20 sm:px-1.5 sm:whitespace-nowrap',
    picture: 'w-16 sm:w-12',
    sizes: '(min-width: 40rem) 48px, 64px',
  },
  lg: {
    row: 'max-lg:sm:mask-r-from-95% lg:flex-wrap lg:justify-center lg:gap-y-5 lg:overflow-visible',
    tile: 'w-26 sm:w-28',
    picture: 'w-24 sm:w-25',
    sizes: '(min-width: 40rem) 100px, 96px',
  },
}

type FamilyStripProps = {
  families: ScentFamily[]
  chosen?: ScentFamilySlug | null
  /** Returns the address of a family's list; null: the list without a family. */
  buildHref: (family: ScentFamilySlug | null) => string
  size: keyof typeof SIZES
}

/**
 * Scent families in a row that scrolls sideways, the large ones on a desktop in several. Each links to its list; the chosen one links
 * back to the list without a family.
 */
export function FamilyStrip({ families, chosen, buildHref, size }: FamilyStripProps) {
  const row = useRef<HTMLUListElement>(null)
  // Scrolls the row to the chosen one.
  useEffect(() => {
    if (chosen) row.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [chosen])
  return (
    <ul
      ref={row}
      className={classNames(
        // On the phone it extends to the edge of the screen.
        '-mx-4 flex snap-x scroll-px-2 gap-1 overflow-x-auto overscroll-x-contain px-2 py-1 [scrollbar-width:thin] sm:-mx-2 sm:gap-2 sm:px-0',
        SIZES[size].row,
      )}
    >
      {families.map((family) => {
        const isChosen = chosen === family.slug
        const to = buildHref(isChosen ? null : family.slug)
        return <FamilyTile key={family.slug} family={family} to={to} isChosen={isChosen} size={size} />
      })}
    </ul>
  )
}

type FamilyTileProps = { family: ScentFamily; to: string; isChosen: boolean; size: keyof typeof SIZES }

function FamilyTile({ family: { slug, name }, to, isChosen, size }: FamilyTileProps) {
  const { picture, sizes, tile } = SIZES[size]
  return (
    // `relative` keeps the hidden text of the chosen family within the row; otherwise it would widen the page.
    <li className={classNames('relative shrink-0 snap-start', tile)}>
      <Link
        to={to}
        prefetch={INTENT}
        preventScrollReset={size === 'sm'}
        aria-current={isChosen || undefined}
        className="group flex flex-col items-center gap-1.5 rounded-2xl py-1 text-center text-xs leading-tight"
      >
        <span
          className={classNames(
            'rounded-full p-0.5 ring-2 transition-shadow',
            isChosen ? 'ring-gold' : 'ring-transparent group-hover:ring-gold/50',
          )}
        >
          <FamilyPicture slug={slug} sizes={sizes} className={picture} />
        </span>
        <span className={classNames('text-balance underline-offset-4 group-hover:underline', isChosen && 'font-bold')}>
          <span>{name}</span>
          {isChosen && <span className="sr-only">, wybrane: pokaż wszystkie</span>}
        </span>
      </Link>
    </li>
  )
}

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
