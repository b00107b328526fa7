import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import {
  type Frequency,
  findFromPlace,
  type KnownList,
  type ListVersion,
  recallList,
  rememberList,
} from './list-places-queries.server.ts'
import {
  isWithin,
  keysOf,
  type ListOrder,
  type ListPage,
  type ListRequest,
  lookedAt,
  orderBy,
  type PageRow,
  type Place,
  placePage,
  readListPage,
  readPageRows,
  toListPage,
} from './listed-product-queries.server.ts'
import { MOST_COUNTED } from './product-filters.ts'

/** The letters of search_sample of the database, in the order in which samples are looked through: from the smallest on. */
const SAMPLES = [...'lkjihgfedcba']

/** So many times the rows are walked among which a page should be: names or prices that go with a word may come late. */
const WALK_RESERVE = 4

/** Of a search, every so manieth row is remembered as a place. */
const SEARCH_STEP = 50

/** Rows that are walked in the time that one takes that is found by its pieces, read and sorted. */
const WALKED_PER_FOUND = 10

/**
 * A page of a search. Samples of the products are looked through until more than MOST_COUNTED fit. If no more do, all are at
 * hand and are sorted. Otherwise it is known how frequent they are, which is remembered.
 *
 * @param version of the list now
 */
export async function readSearchPage(
  db: Kysely<Database>,
  request: ListRequest,
  version: ListVersion,
  wanted: number,
  pageSize: number,
): Promise<ListPage> {
  const known = recallFrequency(db, request, version)
  const total = MOST_COUNTED + 1
  const place = placePage(wanted, pageSize, total)
  if (known?.version.ordered === version.ordered) {
    const ids =
      (await readFromPlace(db, request, known, place)) ??
      (await walkFromStart(db, request, known, place)) ??
      (await sortAll(db, request, place))
    return { ids, total }
  }
  // What was frequent before the list changed mostly still is: the page is walked to while that is looked up.
  const walking = known && walkFromStart(db, request, known, place)
  if (walking && place.offset + place.size === total) {
    const ids = await walking
    // The last page is there only if so many fit.
    if (ids) {
      rememberList(db, request, { ...known, version })
      return { ids, total }
    }
  }
  const [counted, walked] = await Promise.all([countMatched(db, request, wanted, pageSize), walking])
  if (!counted.isFrequent) return counted
  rememberList(db, request, { version, step: SEARCH_STEP, ...counted })
  const ids = walked ?? (await walkFromStart(db, request, counted, place)) ?? (await sortAll(db, request, place))
  return { ids, total }
}

/** What is remembered of the search. Where prices changed its order alone, it is as frequent as it was. */
function recallFrequency(db: Kysely<Database>, request: ListRequest, version: ListVersion): KnownList | undefined {
  const known = recallList(db, request)
  if (!known || known.version.ordered === version.ordered || known.version.members !== version.members) return known
  rememberList(db, request, { ...known, version })
  return recallList(db, request)
}

type Counted = (ListPage & { isFrequent: false }) | ({ isFrequent: true } & Frequency)

/** With the last sample that was looked through, how many were found before it, and how many products there are. */
type CountedRow = PageRow & { sample: string; earlier: number; products: number }

/** What fits, in no order: all of it, or MOST_COUNTED + 1 of more. */
export async function findMatched(db: Kysely<Database>, request: ListRequest): Promise<string[]> {
  const { rows } = await sql<{ product_id: string }>`
    select product_id from (${selectMatched(request)} limit ${MOST_COUNTED + 1}) as matched`.execute(db)
  return rows.map(({ product_id }) => product_id)
}

/** The page itself where no more than MOST_COUNTED fit. */
async function countMatched(
  db: Kysely<Database>,
  request: ListRequest,
  wanted: number,
  pageSize: number,
): Promise<Counted> {
  const { order } = request
  const matched = sql`${selectMatched(request)} limit ${MOST_COUNTED + 1}`
  const page = sql`with matched as materialized (${matched}), counted as materialized (
      select count(*)::int as total, min(found_in collate "C") as sample,
        count(*) filter (where found_in collate "C" > (select min(found_in collate "C") from matched))::int as earlier,
        (select greatest(reltuples, 0) from pg_class where oid = 'listed_products'::regclass) as products
      from matched
    ) ${selectCountedPage(order, wanted, pageSize)}`
  const rows = await readPageRows<CountedRow>(db, order, page, ['product_id', 'total', 'sample', 'earlier', 'products'])
  const [first] = rows
  if (!first || first.total <= MOST_COUNTED) return { isFrequent: false, ...toListPage(rows) }
  const { total, sample, earlier, products } = first
  const share = 2 ** (SAMPLES.indexOf(sample) + 1 - SAMPLES.length)
  // The last sample may have more than were taken from it; those before it are half as large together.
  const size = Math.max(total / share, earlier / (share / 2))
  // A table that was never analyzed counts as empty: then all are read.
  return { isFrequent: true, size, spread: products / size }
}

