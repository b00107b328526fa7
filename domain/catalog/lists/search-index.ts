import type { CatalogProduct } from '#domain/catalog/catalog.ts'
import { isSubstitute, type Product } from '#domain/catalog/product.ts'
import type { ProductKind } from '#domain/catalog/scents/product-kinds.ts'
import { findScentFamily } from '#domain/catalog/scents/scent-notes.ts'
import type { Gender } from '#domain/kernel/gender.ts'
import { memoizeByObject } from '#domain/kernel/memoize-by-object.ts'
import { foldText } from '#domain/kernel/text/fold-text.ts'

/** Words shorter than this are not looked for inside other words. */
const INSIDE_FROM = 3

/** Words that people type for a gender. */
const GENDER_WORDS: Record<Gender, string> = {
  women: 'damskie damski damska kobiece kobieta kobiety dla niej',
  men: 'męskie męski męska mężczyzna mężczyzny dla niego',
  unisex: 'unisex uniseks',
}
const WORDS_OF_ALL = 'perfumy perfum'
/** The words for what is sold of a scent. */
const KIND_WORDS: Record<ProductKind, string> = { bottle: 'flakon', sample: 'próbka', set: 'zestaw' }

/** Where words occur, most relevant first. */
const FIELDS = ['name', 'brand', 'notes', 'rest', 'also'] as const
/** How one word matches another, best first. */
const FITS = { whole: 0, beginning: 1, inside: 2 } as const

/** A word of the catalogue. */
export type Word = {
  folded: string
  /** Its spelling in its most relevant field. */
  spelled: string
  /** Its most relevant field: an index of FIELDS. */
  field: number
  /** The products that have it, each with its most relevant field there: index * FIELDS.length + field. */
  places: number[]
  /** Bit mask of its letters. */
  letters: number
  /** Two neighbouring words of a name, written as one: spelling is never corrected to it. */
  isJoined: boolean
}
export type Index = {
  /** In alphabetical order. */
  words: readonly Word[]
  /** The words of each product's name. */
  names: readonly string[]
}

/** The words of these products, read once for each list. */
export const indexWords = memoizeByObject((products: readonly CatalogProduct[]): Index => {
  const words = new Map<string, Word>()
  const names: string[] = []
  for (const [place, { product }] of products.entries()) {
    const name = splitWords(product.name)
    names.push(name.map(({ folded }) => folded).join(' '))
    const joined = name.slice(1).map(({ spelled }, at) => joinWords(name[at], spelled))
    for (const [field, text] of listTexts(product).entries()) {
      for (const { folded, spelled, isJoined = false } of field === 0 ? [...name, ...joined] : splitWords(text)) {
        const known = words.get(folded)
        const word = known ?? { folded, spelled, field, places: [], letters: listLetters(folded), isJoined }
        words.set(folded, field < word.field ? Object.assign(word, { spelled, field }) : word)
        word.isJoined &&= isJoined
        const last = word.places.at(-1)
        // Fields come most relevant first.
        if (last === undefined || Math.floor(last / FIELDS.length) !== place)
          word.places.push(place * FIELDS.length + field)
      }
    }
  }
  return { words: [...words.values()].sort((a, b) => (a.folded < b.folded ? -1 : 1)), names }
})

/** The text of each of FIELDS. */
function listTexts({ name, brand, notes, gender, kind, volume_ml: volume, concentration, sample_gift }: Product) {
  const families = new Set(notes.map((note) => findScentFamily(note)?.name))
  const volumes = volume === null ? [] : [volume, `${volume}ml`, 'ml']
  const category = isSubstitute(brand) ? 'zamiennik zamienniki' : ''
  const rest = [...families, GENDER_WORDS[gender], category, KIND_WORDS[kind], WORDS_OF_ALL].concat(
    volumes.map(String),
    concentration ?? [],
    sample_gift ? 'gratis' : [],
  )
  // Unisex scents are for women and for men, after those that are for one of them alone.
  const also = gender === 'unisex' ? `${GENDER_WORDS.women} ${GENDER_WORDS.men}` : ''
  return [name, brand.name, notes.join(' '), rest.join(' '), also]
}

/**
 * The relevance of a word for each product: 0 none, 1 best. Null when it matches no product.
 * @param loosest the loosest fit that counts; inside words only if no word begins with it
 */
export function rankPlaces({ words, names }: Index, folded: string, loosest: keyof typeof FITS): Uint8Array | null {
  const ranks = new Uint8Array(names.length)
  let isFound = false
  const mark = ({ places }: Word, fit: number) => {
    isFound = true
    for (const at of places) {
      const place = Math.floor(at / FIELDS.length)
      const rank = 1 + fit * FIELDS.length + (at % FIELDS.length)
      const known = ranks[place]
      if (!known || rank < known) ranks[place] = rank
    }
  }
  for (let at = findFirst(words, folded); words[at]?.folded.startsWith(folded); at++) {
    const word = words[at]
    if (word?.folded === folded) mark(word, FITS.whole)
    else if (word && loosest !== 'whole' && !isNumber(folded)) mark(word, FITS.beginning)
  }
  if (!isFound && loosest === 'inside' && folded.length >= INSIDE_FROM && !isNumber(folded)) {
    for (const word of words) if (word.folded.includes(folded)) mark(word, FITS.inside)
  }
  return isFound ? ranks : null
}

/** The index of the first word that does not sort before this one. */
function findFirst(words: readonly Word[], folded: string): number {
  let [from, to] = [0, words.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((words[middle]?.folded ?? '') < folded) from = middle + 1
    else to = middle
  }
  return from
}

export function splitWords(text: string): { spelled: string; folded: string; isJoined?: boolean }[] {
  return text
    .replace(/['’`]/g, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map((spelled) => ({ spelled, folded: foldText(spelled) }))
    .filter(({ folded }) => folded !== '')
}

/** 'Ice-Tea' is also typed 'icetea', and 'No. 5' 'no5'. */
export function joinWords(first: { spelled: string } | undefined, second: string) {
  const spelled = `${first?.spelled ?? ''}${second}`
  return { spelled, folded: foldText(spelled), isJoined: true }
}

export const isNumber = (word: string) => /^\d/.test(word)

/** A bit mask of letters. Letters of other alphabets share bits. */
export function listLetters(word: string): number {
  let letters = 0
  for (const letter of word) letters |= 1 << ((letter.codePointAt(0) ?? 0) & 31)
  return letters
}
