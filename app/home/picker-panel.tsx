import { useRef, useState } from 'react'
import { href, Link } from 'react-router'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import type { PickerBrand, PickerGender } from '#domain/catalog/lists/picker.ts'
import { inflectProducts } from '#domain/catalog/product.ts'
import { GENDER_NAMES } from '#domain/kernel/gender.ts'
import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import { TILE, TILE_GRID, TILE_NAME, TILE_SIZE, TileFace, TilePager, TileSkeletons } from './picker-tiles.tsx'

export const PickerProducts = lazyPart(() => import('./picker-products.tsx'), { skeleton: <TileSkeletons /> })

export const PICKER_TONES: Record<PickerGender, string> = { women: 'bg-blush', men: 'bg-smoke' }
/** Hides the other column on the phone, also before hydration. */
const ON_PHONE: Record<PickerGender, string> = {
  women: 'max-md:[display:var(--women-display,block)]',
  men: 'max-md:[display:var(--men-display)]',
}

type PickerPanelProps = {
  gender: PickerGender
  brands: PickerBrand[]
  brand: string | null
  onBrand: (slug: string) => void
  onBack: (() => void) | null
  isHydrated: boolean
}

/** One of the two columns: its brands, or the products of the chosen one. */
export function PickerPanel({ gender, brands, brand, onBrand, onBack, isHydrated }: PickerPanelProps) {
  const [open, setOpen] = useState(false)
  const chosen = brands.find(({ slug }) => slug === brand)
  const shopHref = `${href('/sklep')}?gender=${gender}`
  const panel = useRef<HTMLDivElement>(null)

  /** The change removes the pressed tile, so the title takes the focus. */
  function moveTo(change: () => void) {
    change()
    panel.current?.querySelector<HTMLElement>('[data-panel-title]')?.focus({ preventScroll: true })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its title is a button; hover only opens it sooner.
    <div
      ref={panel}
      data-open={open || undefined}
      className={classNames(
        'picker-panel relative overflow-hidden rounded-3xl p-3 pt-1 lg:p-5 lg:pt-3',
        PICKER_TONES[gender],
        ON_PHONE[gender],
      )}
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') setOpen(true)
        PickerProducts.preload()
      }}
      onPointerLeave={(event) => setOpen(event.currentTarget.contains(document.activeElement))}
      onFocus={() => {
        setOpen(true)
        PickerProducts.preload()
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false)
      }}
    >
      <div className="relative z-10 flex min-h-14 items-center justify-between gap-3">
        <h3 className="min-w-0 font-display text-xl lg:text-3xl">
          <button
            type="button"
            data-panel-title=""
            aria-expanded={isHydrated ? open : undefined}
            aria-controls={`zapachy-${gender}`}
            onClick={() => setOpen(true)}
            className="picker-title flex min-h-11 max-w-full items-center text-left max-md:pointer-events-none"
          >
            <span className="truncate">
              <span className={classNames(chosen && 'max-lg:sr-only')}>
                {`${GENDER_NAMES[gender]}${chosen ? ': ' : ''}`}
              </span>
              <span>{chosen?.name}</span>
            </span>
          </button>
        </h3>
        <Link
          to={chosen ? `${shopHref}&brand=${chosen.slug}` : shopHref}
          className="relative z-10 inline-flex min-h-11 shrink-0 items-center text-sm font-semibold underline underline-offset-4"
        >
          Zobacz w sklepie
          <span className="sr-only">: {chosen?.name ?? GENDER_NAMES[gender]}</span>
        </Link>
      </div>
      <div id={`zapachy-${gender}`} className="picker-tiles relative">
        {brand === null ? (
          <BrandTiles gender={gender} brands={brands} onBrand={(slug) => moveTo(() => onBrand(slug))} />
        ) : (
          <PickerProducts gender={gender} filter={{ brand }} onBack={onBack && (() => moveTo(onBack))} />
        )}
      </div>
      {/* Covers the tiles on wide screens until the panel opens. */}
      <div
        aria-hidden="true"
        className="picker-cover pointer-events-none absolute inset-x-0 top-16 bottom-0 max-md:hidden"
      >
        <div className="mx-auto h-full w-7/10 overflow-hidden rounded-t-full">
          <ProductPicture
            imageKey={findCoverPicture(brands, gender)}
            alt=""
            sizes="(min-width: 80rem) 380px, (min-width: 48rem) 30vw, 1px"
            className="size-full"
          />
        </div>
      </div>
    </div>
  )
}

/** The first picture that the other panel does not show, because both panels have unisex scents. */
function findCoverPicture(brands: PickerBrand[], gender: PickerGender): string | null {
  const own = brands.find(({ women, men }) => women.imageKey !== men.imageKey) ?? brands[0]
  return own?.[gender].imageKey ?? null
}

function prefetchBrand(slug: string): void {
  import('./picker-products.tsx').then((code) => code.prefetchBrand(slug)).catch(console.warn)
}

type BrandTilesProps = { gender: PickerGender; brands: PickerBrand[]; onBrand: (slug: string) => void }

function BrandTiles({ gender, brands, onBrand }: BrandTilesProps) {
  const [page, setPage] = useState(1)
  const pages = Math.ceil(brands.length / PAGE_SIZES.picker)
  return (
    <>
      <ul aria-label={`Marki, ${GENDER_NAMES[gender].toLowerCase()}`} className={TILE_GRID}>
        {brands
          .slice((page - 1) * PAGE_SIZES.picker, page * PAGE_SIZES.picker)
          .map(({ slug, name, [gender]: { imageKey, total } }) => (
            <li key={slug} className={TILE_SIZE}>
              <Link
                to={`${href('/sklep')}?gender=${gender}&brand=${slug}`}
                className={TILE}
                onPointerEnter={() => prefetchBrand(slug)}
                onFocus={() => prefetchBrand(slug)}
                onClick={(event) => {
                  if (event.metaKey || event.ctrlKey || event.shiftKey) return
                  event.preventDefault()
                  onBrand(slug)
                }}
              >
                <TileFace imageKey={imageKey}>
                  <span className={TILE_NAME}>{name}</span>
                  <span className="text-xs max-[22.5rem]:sr-only md:max-lg:sr-only">
                    {total} {inflectProducts(total)}
                  </span>
                </TileFace>
              </Link>
            </li>
          ))}
      </ul>
      {/* The phone has the sheet of all brands. */}
      <TilePager page={page} pages={pages} onPage={setPage} label="Kolejne marki" className="max-md:hidden" />
    </>
  )
}
