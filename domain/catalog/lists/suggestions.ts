import type { z } from 'zod'
import type { suggestionsSchema } from '#domain/catalog/product-schema.ts'
import { foldText } from '#domain/kernel/text/fold-text.ts'

/** Typed characters before anything is suggested, and the pause after typing, ms. */
export const SUGGEST_MIN_LENGTH = 2
export const SUGGEST_DEBOUNCE_MS = 200

/** Most suggestions of each kind. */
export const MOST_SUGGESTED = { products: 5, brands: 3, notes: 4 } as const

export type Suggestions = z.output<typeof suggestionsSchema>

/** Names that have every typed word. Names that begin with the typed text come first; otherwise the order is kept. */
export function findNamed<Named extends { name: string }>(all: readonly Named[], typed: string, most: number): Named[] {
  const words = foldText(typed).split(/\s+/).filter(Boolean)
  const beginning = words.join(' ')
  const fitting = all.flatMap((named) => {
    const name = foldText(named.name)
    return words.every((word) => name.includes(word)) ? [{ named, isFirst: name.startsWith(beginning) }] : []
  })
  return [...fitting.filter(({ isFirst }) => isFirst), ...fitting.filter(({ isFirst }) => !isFirst)]
    .slice(0, most)
    .map(({ named }) => named)
}
