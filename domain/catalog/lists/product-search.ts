import type { Catalog } from '#domain/catalog/catalog.ts'
import { foldText } from '#domain/kernel/text/fold-text.ts'
import {
  type Index,
  indexWords,
  isNumber,
  joinWords,
  listLetters,
  rankPlaces,
  splitWords,
  type Word,
} from './search-index.ts'
import {
  type AskedFor,
  findNoun,
  isConnecting,
  isFiller,
  isGeneral,
  isOccasion,
  listMeanings,
  readAskedFor,
} from './search-words.ts'
import { editDistance } from './typing-errors.ts'

/** Most words of one search. Further ones are ignored. */
const SEARCH_WORDS_MAX = 10
/** Products that match every known word of a search. */
export type Found = {
  /** Indexes into `products`, by relevance, then newest first. */
  places: readonly number[]
  has(place: number): boolean
  /** The search that was used instead: unknown words replaced by known ones or left out; null: as typed. */
  corrected: string | null
  /** The words that were left out, or those that nobody knows when nothing is found. */
  ignored: readonly string[]
  /** The part of the search that is not about words of products. */
  asked: AskedFor
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
  // Unknown words alone find nothing, nor beside words of every product, nor does a volume that no product has.
  const says = [...used.keys()].some((word) => !isGeneral(word) && !isFiller(word))
  if (ignored.some(isNumber) || (unknown.length > 0 && !says) || (used.size === 0 && !isAnything)) {
    return { ...NOTHING, ignored: unknown, asked }
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
    // Words of products have an order of their own: the relevance.
    asked: { ...asked, bestFirst: asked.bestFirst && used.size === 0 },
  }
}

const NOTHING: Omit<Found, 'asked'> = { places: [], has: () => false, corrected: null, ignored: [] }

/** The words that name products. Connecting words, and words of every product, count only if there are no others. */
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
  // 'Lato' may be a name of a product.
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

/** 'Malinowe' matches words that begin with 'malin'. */
function rankNoun(index: Index, folded: string): Uint8Array | null {
  const noun = findNoun(folded)
  return noun === null ? null : rankPlaces(index, noun, 'beginning')
}

const lower = (one: number, other: number) => (one && other ? Math.min(one, other) : one || other)

/** Adds two relevances for products that match both. */
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

function countBits(bits: number): number {
  let count = 0
  for (let left = bits; left !== 0; left &= left - 1) count++
  return count
}
