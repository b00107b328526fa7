/** The message about text that `isPlainText` refuses. */
export const FORBIDDEN_CHARACTERS_MESSAGE = 'Usuń niedozwolone znaki'

/**
 * Excludes control and format characters, unpaired surrogates, and line and paragraph separators. The database or mail
 * headers refuse some of them. Others (right-to-left overrides, invisible joiners) make a line look different from its
 * content.
 */
const TYPED_TEXT = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u

/** Whether a line of an order, an account or an e-mail can contain this text exactly as a person sees it. */
export const isPlainText = (text: string): boolean => TYPED_TEXT.test(text)

/** Counts characters as the database does, not UTF-16 units. */
export const countCharacters = (text: string): number => [...text].length

/** Invisible characters of keyboards and pasted texts, except the joiner inside an emoji. */
const UNSEEN =
  /[\u00AD\u200B\u200C\u2060\uFEFF]|(?<!\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?)\u200D|\u200D(?!\p{Extended_Pictographic})/gu

/**
 * Normalises a text of several lines: one kind of line break, at most one empty line in a row, no invisible characters,
 * trimmed.
 */
export function tidyLines(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replace(UNSEEN, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** As `isPlainText`, for a text of several lines that `tidyLines` returned. */
export const isPlainLines = (text: string): boolean => isPlainText(text.replace(/[\n\u200D]/g, ''))

/** Whether the database can store this text. It refuses NUL and unpaired surrogates. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Whether a field of a form has nothing but spaces, or was not sent. */
export function isEmptyField(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}
