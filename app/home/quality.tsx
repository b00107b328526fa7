import { useRef } from 'react'
import type { ShopTexts } from '#app/shop-texts.server.ts'
import { classNames } from '#app/ui/class-names.ts'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { SectionText } from '#app/ui/section-heading.tsx'
import { useSeen } from '#app/ui/use-seen.ts'

const QualityFilm = lazyPart(() => import('./quality-film.tsx'))

const BESIDE_FILM = 'lg:grid-cols-[5fr_6fr] lg:gap-16'

/** What a substitute is and is not; with the demo products also the film, which shows one of them. */
export default function Quality({ texts, isDemo }: { texts: ShopTexts['quality']; isDemo: boolean }) {
  const frame = useRef<HTMLDivElement>(null)
  const seen = useSeen(frame)
  return (
    <section id="jakosc" aria-labelledby="jakosc-naglowek" className="on-night bg-night text-ivory">
      <div className={classNames('page-width grid items-center gap-10 py-16 sm:py-24', isDemo && BESIDE_FILM)}>
        <SectionText
          id="jakosc-naglowek"
          texts={texts}
          className={classNames('text-ivory/90', !isDemo && 'max-w-prose')}
        />
        {isDemo && (
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
