/** The sentence that names the search that was used instead, and the words that it left out. */
export function describeCorrection(search: string, corrected: string, ignored: readonly string[] = []): string {
  const unknown = ignored.map((word) => `„${word}”`).join(', ')
  const reason = unknown === '' ? `Nie ma „${search}”.` : `Pomijamy ${unknown}.`
  return `${reason} Pokazujemy wyniki dla „${corrected}”.`
}
