/** Why a trademark in a text is dangerous; one sentence for the warning. */
export const TRADEMARK_REASON =
  'Porównywanie zamiennika ze znaną marką to czerpanie korzyści z jej renomy (wyrok C-487/07 L’Oréal przeciwko ' +
  'Bellure) i może skończyć się pozwem.'

/** Letters without accents and case, and single spaces for everything between words. */
function foldWords(text: string): string {
  return text
    .replace(/[łŁ]/g, 'l')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/**
 * The trademarks of a list that these texts name as whole words, in the order of the list. Case, accents and signs
 * between words make no difference: 'Chloe' is 'Chloé'. A longer word is another one: 'diorama' does not name 'Dior'.
 */
export function findTrademarks(list: readonly string[], texts: readonly string[]): string[] {
  const words = ` ${texts.map(foldWords).join(' | ')} `
  return list.filter((mark) => {
    const folded = foldWords(mark)
    return folded !== '' && words.includes(` ${folded} `)
  })
}

/** '„Dior” i „Sauvage”' */
export function quoteTrademarks(marks: readonly string[]): string {
  return new Intl.ListFormat('pl').format(marks.map((mark) => `„${mark}”`))
}
