import type { Catalog, CatalogProduct } from '#domain/catalog/catalog.ts'
import { isSubstitute, type Product } from '#domain/catalog/product.ts'
import { findScentFamily } from '#domain/catalog/scents/scent-notes.ts'
import type { Gender } from '#domain/kernel/gender.ts'
import { memoizeByObject } from '#domain/kernel/memoize-by-object.ts'
import {
  type AskedFor,
  findNoun,
  isConnecting,
  isGeneral,
  isOccasion,
  listMeanings,
  readAskedFor,
} from './search-words.ts'
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

/** Products that match every known word of a search. */
export type Found = {
  /** Indexes into `products`, by relevance, then newest first. */
  places: readonly number[]
  has(place: number): boolean
  /** The search that was used instead: unknown words replaced by known ones or left out; null: as typed. */
  corrected: string | null
  /** The words that were left out. */
  ignored: readonly string[]
  /** What of it is no word of products. */
  asked: AskedFor
}

/** Where words occur, most relevant first. */
const FIELDS = ['name', 'brand', 'notes', 'rest', 'also'] as const
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
  /** Two neighbours of a name, written as one: nothing is corrected into it. */
  isJoined: boolean
}
type Index = {
  /** Sorted by their letters. */
  words: readonly Word[]
  /** The words of each product's name. */
  names: readonly string[]
}

/**
 * Finds products by words of their name, brand, notes, scent families, gender, volume and concentration, and by what
 * buyers call these (search-words.ts). A word matches equal words and words that begin with it. If there are none, it
 * matches inside words. A word without any match is replaced by the most likely spelling (typing-errors.ts) that occurs
 * in a product together with the other words; without one it is left out, if another word says which products are meant.
 */
export function searchProducts({ named }: Catalog, search: string): Found {
  const index = indexWords(named)
  const { rest, phrases, ...asked } = readAskedFor(search)
  const typed = joinNegations(splitWords(rest).slice(0, SEARCH_WORDS_MAX))
  let total: Uint8Array | null = null
  const words = chooseWords(typed).map((word) => {
    const ranks = rankTyped(index, word.folded)
    if (ranks) total = addRanks(total, ranks)
    return { ...word, ranks }
  })
  const used = new Map<string, Pick<Word, 'folded' | 'spelled'>>()
  const ignored: string[] = []
  for (const word of words) {
    const meant: Meant | null = word.ranks || isOccasion(word.folded) ? null : findMeant(index, word.folded, total)
    if (word.ranks || meant) used.set(word.folded, meant?.word ?? word)
    else ignored.push(word.spelled)
    if (meant) total = meant.total
  }
  // An occasion alone leaves all products.
  const isAnything = phrases.length > 0 || ignored.length > 0
  const unknown = ignored.filter((word) => !isOccasion(foldText(word)))
  // Of an unknown volume there is nothing.
  if (ignored.some(isNumber) || (used.size === 0 && (unknown.length > 0 || !isAnything))) {
    return { ...NOTHING, asked }
  }
  const ranks = total ?? new Uint8Array(named.length).fill(1)
  const name = typed.map(({ folded }) => folded).join(' ')
  const byRank: number[][] = []
  for (let place = 0; place < ranks.length; place++) {
    const rank = ranks[place] ?? 0
    if (rank === 0) continue
    const better = index.names[place] === name ? 0 : rank
    byRank[better] ??= []
    byRank[better].push(place)
  }
  const isAsTyped = ignored.length === 0 && words.every((word) => word.ranks)
  const kept = typed.filter(({ spelled, folded }) => !ignored.includes(spelled) && !isConnecting(folded))
  return {
    places: byRank.flat(),
    has: (place) => Boolean(ranks[place]),
    corrected: isAsTyped
      ? null
      : [...kept.map((word) => used.get(word.folded)?.spelled ?? word.spelled), ...phrases].join(' ') || 'perfumy',
    ignored,
    asked,
  }
}

const NOTHING: Omit<Found, 'asked'> = { places: [], has: () => false, corrected: null, ignored: [] }

/** The words that say which products are meant: connecting words, and words of all products, only where nothing else is. */
function chooseWords<Typed extends { folded: string }>(typed: readonly Typed[]): readonly Typed[] {
  const meaningful = typed.filter(({ folded }) => !isConnecting(folded))
  const specific = meaningful.filter(({ folded }) => !isGeneral(folded))
  const chosen = specific.some(({ folded }) => !isOccasion(folded)) ? specific : meaningful
  return chosen.length > 0 ? chosen : typed
}

const WITHOUT = 'bez'

