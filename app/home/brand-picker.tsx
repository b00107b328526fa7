import { type ReactNode, useEffect, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import { preloadDialog, useDialogs } from '#app/shell/dialogs.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { cachedPart } from '#app/ui/cached-part.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { useSeen } from '#app/ui/use-seen.ts'
import { PICKER_GENDERS, PICKER_TILES, type PickerBrand, type PickerGender } from '#domain/catalog/picker.ts'
import { inflectProducts } from '#domain/catalog/product.ts'
import { offerBrands } from './brand-choice.ts'
import type { HomeTexts } from './home-texts.server.ts'
import type { PickerWish } from './picker-products.tsx'
import { TILE, TILE_GRID, TILE_NAME, TILE_SIZE, TileFace, TilePager, TileSkeletons } from './picker-tiles.tsx'

const PickerProducts = lazyPart<{ gender: PickerGender; wish: PickerWish; onBack: (() => void) | null }>(
  () => import('./picker-products.tsx'),
  { skeleton: <TileSkeletons /> },
)

const NAMES: Record<PickerGender, string> = { women: 'Damskie', men: 'Męskie' }
const TONES: Record<PickerGender, string> = { women: 'bg-blush', men: 'bg-smoke' }
/** The phone shows the one that is chosen, also before the page is alive. */
const ON_PHONE: Record<PickerGender, string> = {
  women: 'max-md:group-has-[[value=men]:checked]/picker:hidden',
  men: 'max-md:not-group-has-[[value=men]:checked]/picker:hidden',
}
/** A pause in typing after which the search begins, ms. */
const TYPING_PAUSE_MS = 300

type BrandPickerProps = { texts: HomeTexts['brands']; brands: PickerBrand[] }

/**
 * The way in for those who know no name yet: for whom, then which brand, then its products. Two columns that open when they
 * are pointed at, entered or pressed; on the phone one at a time, with a search and a sheet of all brands. Without scripts
 * every tile is a link to the shop.
 */
export default cachedPart(function BrandPicker({ texts, brands }: BrandPickerProps) {
  const [gender, setGender] = useState<PickerGender>('women')
  const [brand, setBrand] = useState<Record<PickerGender, string | null>>({ women: null, men: null })
  const [search, setSearch] = useState('')
  const section = useRef<HTMLElement>(null)
  const seen = useSeen(section)
  // With substitutes hidden there is one brand and no way back from it.
  const [only] = brands
  const forced = seen && brands.length === 1 && only ? only.slug : null
  const choose = (of: PickerGender, slug: string | null) => setBrand((chosen) => ({ ...chosen, [of]: slug }))
  useEffect(() => offerBrands(brands, (slug) => choose(gender, slug)))
  const [isAlive, setAlive] = useState(false)
  // Somebody may have pressed before the picker was alive.
  useEffect(() => {
    setAlive(true)
    if (section.current?.querySelector<HTMLInputElement>('[value=men]')?.checked) setGender('men')
  }, [])

  return (
    <section
      ref={section}
      id="marki"
      aria-labelledby="marki-naglowek"
      className="group/picker page-width py-14 sm:py-20"
    >
      <h2 id="marki-naglowek" className="font-display text-3xl sm:text-4xl">
        {texts.title}
      </h2>
      <p className="mt-3 max-w-xl text-night/85">{texts.text}</p>
      <PhoneControls
        gender={gender}
        onGender={setGender}
        onSearch={setSearch}
        offersBrands={brands.length > 1}
        isAlive={isAlive}
      />
      {search !== '' && (
        <div className={classNames('mt-3 rounded-3xl p-3 md:hidden', TONES[gender])}>
          <PickerProducts gender={gender} wish={{ search }} onBack={null} />
        </div>
      )}
      <div className={classNames('mt-3 grid gap-6 md:mt-8 md:grid-cols-2', search !== '' && 'max-md:hidden')}>
        {PICKER_GENDERS.map((of) => (
          <Panel
            key={of}
            gender={of}
            brands={brands.filter((one) => one[of].total > 0)}
            brand={forced ?? brand[of]}
            onBrand={(slug) => choose(of, slug)}
            onBack={forced ? null : () => choose(of, null)}
            isAlive={isAlive}
          />
        ))}
      </div>
    </section>
  )
})

type PhoneControlsProps = {
  gender: PickerGender
  onGender: (gender: PickerGender) => void
  onSearch: (words: string) => void
  offersBrands: boolean
  isAlive: boolean
}

function PhoneControls({ gender, onGender, onSearch, offersBrands, isAlive }: PhoneControlsProps) {
  const dialogs = useDialogs()
  const timer = useRef<number>(undefined)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const search = (words: string, pause: number) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => onSearch(words.trim()), pause)
  }
  return (
    <form
      action={href('/sklep')}
      className="mt-6 space-y-3 md:hidden"
      onSubmit={(event) => {
        event.preventDefault()
        search(String(new FormData(event.currentTarget).get('search') ?? ''), 0)
      }}
    >
      <fieldset className="grid grid-cols-2 rounded-full bg-sand p-1">
        <legend className="sr-only">Dla kogo</legend>
        {PICKER_GENDERS.toReversed().map((of) => (
          <label
            key={of}
            className="focus-ring-within grid min-h-11 place-items-center rounded-full text-sm font-semibold transition-colors has-checked:bg-night has-checked:text-ivory"
          >
            <input
              type="radio"
              name="gender"
              value={of}
              defaultChecked={of === gender}
              onChange={() => onGender(of)}
              className="sr-only"
            />
            {NAMES[of]}
          </label>
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-2">
        <input
          type="search"
          name="search"
          aria-label="Szukaj perfum"
          placeholder="Szukaj perfum"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          onChange={(event) => search(event.target.value, TYPING_PAUSE_MS)}
          onFocus={PickerProducts.preload}
          className="pill min-h-12 min-w-44 flex-1 px-5 py-2 text-base placeholder:text-night/70"
        />
        {offersBrands && (
          <button
            type="button"
            aria-haspopup="dialog"
            disabled={!isAlive}
            onFocus={() => preloadDialog('brands')}
            onClick={() => dialogs.open({ name: 'brands' })}
            className={buttonClass('secondary', 'tight', 'min-h-12 shrink-0 noscript:hidden max-[22.5rem]:w-full')}
          >
            Wybierz markę
          </button>
        )}
      </div>
    </form>
  )
}

type PanelProps = {
  gender: PickerGender
  brands: PickerBrand[]
  brand: string | null
  onBrand: (slug: string) => void
  onBack: (() => void) | null
  isAlive: boolean
}

function Panel({ gender, brands, brand, onBrand, onBack, isAlive }: PanelProps) {
  const [open, setOpen] = useState(false)
  const chosen = brands.find(({ slug }) => slug === brand)
  const shopHref = `${href('/sklep')}?gender=${gender}`
  const panel = useRef<HTMLDivElement>(null)

  /** What was pressed is gone: the first tile of the new ones takes the focus. */
  function moveTo(change: () => void) {
    change()
    panel.current?.querySelector<HTMLElement>('[data-panel-title]')?.focus({ preventScroll: true })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its title is a button; pointing at the panel only opens it sooner.
    <div
      ref={panel}
      data-open={open || undefined}
      className={classNames(
        'picker-panel relative overflow-hidden rounded-3xl p-3 pt-1 lg:p-5 lg:pt-3',
        TONES[gender],
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
        <h3 className="min-w-0 font-display text-xl sm:text-2xl lg:text-3xl">
          <button
            type="button"
            data-panel-title=""
            aria-expanded={isAlive ? open : undefined}
            aria-controls={`zapachy-${gender}`}
            onClick={() => setOpen(true)}
            className="picker-title flex min-h-11 max-w-full items-center text-left max-md:pointer-events-none"
          >
            <span className="truncate">
              <span className={classNames(chosen && 'max-lg:sr-only')}>
                {NAMES[gender]}
                {chosen && ': '}
              </span>
              {chosen?.name}
            </span>
          </button>
        </h3>
        <Link
          to={chosen ? `${shopHref}&brand=${chosen.slug}` : shopHref}
          className="relative z-10 inline-flex min-h-11 shrink-0 items-center text-sm font-semibold underline underline-offset-4"
        >
          Zobacz w sklepie
          <span className="sr-only">: {chosen?.name ?? NAMES[gender]}</span>
        </Link>
      </div>
      <div id={`zapachy-${gender}`} className="picker-tiles relative">
        {brand === null ? (
          <BrandTiles gender={gender} brands={brands} onBrand={(slug) => moveTo(() => onBrand(slug))} />
        ) : (
          <PickerProducts gender={gender} wish={{ brand }} onBack={onBack && (() => moveTo(onBack))} />
        )}
      </div>
      <Cover>
        <ProductPicture
          imageKey={findCoverPicture(brands, gender)}
          alt=""
          sizes="(min-width: 80rem) 380px, (min-width: 48rem) 30vw, 1px"
          className="size-full"
        />
      </Cover>
    </div>
  )
}

/** The first that is not the other panel's as well: a unisex scent stands for both. */
function findCoverPicture(brands: PickerBrand[], gender: PickerGender): string | null {
  const own = brands.find(({ women, men }) => women.imageKey !== men.imageKey) ?? brands[0]
  return own?.[gender].imageKey ?? null
}

/** What lies over the tiles of a wide screen until its panel opens. */
function Cover({ children }: { children: ReactNode }) {
  return (
    <div
      aria-hidden="true"
      className="picker-cover pointer-events-none absolute inset-x-0 top-16 bottom-0 max-md:hidden"
    >
      <div className="mx-auto h-full w-7/10 overflow-hidden rounded-t-full">{children}</div>
    </div>
  )
}

type BrandTilesProps = { gender: PickerGender; brands: PickerBrand[]; onBrand: (slug: string) => void }

function BrandTiles({ gender, brands, onBrand }: BrandTilesProps) {
  const [page, setPage] = useState(1)
  const pages = Math.ceil(brands.length / PICKER_TILES)
  return (
    <>
      <ul aria-label={`Marki, ${NAMES[gender].toLowerCase()}`} className={TILE_GRID}>
        {brands
          .slice((page - 1) * PICKER_TILES, page * PICKER_TILES)
          .map(({ slug, name, [gender]: { imageKey, total } }) => (
            <li key={slug} className={TILE_SIZE}>
              <Link
                to={`${href('/sklep')}?gender=${gender}&brand=${slug}`}
                className={TILE}
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
