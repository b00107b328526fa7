import { SectionHeading } from '#app/ui/section-heading.tsx'

type SectionTextProps = {
  id: string
  texts: { eyebrow: string; title: string; paragraphs: string[] }
  className?: string
}

/** Heading and paragraphs of a section; `id` is for its aria-labelledby. */
export function SectionText({ id, texts, className = '' }: SectionTextProps) {
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
