import { useRef } from 'react'
import { ProductPicture } from '#app/catalog/product-picture.tsx'
import type { ShopTexts } from '#app/shop-texts.server.ts'
import { classNames } from '#app/ui/class-names.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { SectionText } from '#app/ui/section-heading.tsx'
import { useSeen } from '#app/ui/use-seen.ts'
import type { FrontPicture } from '#domain/settings/front-pictures.ts'

const QualityFilm = lazyPart(() => import('./quality-film.tsx'))

const BESIDE_FILM = 'lg:grid-cols-[5fr_6fr] lg:gap-16'

type QualityProps = { texts: ShopTexts['quality']; picture: FrontPicture | undefined; isDemo: boolean }

/**
 * What a substitute is and is not, with the picture of the owner; without one, beside the demo products the film, which
 * shows one of them.
 */
export default function Quality({ texts, picture, isDemo }: QualityProps) {
  const frame = useRef<HTMLDivElement>(null)
  const seen = useSeen(frame)
  const hasPicture = isDemo || picture !== undefined
  return (
    <section id="jakosc" aria-labelledby="jakosc-naglowek" className="on-night bg-night text-ivory">
      <div
        className={classNames('page-width grid items-center gap-8 py-12 sm:gap-10 sm:py-24', hasPicture && BESIDE_FILM)}
      >
        <SectionText
          id="jakosc-naglowek"
          texts={texts}
          className={classNames('text-ivory/90', !hasPicture && 'max-w-prose')}
        />
        {picture && (
          <ProductPicture
            imageKey={picture.image_key}
            alt={picture.alt}
            sizes="(min-width: 64rem) 28rem, 90vw"
            className="w-full max-w-md justify-self-center rounded-3xl"
          />
        )}
        {isDemo && !picture && (
          // The poster stays below the film, so that loading or failing moves nothing.
          <div ref={frame} className="relative aspect-video overflow-hidden rounded-3xl bg-night-soft">
            <img
              src="/film/quality-poster.webp"
              width={1280}
              height={720}
              alt="Flakon perfum na okrągłym cokole przed złoconym łukiem"
              loading="lazy"
              className="size-full object-cover"
            />
            {seen && <QualityFilm label={texts.video_label} soundOn={texts.sound_on} soundOff={texts.sound_off} />}
          </div>
        )}
      </div>
    </section>
  )
}
