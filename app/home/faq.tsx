import { CHEVRON_DOWN, Icon } from '#app/ui/icon.tsx'
import { SectionHeading } from '#app/ui/section-heading.tsx'
import type { HomeTexts } from './home-texts.server.ts'

/** What people ask before they buy; opens without a script, and the browser's own search finds what is closed. */
export function Faq({ questions }: { questions: HomeTexts['faq'] }) {
  return (
    <section id="pytania" aria-labelledby="pytania-naglowek" className="page-width py-16 sm:py-24">
      <div className="grid gap-x-20 gap-y-8 lg:grid-cols-[1fr_2fr]">
        <SectionHeading id="pytania-naglowek" eyebrow="Zanim kupisz">
          Częste pytania
        </SectionHeading>
        <div className="border-t border-night/15">
          {questions.map(({ question, answer }) => (
            <details key={question} className="group border-b border-night/15">
              <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 [&::-webkit-details-marker]:hidden">
                <h3 className="font-display text-lg sm:text-xl">{question}</h3>
                <Icon
                  d={CHEVRON_DOWN}
                  className="size-5 shrink-0 text-oud transition-transform duration-150 group-open:rotate-180"
                />
              </summary>
              <p className="max-w-prose pb-5 text-night/90">{answer}</p>
            </details>
          ))}
        </div>
      </div>
    </section>
  )
}
