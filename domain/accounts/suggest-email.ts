import { editDistance } from '#domain/catalog/lists/typing-errors.ts'

/** Mail domains that most Polish buyers use. */
const KNOWN = [
  'gmail.com',
  'wp.pl',
  'o2.pl',
  'onet.pl',
  'interia.pl',
  'icloud.com',
  'outlook.com',
  'hotmail.com',
  'yahoo.com',
  'poczta.onet.pl',
].map(splitDomain)

/** Real domains that look like a typing error in one of those. */
const REAL = new Set(['mail.com', 'email.com', 'ymail.com'])

/** Domain names shorter than this differ by one letter from too many real ones. */
const MIN_LENGTH = 5

/**
 * The address that was probably meant: its domain has one typing error against a well-known one in its name, in its
 * ending, or in both. Null when it looks right.
 * @param isTyping leaves out the beginning of a domain that may still be completed
 */
export function suggestEmail(typed: string, { isTyping = false } = {}): string | null {
  const [, person, domain] = /^(.+)@([^@\s]+)$/.exec(typed.trim().toLowerCase()) ?? []
  if (person === undefined || domain === undefined || REAL.has(domain)) return null
  const { name, ending } = splitDomain(domain)
  let meant: string | null = null
  for (const known of KNOWN) {
    const whole = `${known.name}.${known.ending}`
    if (whole === domain) return null
    const isUnfinished = isTyping && (whole.startsWith(domain) || domain.startsWith(whole))
    if (isUnfinished || !isMeantName(name, known.name)) continue
    if (isSlip(ending, known.ending)) meant ??= whole
  }
  return meant && `${typed.trim().slice(0, person.length)}@${meant}`
}

function splitDomain(domain: string): { name: string; ending: string } {
  const dot = domain.indexOf('.')
  return dot < 0 ? { name: domain, ending: '' } : { name: domain.slice(0, dot), ending: domain.slice(dot + 1) }
}

function isMeantName(typed: string, known: string): boolean {
  if (known.length >= MIN_LENGTH) return isSlip(typed, known)
  return typed === known || (known === 'o2' && typed === '02') || (known === 'onet' && isSwapped(typed, known))
}

const isSwapped = (typed: string, known: string) =>
  typed.length === known.length && isSlip(typed, known) && [...typed].sort().join() === [...known].sort().join()

const isSlip = (typed: string, known: string) => editDistance(typed, known, 1) <= 1
