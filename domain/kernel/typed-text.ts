/** For the person who typed what `isPlainText` refuses. */
export const FORBIDDEN_CHARACTERS_MESSAGE = 'Usuń niedozwolone znaki'

/**
 * Control and format characters, halves of surrogate pairs, line and paragraph separators: the database or mail headers
 * refuse some of them, and the others (right-to-left overrides, invisible joiners) make a line read as what it is not.
 */
const TYPED_TEXT = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u

/** Whether this can stand in one line of an order, an account or an email exactly as a person sees it. */
export function isPlainText(text: string): boolean {
  return TYPED_TEXT.test(text)
}

/** As the database counts: characters, not halves of them. */
export const countCharacters = (text: string): number => [...text].length

/** What keyboards and pasted texts bring along unseen; not the joiner inside an emoji. */
const UNSEEN =
  /[\u00AD\u200B\u200C\u2060\uFEFF]|(?<!\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?)\u200D|\u200D(?!\p{Extended_Pictographic})/gu

/** A text of several lines as it is stored: one kind of line break, one empty line at most, nothing unseen, trimmed. */
export function tidyLines(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(UNSEEN, '')
    .replace(/[^\S\n]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** `isPlainText` for a text of several lines that `tidyLines` made. */
export function isPlainLines(text: string): boolean {
  return isPlainText(text.replace(/[\n\u200D]/g, ''))
}

/** Whether the database can hold this text at all: it knows neither NUL nor halves of surrogate pairs. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
