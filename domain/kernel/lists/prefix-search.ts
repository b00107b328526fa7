const COMBINING_MARKS = /[\u0300-\u036f]/g
/** Letters without a combining mark, as the database folds them. */
const LETTERS: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ß: 's', '’': "'" }

function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(COMBINING_MARKS, '')
    .replace(/[łøđß’]/g, (letter) => LETTERS[letter] ?? letter)
}

/**
 * A comment for statements whose best plan depends on their values, such as a word that few or most rows contain. They
 * are planned on each execution instead of once per connection.
 */
export const PLANNED_FOR_VALUES = '/* planned for its values */'

/** Most words of one search. Further words are ignored. */
const MOST_WORDS = 6
/** Shorter beginnings match too many orders. */
const SHORTEST_WORD = 2

/**
 * The word beginnings that a matching order must have, folded as the database folds them. A number typed in groups is
 * one word, with or without +48. Empty: nothing searchable was typed.
 */
export function listSearchWords(search: string): string[] {
  const compact = search.replace(/[\s().+-]/g, '')
  if (/^\d+$/.test(compact)) {
    const digits = compact.replace(/^00/, '')
    return digits.length < SHORTEST_WORD ? [] : [digits]
  }
  return search
    .split(/[\s,]+/)
    .flatMap((word) => (word.includes('@') ? [word.toLowerCase()] : fold(word).split(/['.-]+/)))
    .filter((word) => word.length >= SHORTEST_WORD)
    .slice(0, MOST_WORDS)
}

/** The search as a full-text query of PostgreSQL: all words, each as a prefix. */
export function toSearchQuery(words: readonly string[]): string {
  return words.map((word) => `'${word.replace(/[\\']/g, (sign) => sign + sign)}':*`).join(' & ')
}
