import { PAGE_SIZES } from '#domain/kernel/lists/page-sizes.ts'
import type { ParcelLocker } from '#domain/shipping/parcel-locker.ts'
import { buildLockerIndex, byName } from '#infra/shipping/locker-index.ts'
import { makeSearchable, rateFit, readLockerQuery } from '#infra/shipping/search-lockers.ts'
import { defineBenchmark } from './benchmark.ts'

/** The number of InPost's lockers in Poland. */
const LOCKERS = 30_000
const SEARCHES = ['warszawa', 'war', 'lodz piotrkowska', 'jana pawla 7', 'przy', '00-02', 'a b c d e', 'kra1']
const ROUNDS = 10

export default defineBenchmark({
  title: `Parcel lockers: how long a search among ${LOCKERS} holds up everything else`,
  async run({ record }) {
    const lockers = inventLockers()
    const rated = lockers.map((locker) => makeSearchable(locker))
    const index = await measureLongestPiece(() => buildLockerIndex(lockers))
    const buildings = [index.longestMs]
    const plain: number[] = []
    const indexed: number[] = []
    for (const search of SEARCHES) {
      const { words } = readLockerQuery({ search })
      const pieces = { plain: [] as number[], indexed: [] as number[] }
      for (let round = 0; round < ROUNDS; round += 1) {
        pieces.plain.push((await measureLongestPiece(async () => findPlainly(rated, words))).longestMs)
        pieces.indexed.push((await measureLongestPiece(() => index.value.find(words, PAGE_SIZES.lockers))).longestMs)
      }
      plain.push(Math.min(...pieces.plain))
      indexed.push(Math.min(...pieces.indexed))
    }
    while (buildings.length < 3) buildings.push((await measureLongestPiece(() => buildLockerIndex(lockers))).longestMs)
    const better = 'lower'
    record({ name: 'search, rating every locker: longest piece', value: Math.max(...plain), unit: 'ms', better })
    record({
      name: 'search by index: longest piece',
      value: Math.max(...indexed),
      unit: 'ms',
      better,
      note: 'goal: below 5',
    })
    record({ name: 'preparing the index: longest piece', value: Math.min(...buildings), unit: 'ms', better })
  },
})

type Rated = ReturnType<typeof makeSearchable>

function findPlainly(lockers: readonly Rated[], words: readonly string[]): ParcelLocker[] {
  return lockers
    .map((candidate) => ({ locker: candidate.locker, fit: rateFit(words, candidate) }))
    .filter(({ fit }) => fit > 0)
    .toSorted((a, b) => b.fit - a.fit || byName.compare(a.locker.name, b.locker.name))
    .slice(0, PAGE_SIZES.lockers)
    .map(({ locker }) => locker)
}

/**
 * The longest delay of other work in this process, ms. The smallest of several rounds, because other programs
 * interrupt.
 */
async function measureLongestPiece<Value>(work: () => Promise<Value>): Promise<{ value: Value; longestMs: number }> {
  let longestMs = 0
  let since = performance.now()
  let ticking = true
  const look = () => {
    const now = performance.now()
    longestMs = Math.max(longestMs, now - since)
    since = now
  }
  const tick = () => {
    look()
    if (ticking) setImmediate(tick)
  }
  setImmediate(tick)
  const value = await work()
  look()
  ticking = false
  return { value, longestMs }
}

const CITIES = ['Warszawa', 'Łódź', 'Kraków', 'Bielsko-Biała', 'Gdańsk', 'Poznań', 'Wrocław', 'Zielona Góra']
const STREETS = ['Piotrkowska', 'Złota', 'al. Jana Pawła II', 'Żeromskiego', 'Polna', 'Leśna', 'Słoneczna', 'Krótka']
const PLACES = ['przy piekarni', 'przy sklepie Żabka', 'parking', 'stacja paliw', 'przy poczcie', 'obok szkoły']

function inventLockers(): ParcelLocker[] {
  return Array.from({ length: LOCKERS }, (_, number) => {
    // Large cities have many, as in the real directory. The rest is spread over small places.
    const city = number % 3 === 0 ? (CITIES[(number / 3) % CITIES.length] ?? '') : `Miejscowość ${number % 4_000}`
    const code = `${city
      .normalize('NFKD')
      .replace(/[^A-Za-z]/g, '')
      .slice(0, 3)
      .toUpperCase()}${number}M`
    const postalCode = `${String(number % 100).padStart(2, '0')}-${String(number % 1000).padStart(3, '0')}`
    return {
      inpost_id: code,
      name: `${code} (${PLACES[number % PLACES.length]})`,
      address: `ul. ${STREETS[number % STREETS.length]} ${number % 200}`,
      city,
      postal_code: postalCode,
      status: 'active',
      opening_hours: '24/7',
    }
  })
}