/** How far to walk for so many that fit, and whether that is sooner than reading all. */
function estimateWalk({ size, spread }: Frequency, rows: number) {
  const passed = rows * spread
  const most = Math.ceil(passed * WALK_RESERVE)
  // Turning back after half of all rows would be no sooner than going on.
  return { most: most < (size * spread) / 2 ? most : null, isSooner: passed > 0 && passed < WALKED_PER_FOUND * size }
}

/** The page walked from a place before it; undefined where that takes too long. */
async function readFromPlace(db: Kysely<Database>, request: ListRequest, known: KnownList, place: Place) {
  const { most, isSooner } = estimateWalk(known, known.step + place.size)
  if (place.offset < known.step || !isSooner) return undefined
  const total = MOST_COUNTED + 1
  const all = estimateWalk(known, total)
  const listed = { offset: 0, size: total }
  const rows = all.isSooner ? walkList(request, listed, all.most) : sortMatched(request, listed)
  const page = await findFromPlace(db, request, known, rows, { total, ...place, most })
  const walked = page ? (await readListPage(db, request.order, page)).ids : []
  return walked.length === place.size ? walked : undefined
}

/** The page walked to in the order of the list; undefined where that takes longer than reading all, or too few are found. */
async function walkFromStart(db: Kysely<Database>, request: ListRequest, known: Frequency, place: Place) {
  const { most, isSooner } = estimateWalk(known, place.offset + place.size)
  if (!isSooner) return undefined
  const { ids } = await readListPage(db, request.order, walkList(request, place, most))
  return ids.length === place.size ? ids : undefined
}

async function sortAll(db: Kysely<Database>, request: ListRequest, place: Place): Promise<string[]> {
  return (await readListPage(db, request.order, sortMatched(request, place))).ids
}

/** With `matched` and `counted`, their number: one row of more than MOST_COUNTED, else the page; beyond the end the last one. */
export function selectCountedPage(order: ListOrder, wanted: number, pageSize: number): RawBuilder<unknown> {
  return sql`
    select fitting.*, counted.*
    from (select * from matched limit (select case when total > ${MOST_COUNTED} then 1 end from counted)) as fitting, counted
    order by ${orderBy(order)} limit ${pageSize}
    offset (
      select case when total > ${MOST_COUNTED} then 0
        else greatest(0, least(${wanted}::int - 1, (total - 1) / ${pageSize}::int)) * ${pageSize}::int end
      from counted
    )`
}

/** What fits, with the sample it is in. */
function selectMatched(request: ListRequest): RawBuilder<unknown> {
  const { brandId, gender } = request.scope
  const pieces = [
    ...pickPieces(request.words),
    ...(brandId === null ? [] : [brandId]),
    ...(gender === null ? [] : [`gender:${gender}`]),
  ]
  // The offset keeps the samples apart: each is looked up when those before did not suffice, and by its pieces alone.
  return sql`
    select ${keysOf(request.order)}, found_in
    from unnest(${SAMPLES}::text[]) as samples (found_in)
    cross join lateral (
      select ${lookedAt(request)} from listed_products
      where search_pieces(product_id, brand_id, gender, search) @> array(select found_in || piece from unnest(${pieces}::text[]) as piece)
      offset 0
    ) as found
    where ${isWithin(request)}`
}

/**
 * The page among the first rows of the list, which the index of the order has with all that is asked of them.
 *
 * @param most rows are passed on the way, if not all
 */
function walkList(request: ListRequest, { offset, size }: Place, most: number | null): RawBuilder<unknown> {
  const { order } = request
  const inOrder = sql`order by ${orderBy(order)}`
  const rows =
    most === null
      ? sql`listed_products where ${isWithin(request)} ${inOrder}`
      : sql`(select ${lookedAt(request)} from listed_products ${inOrder} limit ${most}) as walked where ${isWithin(request)}`
  return sql`select ${keysOf(order)}, ${MOST_COUNTED + 1}::int as total from ${rows} limit ${size} offset ${offset}`
}

function sortMatched(request: ListRequest, { offset, size }: Place): RawBuilder<unknown> {
  return sql`with matched as materialized (${selectMatched(request)})
    select *, ${MOST_COUNTED + 1}::int as total from matched order by ${orderBy(request.order)} limit ${size} offset ${offset}`
}

/** Letters of a word in a row that the index of search texts holds. */
const PIECE = 3

/** More would cost the index more than they narrow. */
const PIECES_MAX = 12

/** Pieces that cover the words; search_pieces of the database has them too if the words are there. */
function pickPieces(words: readonly string[]): string[] {
  const pieces = words.flatMap((word) => {
    const letters = [...word]
    const starts = Array.from({ length: Math.ceil(letters.length / PIECE) }, (_, index) => index * PIECE)
    return starts.map((start) => {
      const first = Math.max(0, Math.min(start, letters.length - PIECE))
      return letters.slice(first, first + PIECE).join('')
    })
  })
  return [...new Set(pieces)].slice(0, PIECES_MAX)
}
