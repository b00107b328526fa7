import { diffLines, diffWordsWithSpace } from 'diff'
import { Fragment } from 'react'
import { parseTermsBody, writeTermsBody } from '#domain/terms/terms.ts'

/** Lines that differ, under the headings of their paragraphs, with the words that were added or taken away. */
export function TermsDiff({ before, after }: { before: string; after: string }) {
  const changes = listChanges(before, after)
  if (changes.length === 0) return <p className="text-sm text-oud">Jeszcze nic.</p>
  return (
    <ul className="grid gap-4 text-sm">
      {changes.map(({ heading, lines }) => (
        <li key={heading}>
          <p className="font-semibold">{heading}</p>
          {lines.map((line) => (
            <p
              key={`${line.before}\n${line.after}`}
              className="mt-1.5 border-l-4 border-gold pl-3 break-words whitespace-pre-line"
            >
              <Words {...line} />
            </p>
          ))}
        </li>
      ))}
    </ul>
  )
}

type ChangedLines = { before: string; after: string }

function listChanges(before: string, after: string): { heading: string; lines: ChangedLines[] }[] {
  const [old, now] = [readParagraphs(before), readParagraphs(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((heading) => ({ heading, lines: listChangedLines(old.get(heading) ?? '', now.get(heading) ?? '') }))
    .filter(({ lines }) => lines.length > 0)
}

/** The lines of each paragraph by its heading. */
function readParagraphs(body: string): Map<string, string> {
  return new Map(
    parseTermsBody(body).map((block) => [block.heading, writeTermsBody([block]).slice(block.heading.length + 1)]),
  )
}

/** Changed lines: each removed text with its replacement. */
function listChangedLines(before: string, after: string): ChangedLines[] {
  const parts = diffLines(endLine(before), endLine(after))
  return parts.flatMap(({ value, added, removed }, index) => {
    const next = parts[index + 1]
    if (removed) return { before: value.trim(), after: next?.added ? next.value.trim() : '' }
    return added && !parts[index - 1]?.removed ? { before: '', after: value.trim() } : []
  })
}

const endLine = (text: string) => (text === '' ? '' : `${text}\n`)

function Words({ before, after }: ChangedLines) {
  return diffWordsWithSpace(before, after).map(({ value, added, removed }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words have no other key than their position
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
