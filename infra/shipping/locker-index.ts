import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ParcelLocker } from '#domain/shipping/parcel-locker.ts'
import { FIT_WEIGHTS, makeSearchable } from './search-lockers.ts'

/** Items between two checks of the clock. */
const STEP = 32
/** Places of words between two checks of the clock. */
const PLACES_STEP = 2_000
/** Items sorted in one piece: about 400 comparisons. */
const RUN = 64

export type LockerIndex = {
  /** The best `most` by `rateFit`, equal ones by name. Lets other work of the process run in between. */
  find(words: readonly string[], most: number): Promise<ParcelLocker[]>
}

/** Places of whole words, by their first two letters. A place is the locker's number and the field. */
type Words = Map<string, Map<string, number[]>>

const FIELDS = ['city', 'street', 'rest'] as const

/** Prepares tens of thousands of lockers for the search by words, in small pieces. */
export async function buildLockerIndex(unsorted: readonly ParcelLocker[]): Promise<LockerIndex> {
  const lockers = await sortByName(unsorted)
  const words: Words = new Map()
  const turn = takeTurns()
  for (const [number, locker] of lockers.entries()) {
    if (number % STEP === 0) await turn()
    addWords(words, number, locker)
  }

  /** The fit of each locker to one word; 0 for none. */
  async function rate(word: string, turn: () => Promise<void>): Promise<Uint8Array> {
    const fits = new Uint8Array(lockers.length)
    let seen = 0
    for (const [found, places] of findWords(words, word)) {
      seen += 1 + places.length
      if (seen > PLACES_STEP) {
        seen = 0
        await turn()
      }
      const less = found === word ? 0 : 1
      for (const place of places) {
        const number = Math.trunc(place / FIELDS.length)
        const fit = FIT_WEIGHTS[FIELDS[place % FIELDS.length] ?? 'rest'] - less
        if (fit > (fits[number] ?? 0)) fits[number] = fit
      }
    }
    return fits
  }

  return {
    async find(wanted, most) {
      const turn = takeTurns()
      const sums = new Uint16Array(lockers.length).fill(1)
      const times = Map.groupBy(wanted, (word) => word)
      for (const [word, { length }] of times) {
        const fits = await rate(word, turn)
        for (let number = 0; number < sums.length; number += 1) {
          const sum = sums[number] ?? 0
          const fit = fits[number] ?? 0
          sums[number] = sum > 0 && fit > 0 ? sum + length * fit : 0
        }
        await turn()
      }
      return pickBest(lockers, sums, most)
    },
  }
}

function addWords(words: Words, number: number, locker: ParcelLocker): void {
  const searchable = makeSearchable(locker)
  for (const [field, name] of FIELDS.entries()) {
    for (const word of new Set(searchable[name])) {
      const start = word.slice(0, 2)
      const alike = words.get(start) ?? new Map<string, number[]>()
      words.set(start, alike)
      const places = alike.get(word)
      if (places) places.push(number * FIELDS.length + field)
      else alike.set(word, [number * FIELDS.length + field])
    }
  }
}

/** Yields every word with this beginning. */
function* findWords(words: Words, beginning: string): Generator<[string, number[]]> {
  for (const [start, alike] of beginning.length > 1 ? [[null, words.get(beginning.slice(0, 2))] as const] : words) {
    if (!alike || (start !== null && !start.startsWith(beginning))) continue
    for (const entry of alike) if (entry[0].startsWith(beginning)) yield entry
  }
}

/** Highest sum first, then by number, which is the order of names. */
function pickBest(lockers: readonly ParcelLocker[], sums: Uint16Array, most: number): ParcelLocker[] {
  const bySum = new Map<number, number[]>()
  for (let number = 0; number < sums.length; number += 1) {
    const sum = sums[number] ?? 0
    if (sum === 0) continue
    const alike = bySum.get(sum)
    if (!alike) bySum.set(sum, [number])
    else if (alike.length < most) alike.push(number)
  }
  const best = [...bySum.keys()].sort((a, b) => b - a).flatMap((sum) => bySum.get(sum) ?? [])
  return best.slice(0, most).flatMap((number) => lockers[number] ?? [])
}

export const byName = new Intl.Collator('pl', { numeric: true })
const compare = (a: ParcelLocker, b: ParcelLocker) => byName.compare(a.name, b.name)

/** A stable merge sort in small pieces, because each comparison in Polish takes a microsecond. */
async function sortByName(lockers: readonly ParcelLocker[]): Promise<ParcelLocker[]> {
  const turn = takeTurns()
  let runs: ParcelLocker[][] = []
  for (let from = 0; from < lockers.length; from += RUN) {
    await turn()
    runs.push(lockers.slice(from, from + RUN).sort(compare))
  }
  while (runs.length > 1) {
    const merged: ParcelLocker[][] = []
    for (let pair = 0; pair < runs.length; pair += 2)
      merged.push(await merge(runs[pair] ?? [], runs[pair + 1] ?? [], turn))
    runs = merged
  }
  return runs[0] ?? []
}

async function merge(left: ParcelLocker[], right: ParcelLocker[], turn: () => Promise<void>): Promise<ParcelLocker[]> {
  const merged: ParcelLocker[] = []
  let [l, r] = [0, 0]
  for (;;) {
    if (merged.length % STEP === 0) await turn()
    const [a, b] = [left[l], right[r]]
    if (a === undefined || b === undefined) return merged.concat(left.slice(l), right.slice(r))
    if (compare(a, b) <= 0) {
      merged.push(a)
      l += 1
    } else {
      merged.push(b)
      r += 1
    }
  }
}

/** Longest piece of a long calculation, ms: the longest delay of other work. */
const LONGEST_MS = 1

/** Returns a function to await between small steps of a long calculation; it lets other work run when due. */
export function takeTurns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < LONGEST_MS) return
    await nextTurn()
    since = performance.now()
  }
}
