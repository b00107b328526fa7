/** What `isTypedText` refuses, said to the one who typed it. */
export const FORBIDDEN_CHARACTERS = 'Usuń niedozwolone znaki'

/**
 * Control and format characters, halves of surrogate pairs, line and paragraph separators: the database or mail headers
 * refuse some of them, and the others (right-to-left overrides, invisible joiners) make a line read as what it is not.
 */
const TYPED_TEXT = /^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u

/** Whether this can stand in one line of an order, an account or a letter exactly as a person sees it. */
export function isTypedText(text: string): boolean {
  return TYPED_TEXT.test(text)
}
