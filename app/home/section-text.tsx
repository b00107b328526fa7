type SectionTextProps = { id: string; texts: { title: string; paragraphs: string[] }; className?: string }

/** A section's heading, to be named by, and what it says. */
export function SectionText({ id, texts, className = '' }: SectionTextProps) {
  return (
    <div>
      <h2 id={id} className="font-display text-3xl sm:text-4xl">
        {texts.title}
      </h2>
      <div className={`mt-6 space-y-4 ${className}`}>
        {texts.paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </div>
  )
}
