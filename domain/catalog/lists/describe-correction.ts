/** A search that leaves all products. */
const EVERYTHING = 'perfumy'

/** 'Nie znamy słowa „zimowe”.' */
export function describeUnknownWords(words: readonly string[]): string {
  const quoted = words.map((word) => `„${word}”`).join(', ')
  return words.length > 1 ? `Nie znamy słów ${quoted}.` : `Nie znamy słowa ${quoted}.`
}

/** The sentence that names the search that was used instead, and the words that it left out. */
export function describeCorrection(search: string, corrected: string, ignored: readonly string[] = []): string {
  const reason = ignored.length === 0 ? `Nie ma „${search}”.` : describeUnknownWords(ignored)
  return `${reason} ${corrected === EVERYTHING ? 'Oto wszystkie perfumy.' : `Pokazujemy wyniki dla „${corrected}”.`}`
}
