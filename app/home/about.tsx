import type { HomeTexts } from './home-texts.server.ts'
import { SectionText } from './section-text.tsx'

export function About({ texts }: { texts: HomeTexts['about'] }) {
  return (
    <section id="ofirmie" aria-labelledby="ofirmie-naglowek" className="bg-sand">
      <div className="page-width grid gap-10 py-16 sm:py-24 lg:grid-cols-[3fr_2fr] lg:gap-20">
        <SectionText id="ofirmie-naglowek" texts={texts} className="max-w-prose" />
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
}
