import type { ShopTexts } from '#app/shop-texts.server.ts'
import { SectionHeading } from '#app/ui/section-heading.tsx'
import type { Film } from '#domain/films/film.ts'
import { Films } from './films.tsx'
import type { Quote } from './home-texts.server.ts'

/** Quotes for screen readers; the strip shows all of them. */
const READ_OUT = 4

/** `isDemo`: the shop sells the demo products, which the default film shows. */
type ScentStoryProps = { texts: ShopTexts['media']; quotes: Quote[]; films: Film[]; isDemo: boolean }

/** Quotes of customers, how a scent unfolds, and films. */
export default function ScentStory({ texts, quotes, films, isDemo }: ScentStoryProps) {
  return (
    <section id="nuty" aria-labelledby="nuty-naglowek" className="py-12 sm:py-24">
      <div className="page-width">
        <SectionHeading id="nuty-naglowek" eyebrow={texts.eyebrow}>
          {texts.title}
        </SectionHeading>
        <p className="mt-4 max-w-2xl">{texts.intro}</p>
      </div>
      {quotes.length > 0 && <QuoteStrip title={texts.quotes_title} quotes={quotes} />}
      <div className="page-width">
        <h3 className="mt-10 font-display text-xl sm:text-2xl">{texts.notes_title}</h3>
        <ol className="mt-5 grid gap-4 md:grid-cols-3 md:gap-5">
          {texts.notes.map((note, index) => (
            <li key={note.name} className="rounded-3xl bg-sand p-5 sm:p-7">
              <span aria-hidden="true" className="font-display text-2xl text-oud italic">
                {index + 1}
              </span>
              <h4 className="mt-2 font-display text-xl">{note.name}</h4>
              <p className="mt-2 text-sm">{note.text}</p>
            </li>
          ))}
        </ol>
      </div>
      {(films.length > 0 || isDemo) && (
        <Films title={texts.films_title} films={films} ownTitle={texts.own_film_title} />
      )}
    </section>
  )
}

/**
 * A strip of quotes that scrolls by itself. It holds them twice, so that it repeats without a gap. Hover, focus and the
 * switch pause it; with reduced motion it is scrolled by hand.
 */
function QuoteStrip({ title, quotes }: { title: string; quotes: Quote[] }) {
  // Reviews name their author; the demo's quotes do not.
  const areReviews = quotes.some(({ author }) => author !== null)
  return (
    <div className="has-checked:[--strip-motion:paused] has-focus-visible:[--strip-motion:paused] hover:[--strip-motion:paused]">
      <div className="page-width mt-8 flex min-h-11 sm:mt-12 items-center justify-between gap-4">
        <h3 className="font-display text-xl sm:text-2xl">{title}</h3>
        <label className="focus-ring-within inline-flex min-h-11 items-center rounded-full border border-night/45 px-4 text-sm font-semibold hover:bg-sand motion-reduce:hidden">
          <input type="checkbox" className="sr-only" />
          <span className="[:checked~&]:hidden">Zatrzymaj przewijanie</span>
          <span className="hidden [:checked~&]:inline">Wznów przewijanie</span>
        </label>
      </div>
      <ul className="sr-only">
        {quotes.slice(0, READ_OUT).map(({ text, author }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two customers may write the same
          <li key={index}>
            „{text}” {author}
          </li>
        ))}
      </ul>
      <section
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: with reduced motion the arrow keys scroll it
        tabIndex={0}
        className="mt-5 overflow-hidden border-y border-night/15 py-6 motion-reduce:overflow-x-auto"
      >
        <div aria-hidden="true" className="quote-strip flex w-max">
          {['first', 'again'].map((turn) => (
            <ul key={turn} className={turn === 'again' ? 'flex motion-reduce:hidden' : 'flex'}>
              {quotes.map(({ text, author }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two customers may write the same
                <li key={index} className="mx-5 flex items-center gap-10 whitespace-nowrap">
                  <span>
                    <span className="font-display text-lg italic sm:text-xl">„{text}”</span>
                    {author !== null && <span className="ml-3 text-sm">{author}</span>}
                  </span>
                  <span className="size-1.5 rotate-45 bg-gold" />
                </li>
              ))}
            </ul>
          ))}
        </div>
      </section>
      {areReviews && (
        <p className="page-width mt-3 text-xs text-night/80">
          Słowa z opinii klientów, którym dostarczyliśmy produkt („Potwierdzony zakup”).
        </p>
      )}
    </div>
  )
}
