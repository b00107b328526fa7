import type { ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'

type Section = { heading: string; items: string[] }

type LegalDocumentProps = {
  title: string
  /** Since when it applies, or ''. */
  effective: string
  summary?: string
  /** Above the text. */
  notice?: ReactNode
  sections: Section[]
  children?: ReactNode
}

/** A legal text: numbered paragraphs under headings, readable and printable. */
export function LegalDocument({ title, effective, summary, notice, sections, children }: LegalDocumentProps) {
  return (
    <article className="page-width pt-10 pb-20 sm:pt-16">
      <div className="max-w-3xl">
        <h1 className="font-display text-3xl sm:text-4xl">{title}</h1>
        <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2">
          {effective !== '' && <p className="text-sm text-night/80">{effective}</p>}
          <Button variant="secondary" className="noscript:hidden print:hidden" onClick={() => window.print()}>
            Drukuj lub zapisz jako PDF
          </Button>
        </div>
        {notice}
        {summary && <p className="mt-6 rounded-2xl bg-sand/60 p-5 sm:p-7">{summary}</p>}
        {sections.map((section) => (
          <section key={section.heading} className="mt-10">
            <h2 className="font-display text-xl sm:text-2xl">{section.heading}</h2>
            <ol className="mt-3 list-decimal space-y-3 pl-6 break-words marker:text-night/70">
              {section.items.map((item) => (
                <li key={item} className="pl-1">
                  {item}
                </li>
              ))}
            </ol>
          </section>
        ))}
        {children}
      </div>
    </article>
  )
}
