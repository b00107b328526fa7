/** The message about text in which `containsLink` finds a link. */
export const LINK_MESSAGE = 'Nie wpisuj tu adresu strony ani e-mail. Po kropce zostaw spację.'

/** Text that mail programs turn into links, or that reads like one. */
const LINKS = [
  // No name of a person or town contains one.
  /@/u,
  /:\s*\/|\/\s*\/|(?<!\p{L})(https?|ftp|mailto|tel|sms|javascript|data)\s*:/iu,
  /(?<!\p{L})w\s*w\s*w\s*\./iu,
  // A dot within a word, unless it follows an initial: J.Nowak.
  /[\p{L}\p{N}-]{2}\.[\p{L}\p{N}]{2}/u,
  /[\p{L}\p{N}]\.[\p{L}\p{N}-]+\//u,
  /\d\.\d+\.\d+\.\d/u,
  // No name has a space before a dot that is followed by more text.
  /(^|\s)\.\s*[\p{L}\p{N}]/u,
]

/** Top-level domains longer than two letters, and those recognised after a space: 'evil. com'. */
const LONG_ENDINGS =
  'com net org info biz edu gov xyz top app dev shop store site online link click live club pro page vip win fun icu one'
const SPACED_ENDINGS = `pl eu io me ru ${LONG_ENDINGS}`
/** Begins at the beginning of a word alone, so that a long one is read once. */
const ENDING = /(?<![\p{L}\p{N}])([\p{L}\p{N}]+)\.(\s*)([\p{L}][\p{L}\p{N}-]*)(?![\p{L}\p{N}.])/gu

/**
 * Whether a name contains an address of a page or mailbox, also in full-width characters or with spaces in it. Names
 * with dots pass: 'St. Mary', 'J.R. Nowak', 'Kolonia k. Łodzi'.
 */
export function containsLink(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll('\u3002', '.')
  return LINKS.some((link) => link.test(plain)) || [...plain.matchAll(ENDING)].some(isAddress)
}

/** Addresses that mail programs and people follow. No review needs them. */
const ADDRESSES_IN_TEXT = [
  /(?<!\p{L})(https?|ftp|mailto|tel|sms|javascript|data)\s*:/iu,
  /(?<!\p{L})w\s*w\s*w\s*\./iu,
  /[^\s@]@[^\s@]+\.[\p{L}\p{N}]/u,
  /\d\.\d+\.\d+\.\d/u,
]

/**
 * Whether sentences contain an address of a page or mailbox. Unlike in a name, dates, decimals and abbreviations with
 * dots pass ('24.11.2025', '4.5 na 5', 'm.in.'). A missing space after a full stop may look like an address
 * ('Polecam.To').
 */
export function containsAddress(text: string): boolean {
  const plain = text.normalize('NFKC').replaceAll('\u3002', '.')
  return (
    ADDRESSES_IN_TEXT.some((address) => address.test(plain)) ||
    [...plain.matchAll(ENDING)].some(
      (found) => (found[1]?.length ?? 0) > 1 && found[2] === '' && /\p{L}/u.test(found[1] ?? '') && isAddress(found),
    )
  )
}

function isAddress([, name = '', spaces = '', ending = '']: RegExpExecArray): boolean {
  const of = (endings: string) => endings.split(' ').includes(ending.toLowerCase())
  if (spaces !== '') return name.length > 1 && of(SPACED_ENDINGS)
  return ending.length === 2 || ending.startsWith('xn--') || of(LONG_ENDINGS)
}
