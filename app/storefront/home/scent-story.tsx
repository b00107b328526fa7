import type { HomeTexts } from './home-texts.server.ts'

/** How a scent unfolds, and what people say about ours. */
export function ScentStory({ texts, quotes }: { texts: HomeTexts['media']; quotes: string[] }) {
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
}
