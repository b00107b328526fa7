import type { HomeTexts } from './home-texts.server.ts'

/** What a substitute is and is not; dark, for rhythm. */
export function Quality({ texts }: { texts: HomeTexts['quality'] }) {
  return (
    <section id="jakosc" aria-labelledby="jakosc-naglowek" className="on-night bg-night text-ivory">
      <div className="page-width grid items-center gap-10 py-16 sm:py-24 lg:grid-cols-2 lg:gap-16">
        <div>
          <h2 id="jakosc-naglowek" className="font-display text-3xl sm:text-4xl">
            {texts.title}
          </h2>
          <div className="mt-6 space-y-4 text-ivory/90">
            {texts.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
        <img
          src="/film/quality-poster.webp"
          width={1280}
          height={720}
          alt="Flakon Kuthban Dahab na okrągłym cokole przed złoconym łukiem"
          loading="lazy"
          className="aspect-video w-full rounded-3xl object-cover lg:aspect-4/5"
        />
      </div>
    </section>
  )
}
