import { diffLines, diffWordsWithSpace } from 'diff'
import { Fragment } from 'react'

/** Lines that differ, each with the words that were added or taken away. */
export function TermsDiff({ before, after }: { before: string; after: string }) {
  const parts = diffLines(endLine(before), endLine(after))
  if (!parts.some(({ added, removed }) => added || removed)) return <p className="text-sm text-oud">Jeszcze nic.</p>
  return (
    <ul className="grid gap-3 text-sm">
      {parts.map((part, index) => {
        const next = parts[index + 1]
        // A change is what was taken away and what came in its place.
        if (part.added && parts[index - 1]?.removed) return null
        if (!part.added && !part.removed) return null
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a change is known by its place alone
          <li key={index} className="border-l-4 border-gold pl-3 break-words whitespace-pre-line">
            {part.removed && next?.added ? (
              <Words before={part.value} after={next.value} />
            ) : (
              <Words before={part.removed ? part.value : ''} after={part.added ? part.value : ''} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

const endLine = (text: string) => `${text.trim()}\n`

function Words({ before, after }: { before: string; after: string }) {
  return diffWordsWithSpace(before.trim(), after.trim()).map(({ value, added, removed }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words are known by their place alone
    <Fragment key={index}>
      {added ? (
        <ins className="bg-sage/60 no-underline">{value}</ins>
      ) : removed ? (
        <del className="text-wine">{value}</del>
      ) : (
        value
      )}
    </Fragment>
  ))
}
