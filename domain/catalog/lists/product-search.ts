import type { Catalog, CatalogProduct } from '#domain/catalog/catalog.ts'
import type { Gender } from '#domain/catalog/gender.ts'
import type { Product } from '#domain/catalog/product.ts'
import { findScentFamily } from '#domain/catalog/scents/scent-notes.ts'
import { memoizeByObject } from '#domain/kernel/memoize-by-object.ts'
import { foldText } from './suggestions.ts'
import { editDistance } from './typing-errors.ts'

/** Most words of one search. Further ones are ignored. */
const SEARCH_WORDS_MAX = 10
/** Words shorter than this are not looked for inside other words. */
const INSIDE_FROM = 3

/** Words that people type for a gender. */
const GENDER_WORDS: Record<Gender, string> = {
  women: 'damskie damski damska kobiece kobieta kobiety dla niej',
  men: 'męskie męski męska mężczyzna mężczyzny dla niego',
  unisex: 'unisex uniseks',
}
const WORDS_OF_ALL = 'perfumy perfum'

/** Products that match every word of a search. */
export type Found = {
  /** Indexes into `products`, by relevance, then newest first. */
  places: readonly number[]
  has(place: number): boolean
  /** The search with unknown words replaced by known ones; null when none were replaced. */
  corrected: string | null
}

/** Where words occur, most relevant first. */
const FIELDS = ['name', 'brand', 'notes', 'rest'] as const
/** How a word matches another, best first. */
const FITS = { whole: 0, beginning: 1, inside: 2 } as const

/** A word of the catalogue. */
type Word = {
  folded: string
  /** Its spelling in its most relevant field. */
  spelled: string
  /** Its most relevant field: an index of FIELDS. */
  field: number
  /** The products that have it, each with its most relevant field there: index * FIELDS.length + field. */
  places: number[]
  /** Bit mask of its letters. */
  letters: number
}
type Index = {
  /** Sorted by their letters. */
  words: readonly Word[]
  /** The words of each product's name. */
  names: readonly string[]
}

/**
 * Finds products by words of their name, brand, notes, scent families, gender, volume and concentration. A word matches
 * equal words and words that begin with it. If there are none, it matches inside words. A word without any match is
 * replaced by the most likely spelling (typing-errors.ts) that occurs in a product together with the other words.
 */
export function searchProducts({ named }: Catalog, search: string): Found {
  const index = indexWords(named)
  const typed = splitWords(search)
    .slice(0, SEARCH_WORDS_MAX)
    .map((word) => ({ ...word, ranks: rankPlaces(index, word.folded) }))
  let total: Uint8Array | null = null
  for (const { ranks } of typed) if (ranks) total = addRanks(total, ranks)
  const words: Pick<Word, 'folded' | 'spelled'>[] = []
  for (const word of typed) {
    const meant = word.ranks ? { word, total } : findMeant(index, word.folded, total)
    if (!meant) return NOTHING
    words.push(meant.word)
    total = meant.total
  }
  if (!total) return NOTHING
  const ranks = total
  const name = words.map(({ folded }) => folded).join(' ')
  const byRank: number[][] = []
  for (let place = 0; place < ranks.length; place++) {
    const rank = ranks[place] ?? 0
    if (rank === 0) continue
    const better = index.names[place] === name ? 0 : rank
    byRank[better] ??= []
    byRank[better].push(place)
  }
  const isCorrected = typed.some((word) => word.ranks === null)
  return {
    places: byRank.flat(),
    has: (place) => Boolean(ranks[place]),
    corrected: isCorrected ? words.map(({ spelled }) => spelled).join(' ') : null,
  }
}

const NOTHING: Found = { places: [], has: () => false, corrected: null }

function splitWords(text: string): { spelled: string; folded: string }[] {
  return text
    .replace(/['’`]/g, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map((spelled) => ({ spelled, folded: foldText(spelled) }))
    .filter(({ folded }) => folded !== '')
}

const isNumber = (word: string) => /^\d/.test(word)

/** The relevance of a word for each product: 0 none, 1 best. Null when it matches no product. */
function rankPlaces({ words, names }: Index, folded: string): Uint8Array | null {
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
    else if (word && !isNumber(folded)) mark(word, FITS.beginning)
  }
  if (!isFound && folded.length >= INSIDE_FROM && !isNumber(folded)) {
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

/** The sums for products that match both. */
function addRanks(one: Uint8Array | null, other: Uint8Array): Uint8Array {
  return one === null ? other : one.map((rank, place) => (rank && other[place] ? rank + other[place] : 0))
}

/** The most likely intended word among those that occur in a product together with the others. */
function findMeant(index: Index, folded: string, others: Uint8Array | null) {
  const allowed = countAllowedErrors(folded)
  if (allowed === 0) return null
  const letters = listLetters(folded)
  const near = index.words.flatMap((word) => {
    if (countBits(word.letters ^ letters) > 2 * allowed || isNumber(word.folded)) return []
    const distance = editDistance(word.folded, folded, allowed)
    return distance > allowed ? [] : { word, distance }
  })
  near.sort(
    (a, b) => a.distance - b.distance || a.word.field - b.word.field || b.word.places.length - a.word.places.length,
  )
  for (const { word } of near) {
    const ranks = rankPlaces(index, word.folded)
    const total = ranks && addRanks(others, ranks)
    if (total?.some(Boolean)) return { word, total }
  }
  return null
}

/** Wrong letters tolerated in a word of this length. */
function countAllowedErrors(word: string): number {
  if (word.length < 4 || /\d/.test(word)) return 0
  return word.length < 8 ? 1 : 2
}

/** A bit mask of letters. Letters of other alphabets share bits. */
function listLetters(word: string): number {
  let letters = 0
  for (const letter of word) letters |= 1 << ((letter.codePointAt(0) ?? 0) & 31)
  return letters
}

function countBits(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}

const indexWords = memoizeByObject((products: readonly CatalogProduct[]): Index => {
  const words = new Map<string, Word>()
  const names: string[] = []
  for (const [place, { product }] of products.entries()) {
    names.push(
      splitWords(product.name)
        .map(({ folded }) => folded)
        .join(' '),
    )
    for (const [field, text] of listTexts(product).entries()) {
      for (const { folded, spelled } of splitWords(text)) {
        const word = words.get(folded) ?? { folded, spelled, field, places: [], letters: listLetters(folded) }
        words.set(folded, field < word.field ? Object.assign(word, { spelled, field }) : word)
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
function listTexts({ name, brand, notes, gender, volume_ml: volume, concentration }: Product): string[] {
  const families = new Set(notes.map((note) => findScentFamily(note)?.name))
  const volumes = volume === null ? [] : [volume, `${volume}ml`, 'ml']
  const rest = [...families, GENDER_WORDS[gender], WORDS_OF_ALL, ...volumes, concentration].filter(
    (text) => text ?? false,
  )
  return [name, brand.name, notes.join(' '), rest.join(' ')]
}
