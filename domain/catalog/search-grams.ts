/** Letters of a word in a row that the index of search texts holds. */
const GRAM = 3

/** More would cost the index more than they narrow. */
const GRAMS_MAX = 12

/** Grams that cover the words; search_grams of the database has them too if the words are there. */
export function pickGrams(words: readonly string[]): string[] {
  const grams = words.flatMap((word) => {
    const letters = [...word]
    const starts = Array.from({ length: Math.ceil(letters.length / GRAM) }, (_, index) => index * GRAM)
    return starts.map((start) => cutGram(letters, start))
  })
  return [...new Set(grams)].slice(0, GRAMS_MAX)
}

/** One gram, whose frequency tells the planner how many rows fit better than the product of several would. */
export function pickGram(words: readonly string[]): string[] {
  const letters = words.map((word) => [...word]).sort((a, b) => b.length - a.length)[0]
  return letters ? [cutGram(letters, Math.floor((letters.length - GRAM) / 2))] : []
}

function cutGram(letters: readonly string[], start: number): string {
  const first = Math.max(0, Math.min(start, letters.length - GRAM))
  return letters.slice(first, first + GRAM).join('')
}
