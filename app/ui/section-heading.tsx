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

/** Heading and paragraphs of a section; `id` is for its aria-labelledby. */
export function SectionText({ id, texts, className }: SectionTextProps) {
  return (
    <div>
      <SectionHeading id={id} eyebrow={texts.eyebrow}>
        {texts.title}
      </SectionHeading>
      <div className={`mt-6 space-y-4 ${className}`}>
        {texts.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </div>
  )
}
