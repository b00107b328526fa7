import { useRef } from 'react'
import { lazyPart } from '#app/ui/lazy-part.tsx'
import { useSeen } from '#app/ui/use-seen.ts'
import type { HomeTexts } from './home-texts.server.ts'
import type { QualityFilmProps } from './quality-film.tsx'
import { SectionText } from './section-text.tsx'

const QualityFilm = lazyPart<QualityFilmProps>(() => import('./quality-film.tsx'), { skeleton: null })

/** What a substitute is and is not, with the film. */
export default function Quality({ texts }: { texts: HomeTexts['quality'] }) {
  const frame = useRef<HTMLDivElement>(null)
  const seen = useSeen(frame)
  return (
    <section id="jakosc" aria-labelledby="jakosc-naglowek" className="on-night bg-night text-ivory">
      <div className="page-width grid items-center gap-10 py-16 sm:py-24 lg:grid-cols-[5fr_6fr] lg:gap-16">
        <SectionText id="jakosc-naglowek" texts={texts} className="text-ivory/90" />
        {/* The poster stays below the film, so that loading or failing moves nothing. */}
        <div ref={frame} className="relative aspect-video overflow-hidden rounded-3xl bg-night-soft">
          <img
            src="/film/quality-poster.webp"
            width={1280}
            height={720}
            alt="Flakon Kuthban Dahab na okrągłym cokole przed złoconym łukiem"
            loading="lazy"
            className="size-full object-cover"
          />
          {seen && <QualityFilm label={texts.video_label} soundOn={texts.sound_on} soundOff={texts.sound_off} />}
        </div>
      </div>
    </section>
  )
}
