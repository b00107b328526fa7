import { href, Link } from 'react-router'
import { buttonClass } from '#app/ui/button.tsx'
import { cachedPart } from '#app/ui/cached-part.tsx'
import { SLOGAN } from '#domain/settings/shop-profile.ts'
import type { HomeTexts } from './home-texts.server.ts'

const srcSet = (name: string, widths: readonly number[], format: 'avif' | 'webp') =>
  widths.map((width) => `/hero/${name}-${width}.${format} ${width}w`).join(', ')

const WIDE = (['avif', 'webp'] as const).map((format) => ({
  type: `image/${format}`,
  srcSet: srcSet('hero', [1200, 2000], format),
}))
const TALL = {
  avif: { type: 'image/avif', srcSet: srcSet('hero-mobile', [480, 720, 1000], 'avif') },
  webp: srcSet('hero-mobile', [480, 720, 1000], 'webp'),
}

/** The still life, calm on its left for the words; on the phone it stands above them. */
export const Hero = cachedPart(function Hero({ texts }: { texts: HomeTexts['hero'] }) {
  return (
    <section id="hero" className="on-night relative overflow-hidden bg-night text-ivory">
      <picture>
        {WIDE.map((format) => (
          <source key={format.type} media="(min-width: 40rem)" {...format} sizes="100vw" width={2000} height={1100} />
        ))}
        <source {...TALL.avif} sizes="100vw" />
        <img
          src="/hero/hero-mobile-720.webp"
          srcSet={TALL.webp}
          sizes="100vw"
          width={1000}
          height={1250}
          alt="Flakony perfum na tle złoconego łuku"
          fetchPriority="high"
          decoding="sync"
          className="h-[46svh] min-h-72 w-full object-cover object-[50%_62%] sm:object-[100%_60%] xl:absolute xl:inset-y-0 xl:right-0 xl:h-full xl:w-[86%] xl:object-[100%_75%]"
        />
      </picture>
      <div
        aria-hidden="true"
        className="absolute inset-y-0 left-[13.5%] hidden w-1/3 bg-linear-to-r from-night to-transparent xl:block"
      />
      <div className="page-width relative pt-7 pb-12 xl:flex xl:min-h-[min(46vw,52rem)] xl:flex-col xl:justify-center xl:py-16">
        <div className="max-w-xl xl:max-w-[27rem]">
          <p className="text-xs font-semibold tracking-widest text-gold-light uppercase">{texts.eyebrow}</p>
          <h1 className="mt-3 font-display text-4xl font-medium xl:text-[4.25rem] xl:leading-[1.04]">{SLOGAN}</h1>
          <p className="mt-5 max-w-md text-ivory/90">{texts.text}</p>
          <div className="mt-7 flex flex-wrap gap-x-6 gap-y-1">
            <Link to={href('/sklep')} prefetch="intent" className={buttonClass('on-night', 'lg')}>
              {texts.cta_primary}
            </Link>
            <a href="#jakosc" className={buttonClass('quiet-on-night', 'inline')}>
              {texts.cta_secondary}
            </a>
          </div>
          <ul className="mt-8 flex flex-wrap gap-x-6 gap-y-2 border-t border-ivory/20 pt-5 text-sm text-ivory/90">
            {texts.points.map((point) => (
              <li
                key={point}
                className="flex items-center gap-2 before:size-1.5 before:rotate-45 before:bg-gold-light before:content-['']"
              >
                {point}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
})
