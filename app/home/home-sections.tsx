import { cachedPart } from '#app/ui/cached-part.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { HomeTexts } from './home-texts.server.ts'

const MAIL =
  'm22 7-8.991 5.727a2 2 0 0 1-2.009 0L2 7M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2z'
const PHONE =
  'M13.832 16.568a1 1 0 0 0 1.213-.303l.355-.465A2 2 0 0 1 17 15h3a2 2 0 0 1 2 2v3a2 2 0 0 1-2 2A18 18 0 0 1 2 4a2 2 0 0 1 2-2h3a2 2 0 0 1 2 2v3a2 2 0 0 1-.8 1.6l-.468.351a1 1 0 0 0-.292 1.233 14 14 0 0 0 6.392 6.384'

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

type ContactProps = { texts: HomeTexts['contact']; email: string; phone: string }

/** How to reach the shop. */
export const Contact = cachedPart(function Contact({ texts, email, phone }: ContactProps) {
  return (
    <section
      id="kontakt"
      aria-labelledby="kontakt-naglowek"
      className="on-night border-b border-ivory/15 bg-night text-ivory"
    >
      <div className="page-width grid gap-8 py-16 sm:py-20 md:grid-cols-2 md:items-center">
        <div>
          <h2 id="kontakt-naglowek" className="font-display text-3xl sm:text-4xl">
            {texts.title}
          </h2>
          <p className="mt-3 max-w-md text-ivory/90">{texts.text}</p>
        </div>
        <ul className="space-y-2">
          <li>
            <a
              href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
              className="group inline-flex min-h-13 items-center gap-4"
            >
              <Icon d={PHONE} className="size-6 text-gold-light" strokeWidth={1.5} />
              <span className="font-display text-xl underline-offset-4 group-hover:underline">{phone}</span>
            </a>
          </li>
          <li>
            <a href={`mailto:${email}`} className="group inline-flex min-h-13 items-center gap-4">
              <Icon d={MAIL} className="size-6 shrink-0 text-gold-light" strokeWidth={1.5} />
              <span className="font-display text-xl break-all underline-offset-4 group-hover:underline">{email}</span>
            </a>
          </li>
        </ul>
      </div>
    </section>
  )
})
