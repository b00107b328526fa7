/** A text that somebody typed: each line is a paragraph. */
export function Paragraphs({ of: text, className }: { of: string; className: string }) {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return (
    <div className={className}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines can be the same
        <p key={index}>{line}</p>
      ))}
    </div>
  )
}
