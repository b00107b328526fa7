import { cachedPart } from '#app/ui/cached-part.tsx'
import type { HomeTexts } from './home-texts.server.ts'

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
