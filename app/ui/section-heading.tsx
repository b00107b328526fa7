import { useState } from 'react'
import { classNames } from './class-names.ts'

type SectionHeadingProps = { id: string; eyebrow: string; children: string }

/** The heading of a section of a page, in sentence case under an eyebrow in capitals. */
export function SectionHeading({ id, eyebrow, children }: SectionHeadingProps) {
  return (
    <div>
      <p className="mb-2 text-xs font-semibold tracking-widest text-oud uppercase in-[.on-night]:text-gold-light">
        {eyebrow}
      </p>
      <h2 id={id} className="font-display text-3xl sm:text-4xl">
        {children}
      </h2>
    </div>
  )
}

type SectionTextProps = {
  id: string
  texts: { eyebrow: string; title: string; paragraphs: string[] }
  className: string
}

/** Shorter texts have about four lines on a phone, characters. */
const FOLDED_FROM_LENGTH = 200

/** Heading and paragraphs of a section, on phones four lines until a press; `id` is for its aria-labelledby. */
export function SectionText({ id, texts, className }: SectionTextProps) {
  const [isOpen, setOpen] = useState(false)
  const canFold = texts.paragraphs.join(' ').length > FOLDED_FROM_LENGTH
  return (
    <div>
      <SectionHeading id={id} eyebrow={texts.eyebrow}>
        {texts.title}
      </SectionHeading>
      <div
        className={classNames(
          'mt-6 space-y-4',
          canFold && !isOpen && 'max-sm:not-noscript:max-h-[6.8rem] max-sm:not-noscript:overflow-hidden',
          canFold && !isOpen && 'max-sm:not-noscript:mask-b-from-50%',
          className,
        )}
      >
        {texts.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      {canFold && (
        <button
          type="button"
          aria-expanded={isOpen}
          className="min-h-11 text-sm font-semibold underline underline-offset-4 noscript:hidden sm:hidden"
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Zwiń' : 'Czytaj dalej'}
        </button>
      )}
    </div>
  )
}
