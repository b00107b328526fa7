import { cachedPart } from '#app/ui/cached-part.tsx'
import type { HomeTexts } from './home-texts.server.ts'

/** What a substitute is and is not; dark, for rhythm. */
export const Quality = cachedPart(function Quality({ texts }: { texts: HomeTexts['quality'] }) {
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
})

/** How a scent unfolds, and what people say about ours. */
export const ScentStory = cachedPart(function ScentStory({
  texts,
  quotes,
}: {
  texts: HomeTexts['media']
  quotes: string[]
}) {
  return (
    <section id="nuty" aria-labelledby="nuty-naglowek" className="page-width py-16 sm:py-24">
      <h2 id="nuty-naglowek" className="font-display text-3xl sm:text-4xl">
        {texts.title}
      </h2>
      <p className="mt-4 max-w-2xl">{texts.intro}</p>
      <h3 className="mt-10 font-display text-xl sm:text-2xl">{texts.notes_title}</h3>
      <ol className="mt-5 grid gap-5 md:grid-cols-3">
        {texts.notes.map((note, index) => (
          <li key={note.name} className="rounded-3xl bg-sand p-7">
            <span aria-hidden="true" className="font-display text-2xl text-oud italic">
              {index + 1}
            </span>
            <h4 className="mt-2 font-display text-xl">{note.name}</h4>
            <p className="mt-2 text-sm">{note.text}</p>
          </li>
        ))}
      </ol>
      <h3 className="mt-16 font-display text-xl sm:text-2xl">{texts.quotes_title}</h3>
      <ul className="mt-5 grid gap-x-8 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
        {quotes.map((quote) => (
          <li key={quote} className="border-t border-night/15 py-5">
            <blockquote className="font-display text-lg italic">„{quote}”</blockquote>
          </li>
        ))}
      </ul>
    </section>
  )
})

export const About = cachedPart(function About({ texts }: { texts: HomeTexts['about'] }) {
  return (
    <section id="ofirmie" aria-labelledby="ofirmie-naglowek" className="bg-sand">
      <div className="page-width grid gap-10 py-16 sm:py-24 lg:grid-cols-[3fr_2fr] lg:gap-20">
        <div>
          <h2 id="ofirmie-naglowek" className="font-display text-3xl sm:text-4xl">
            {texts.title}
          </h2>
          <div className="mt-6 max-w-prose space-y-4">
            {texts.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
        <ul className="space-y-6 self-center">
          {texts.points.map((point) => (
            <li key={point.title} className="border-l-2 border-gold pl-5">
              <h3 className="font-display text-xl">{point.title}</h3>
              <p className="mt-1 text-sm">{point.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
})
