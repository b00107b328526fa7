/** What the fonts of papers have: Latin with all its diacritics, Greek, Cyrillic, and signs of a price list. */
const PRINTABLE =
  /^[\n\u0020-\u007e\u00a0-\u00ac\u00ae-\u02af\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u03cf\u0400-\u045f\u048a-\u04ff\u1e00-\u1eff\u2010-\u2014\u2018-\u201a\u201c-\u201e\u2020-\u2022\u2026\u2030\u2032\u2033\u2039\u203a\u2044\u20ab\u20ac\u20b4\u2116\u2122\u2190-\u2193\u2212\u2260\u2264\u2265]*$/

/** Whether a paper can show this text as it is. */
export const isPrintable = (text: string): boolean => PRINTABLE.test(text)

/**
 * The text as papers show it: other spaces are plain ones, compatible forms ('①', 'ﬁ') are letters, emoji and invisible
 * signs are left out, and '?' stands for a letter that the fonts lack.
 */
export function toPrintable(text: string): string {
  if (isPrintable(text)) return text
  return [...text.normalize('NFC').replace(/[^\S\n]/gu, ' ')].map(foldCharacter).join('')
}

function foldCharacter(character: string): string {
  if (isPrintable(character)) return character
  const folded = character.normalize('NFKD')
  if (isPrintable(folded)) return folded
  return /[\p{L}\p{N}]/u.test(character) ? '?' : ''
}
