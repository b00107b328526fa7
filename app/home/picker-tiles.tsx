import type { ReactNode } from 'react'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { CHEVRON_LEFT, CHEVRON_RIGHT, Icon } from '#app/ui/icon.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'

/** Three rows of three, also while there are fewer: brands and products have the same height, so that nothing jumps. */
export const TILE_GRID = 'grid grid-cols-3 grid-rows-3 auto-rows-fr gap-2 sm:gap-3'
export const TILE_SIZE = 'aspect-4/5 lg:aspect-square'
/** Link or button of a tile. */
export const TILE = 'group/tile relative block size-full overflow-hidden rounded-xl'
export const TILE_NAME =
  'line-clamp-2 font-display text-sm/4.5 font-medium wrap-anywhere max-[22.5rem]:text-xs/4 md:text-xs/4 lg:text-base/5'

/** Picture and words of a tile; the words are over the darkened lower part of the picture. */
export function TileFace({ imageKey, children }: { imageKey: string | null; children: ReactNode }) {
  return (
    <>
      <ProductPicture
        imageKey={imageKey}
        alt=""
        sizes="(min-width: 80rem) 190px, (min-width: 48rem) 14vw, 30vw"
        className="absolute inset-0 size-full transition-transform duration-300 ease-calm motion-safe:group-hover/tile:scale-[1.04]"
      />
      <span className="absolute inset-x-0 bottom-0 bg-linear-to-t from-night from-30% via-night/80 via-60% to-transparent px-2 pt-8 pb-2 text-ivory">
        {children}
      </span>
    </>
  )
}

const TILES = Array.from({ length: PAGE_SIZES.picker }, (_, index) => index)

export function TileSkeletons() {
  return (
    <>
      <div aria-hidden="true" className={TILE_GRID}>
        {TILES.map((tile) => (
          <div key={tile} className={TILE_SIZE}>
            <Skeleton className="size-full rounded-xl" />
          </div>
        ))}
      </div>
      <div className="h-13" />
    </>
  )
}

type TilePagerProps = { page: number; pages: number; onPage: (page: number) => void; label: string; className?: string }

/** Previous and next page of tiles. Keeps its space when there is only one page. */
export function TilePager({ page, pages, onPage, label, className = '' }: TilePagerProps) {
  if (pages < 2) return <div className="h-13" />
  return (
    <nav aria-label={label} className={`flex h-13 items-end justify-center gap-2 noscript:invisible ${className}`}>
      <Step d={CHEVRON_LEFT} label="Poprzednia strona" disabled={page === 1} onPress={() => onPage(page - 1)} />
      <span className="self-end py-2.5 text-sm tabular-nums">
        {page} z {pages}
      </span>
      <Step d={CHEVRON_RIGHT} label="Następna strona" disabled={page === pages} onPress={() => onPage(page + 1)} />
    </nav>
  )
}

type StepProps = { d: string; label: string; disabled: boolean; onPress: () => void }

function Step({ d, label, disabled, onPress }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      // Not `disabled`, which would take the focus away from the pressed button.
      aria-disabled={disabled || undefined}
      onClick={() => !disabled && onPress()}
      className="grid size-11 place-items-center rounded-full hover:bg-ivory/60 aria-disabled:opacity-40"
    >
      <Icon d={d} className="size-5" />
    </button>
  )
}