/** 'Bez wanilii' is one word: what the products do not have. 'Bez' alone is the lilac. */
function joinNegations<Typed extends { spelled: string; folded: string }>(typed: readonly Typed[]) {
  const words: { spelled: string; folded: string }[] = []
  for (const { spelled, folded } of typed) {
    const last = words.at(-1)
    if (last?.folded === WITHOUT) words.splice(-1, 1, joinWords({ spelled: `${last.spelled} ` }, spelled))
    else words.push({ spelled, folded })
  }
  return words
}

function rankTyped(index: Index, folded: string): Uint8Array | null {
  if (folded.startsWith(`${WITHOUT} `)) {
    const unwanted = folded.slice(WITHOUT.length + 1)
    const having = rankWord(index, unwanted) ?? findMeant(index, unwanted, null)?.total
    return having?.map((rank) => (rank === 0 ? 1 : 0)) ?? null
  }
  // 'Lato' may be a name.
  return isOccasion(folded) ? rankPlaces(index, folded, 'whole') : rankWord(index, folded)
}

/** The relevance of a word, and of what buyers mean by it, for each product. */
function rankWord(index: Index, folded: string): Uint8Array | null {
  const meanings = listMeanings(folded).map((group) =>
    group.reduce<Uint8Array | null>((total, word) => {
      const ranks = rankPlaces(index, word, 'whole')
      return ranks && addRanks(total, ranks)
    }, null),
  )
  const own = rankPlaces(index, folded, meanings.length > 0 ? 'beginning' : 'inside') ?? rankNoun(index, folded)
  return [own, ...meanings].reduce(
    (best, ranks) => (best && ranks ? best.map((rank, place) => lower(rank, ranks[place] ?? 0)) : (best ?? ranks)),
    null,
  )
}

/** 'Malinowe' has what begins with 'malin'. */
function rankNoun(index: Index, folded: string): Uint8Array | null {
  const noun = findNoun(folded)
  return noun === null ? null : rankPlaces(index, noun, 'beginning')
}

const lower = (one: number, other: number) => (one && other ? Math.min(one, other) : one || other)

function splitWords(text: string): { spelled: string; folded: string; isJoined?: boolean }[] {
  return text
    .replace(/['’`]/g, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .map((spelled) => ({ spelled, folded: foldText(spelled) }))
    .filter(({ folded }) => folded !== '')
}

const isNumber = (word: string) => /^\d/.test(word)

/**
 * The relevance of a word for each product: 0 none, 1 best. Null when it matches no product.
 * @param loosest the loosest fit that counts; inside words only if no word begins with it
 */
function rankPlaces({ words, names }: Index, folded: string, loosest: keyof typeof FITS): Uint8Array | null {
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

/** The sums for products that match both. */
function addRanks(one: Uint8Array | null, other: Uint8Array): Uint8Array {
  return one === null ? other : one.map((rank, place) => (rank && other[place] ? rank + other[place] : 0))
}

type Meant = { word: Word; total: Uint8Array }

/** The most likely intended word among those that occur in a product together with the others. */
function findMeant(index: Index, folded: string, others: Uint8Array | null): Meant | null {
  const allowed = countAllowedErrors(folded)
  if (allowed === 0) return null
  const letters = listLetters(folded)
  const near = index.words.flatMap((word) => {
    if (word.isJoined || countBits(word.letters ^ letters) > 2 * allowed || isNumber(word.folded)) return []
    const distance = editDistance(word.folded, folded, allowed)
    return distance > allowed ? [] : { word, distance }
  })
  near.sort(
    (a, b) => a.distance - b.distance || a.word.field - b.word.field || b.word.places.length - a.word.places.length,
  )
  for (const { word } of near) {
    const ranks = rankWord(index, word.folded)
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

/** 'Ice-Tea' is also typed 'icetea', and 'No. 5' 'no5'. */
function joinWords(first: { spelled: string } | undefined, second: string) {
  const spelled = `${first?.spelled ?? ''}${second}`
  return { spelled, folded: foldText(spelled), isJoined: true }
}

/** The text of each of FIELDS. */
function listTexts({ name, brand, notes, gender, volume_ml: volume, concentration }: Product): string[] {
  const families = new Set(notes.map((note) => findScentFamily(note)?.name))
  const volumes = volume === null ? [] : [volume, `${volume}ml`, 'ml']
  const category = isSubstitute(brand) ? 'zamiennik zamienniki' : ''
  const rest = [...families, GENDER_WORDS[gender], category, WORDS_OF_ALL, ...volumes, concentration].filter(
    (text) => text ?? false,
  )
  // Unisex scents are for women and for men, after those that are for one of them alone.
  const also = gender === 'unisex' ? `${GENDER_WORDS.women} ${GENDER_WORDS.men}` : ''
  return [name, brand.name, notes.join(' '), rest.join(' '), also]
}
