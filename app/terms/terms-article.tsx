import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { LegalDocument } from '#app/legal/legal-document.tsx'
import { formatTermsDay, type TermsBlock, type TermsDocument } from '#domain/terms/terms.ts'

type TermsArticleProps = { document: TermsDocument; others: string[]; notice?: ReactNode }

/** A version of the terms with its forms, and links to the other versions. */
export function TermsArticle({ document: { title, effective, blocks }, others, notice }: TermsArticleProps) {
  const sections = blocks.filter(({ isNumbered }) => isNumbered)
  return (
    <LegalDocument
      title={title}
      effective={effective}
      notice={notice}
      sections={sections.map(({ heading, lines }) => ({ heading, items: lines }))}
    >
      {blocks.map((block) => !block.isNumbered && <FormToFill key={block.heading} form={block} />)}
      {others.length > 0 && (
        <nav aria-label="Inne wersje regulaminu" className="mt-12 text-sm print:hidden">
          <p className="font-semibold">Inne wersje regulaminu</p>
          <ul className="mt-1">
            {others.map((version) => (
              <li key={version}>
                <Link
                  to={href('/regulamin/:version', { version })}
                  className="inline-flex min-h-11 items-center underline underline-offset-4"
                >
                  {`Od ${formatTermsDay(version)}`}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </LegalDocument>
  )
}

/** The first line says when to use the form; lines that end with a colon are filled in by hand. */
function FormToFill({ form: { heading, lines } }: { form: TermsBlock }) {
  const [note, ...others] = lines
  return (
    <section id="formularz-odstapienia" className="mt-12 rounded-2xl border border-night/20 p-5 sm:p-8">
      <h2 className="font-display text-xl sm:text-2xl">{heading}</h2>
      <p className="mt-1 text-sm italic">{note}</p>
      <ul className="mt-5 space-y-4">
        {others.map((line) => (
          <li key={line} className={line.endsWith(':') ? 'border-b border-dotted border-night/50 pb-6' : undefined}>
            {line}
          </li>
        ))}
      </ul>
    </section>
  )
}
