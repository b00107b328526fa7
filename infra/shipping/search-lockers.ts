import type { LockerQuery, ParcelLocker } from '#domain/shipping/parcel-locker.ts'

/** A typed search: a whole postal code, a locker's code, or words. */
export type LockerSearch = {
  postCode: string | undefined
  code: string | undefined
  /** Folded, without 'ul.' and similar words. */
  words: string[]
  /** The words as typed, for the name of a city. */
  text: string
}

const LONGEST_SEARCH = 100

export function readLockerQuery({ post_code = '', search = '' }: LockerQuery): LockerSearch {
  let text = search.slice(0, LONGEST_SEARCH).trim()
  let postCode = parsePostCode(post_code.trim())
  const inText = /(?:^|[\s,])(\d{2}-?\d{3})(?=$|[\s,])/.exec(text)
  if (postCode === undefined && inText?.[1] !== undefined) {
    postCode = parsePostCode(inText[1])
    text = text.replace(inText[1], ' ').trim()
  }
  // An unfinished postal code ('00-02') is a word, which fits the codes that begin with it.
  if (postCode === undefined) text = `${post_code.slice(0, LONGEST_SEARCH)} ${text}`.trim()
  const code = /^[a-z]{2,}[a-z-]*\d[a-z\d-]*$/i.test(text) && text.length <= 30 ? text.toUpperCase() : undefined
  return { postCode, code, words: buildTexts(text), text }
}

function parsePostCode(value: string): string | undefined {
  const digits = /^(\d{2})-?(\d{3})$/.exec(value)
  return digits === null ? undefined : `${digits[1]}-${digits[2]}`
}

/** Lower case without diacritics. */
function fold(text: string): string {
  return text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').replace(/ł/g, 'l')
}

/** Words before a street's name that the directory may leave out. */
const STREET_WORDS = new Set(['ul', 'ulica', 'al', 'aleja', 'aleje', 'os', 'osiedle', 'pl', 'plac'])

function buildTexts(text: string): string[] {
  return fold(text)
    .split(/[^\p{L}\p{N}-]+/u)
    .filter((word) => word !== '' && word !== '-' && !STREET_WORDS.has(word))
}

export type SearchableLocker = { locker: ParcelLocker; city: string[]; street: string[]; rest: string[] }

export function makeSearchable(locker: ParcelLocker): SearchableLocker {
  const split = (text: string) => {
    const words = fold(text).split(/[^\p{L}\p{N}-]+/u)
    // 'biała' finds 'Bielsko-Biała' too.
    return [...words, ...words.flatMap((word) => (word.includes('-') ? word.split('-') : []))].filter(Boolean)
  }
  return {
    locker,
    city: split(locker.city),
    street: split(locker.address),
    rest: [
      ...split(locker.name),
      fold(locker.postal_code),
      locker.postal_code.replace('-', ''),
      fold(locker.inpost_id),
    ],
  }
}

/** Weight of a whole word of a field; a beginning counts 1 less. */
export const FIT_WEIGHTS = { city: 6, street: 4, rest: 2 } as const

/**
 * The fit of a locker to words, each of which must begin a word of its city, street, postal code, code or description.
 * 0 for none. Whole words count more than beginnings, the city more than the street, the street more than the rest.
 */
export function rateFit(words: readonly string[], { city, street, rest }: SearchableLocker): number {
  let fit = 0
  for (const word of words) {
    const best = Math.max(
      weigh(word, city, FIT_WEIGHTS.city),
      weigh(word, street, FIT_WEIGHTS.street),
      weigh(word, rest, FIT_WEIGHTS.rest),
    )
    if (best === 0) return 0
    fit += best
  }
  return fit
}

function weigh(word: string, among: readonly string[], weight: number): number {
  if (among.includes(word)) return weight
  return among.some((candidate) => candidate.startsWith(word)) ? weight - 1 : 0
}
