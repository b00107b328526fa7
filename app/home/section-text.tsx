import { SectionHeading } from '#app/ui/section-heading.tsx'

type SectionTextProps = {
  id: string
  texts: { eyebrow: string; title: string; paragraphs: string[] }
  className?: string
}

/** A section's heading, to be named by, and what it says. */
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
