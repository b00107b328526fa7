import { href, Link } from 'react-router'
import type { ShopTexts } from '#app/shop-texts.server.ts'
import { buttonClass } from '#app/ui/button.tsx'
import { INTENT } from '#app/ui/save-data.ts'
import { buildPictureUrl, PICTURE_RATIO, PICTURE_WIDTHS, type PictureFormat } from '#domain/pictures/picture-url.ts'
import type { FrontPicture } from '#domain/settings/front-pictures.ts'

type HeroProps = { texts: ShopTexts['hero']; picture: FrontPicture | undefined; isDemo: boolean }

const srcSet = (name: string, widths: readonly number[], format: 'avif' | 'webp') =>
  widths.map((width) => `/hero/${name}-${width}.${format} ${width}w`).join(', ')

const WIDE = (['avif', 'webp'] as const).map((format) => ({
  type: `image/${format}`,
  srcSet: srcSet('hero', [1200, 2000], format),
}))
/** 750 px fit phones of 375 points at 2x and of 412 points at 1.75x; the next width has twice the bytes. */
const TALL_WIDTHS = [480, 750, 1000]
const TALL = {
  avif: { type: 'image/avif', srcSet: srcSet('hero-mobile', TALL_WIDTHS, 'avif') },
  webp: srcSet('hero-mobile', TALL_WIDTHS, 'webp'),
}

/**
 * The still life with the text on its plain left side. On narrow screens it is below the first text and fills the rest
 * of the first screen, so that notices at the lower edge cover only the picture. All is written in the order of narrow
 * screens, because a slow phone paints what it has read so far, and nothing may move afterwards. The still life shows
 * demo products: the picture of the owner replaces it, and an empty arch where there is neither.
 */
export function Hero({ texts, picture, isDemo }: HeroProps) {
  return (
    <section id="hero" className="on-night relative isolate overflow-hidden bg-night text-ivory">
      <div className="page-width flex flex-col justify-center pt-7 pb-8 xl:min-h-[min(46vw,52rem)] xl:py-16">
        <div className="flex flex-col items-start xl:max-w-md xl:flex-row xl:flex-wrap xl:gap-x-6">
          <p className="w-full text-xs font-semibold tracking-widest text-gold-light uppercase">{texts.eyebrow}</p>
          <h1 className="mt-3 max-w-xl font-display text-4xl font-medium max-[22.5rem]:text-3xl xl:w-full xl:text-[4.25rem] xl:leading-[1.04]">
            {texts.title}
          </h1>
          <Link
            to={href('/sklep')}
            prefetch={INTENT}
            className={buttonClass('on-night', 'lg', 'mt-6 xl:order-1 xl:mt-7')}
          >
            {texts.cta_primary}
          </Link>
          {picture ? <OwnPicture {...picture} /> : isDemo ? <StillLife /> : <EmptyArch />}
          <p className="mt-6 max-w-md text-ivory/90 xl:mt-5">{texts.text}</p>
          <a href="#jakosc" className={buttonClass('quiet-on-night', 'inline', 'mt-2 xl:order-1 xl:mt-7')}>
            {texts.cta_secondary}
          </a>
          <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-2 self-stretch border-t border-ivory/20 pt-5 text-sm text-ivory/90 xl:order-2 xl:mt-8 xl:w-full">
            {[...new Set(texts.points)].map((point) => (
              <li
                key={point}
                className="flex items-center gap-2 wrap-anywhere before:size-1.5 before:shrink-0 before:rotate-45 before:bg-gold-light before:content-['']"
              >
                {point}
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div
        aria-hidden="true"
        className="absolute inset-y-0 left-[13.5%] -z-10 hidden w-1/3 bg-linear-to-r from-night to-transparent xl:block"
      />
    </section>
  )
}

const PLACE =
  'relative -mx-[clamp(1rem,4vw,2.5rem)] mt-7 h-[calc(100svh-22.5rem)] min-h-60 self-stretch sm:h-[calc(100svh-19rem)] xl:static xl:-order-1 xl:m-0 xl:h-0 xl:min-h-0'

/** The owner's picture: the whole width on narrow screens, the right half on wide ones. */
function OwnPicture({ image_key: key, alt }: FrontPicture) {
  const list = (format: PictureFormat) =>
    PICTURE_WIDTHS.map((width) => `${buildPictureUrl(key, width, format)} ${width}w`).join(', ')
  const sizes = '(min-width: 80rem) 48vw, 100vw'
  return (
    <picture className={PLACE}>
      <source type="image/avif" srcSet={list('avif')} sizes={sizes} />
      <img
        src={buildPictureUrl(key, 720, 'webp')}
        srcSet={list('webp')}
        sizes={sizes}
        width={PICTURE_RATIO.width}
        height={PICTURE_RATIO.height}
        alt={alt}
        fetchPriority="high"
        decoding="sync"
        className="absolute inset-y-0 right-0 -z-10 size-full object-cover xl:w-[48%]"
      />
    </picture>
  )
}

/** Demo bottles in front of a gilded arch. */
function StillLife() {
  return (
    <picture className={PLACE}>
      {WIDE.map((format) => (
        <source key={format.type} media="(min-width: 40rem)" {...format} sizes="100vw" width={2000} height={1100} />
      ))}
      <source {...TALL.avif} sizes="100vw" />
      <img
        src="/hero/hero-mobile-750.webp"
        srcSet={TALL.webp}
        sizes="100vw"
        width={1000}
        height={1250}
        alt="Flakony perfum na tle złoconego łuku"
        fetchPriority="high"
        decoding="sync"
        className="absolute inset-y-0 right-0 -z-10 size-full object-cover object-[50%_42%] sm:object-[100%_60%] xl:w-[86%] xl:object-[100%_75%]"
      />
    </picture>
  )
}

/** The same arch without bottles. */
function EmptyArch() {
  return (
    <div className={PLACE}>
      <svg
        aria-hidden="true"
        viewBox="0 0 400 500"
        preserveAspectRatio="xMidYMax meet"
        className="absolute inset-y-0 right-0 -z-10 size-full xl:right-[6%] xl:w-[46%]"
      >
        <path
          d="M70 500V230C70 150 150 120 200 40C250 120 330 150 330 230V500"
          className="fill-oud/45 stroke-gold-light"
          strokeWidth="2.5"
        />
        <path
          d="M92 500V238C92 170 160 142 200 84C240 142 308 170 308 238V500"
          className="fill-gold/15 stroke-gold/50"
          strokeWidth="1"
        />
      </svg>
    </div>
  )
}
