import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import {
  isWithin,
  keysOf,
  type ListRequest,
  lookedAt,
  ORDERS,
  orderBy,
  type Place,
} from './listed-product-queries.server.ts'

/**
 * Others after every change of `listed_products`, from the moment it is committed: changes add rows to `listed_counts`, and what
 * sums rows up adds the sums. A change of prices alone, which is the most frequent, adds rows that count nothing, and concerns
 * only lists that prices order or narrow.
 */
export type ListVersions = { ofPrices: string; ofProducts: string }

const versionOf = (rows: RawBuilder<boolean>) =>
  sql<string>`coalesce(max(id) filter (where ${rows}), 0) || '/' || count(*) filter (where ${rows})`
const ofPrices = versionOf(sql`true`)
const ofProducts = versionOf(sql`products <> 0`)

/** For `listed_counts`. */
export const listVersions = sql<ListVersions>`json_build_object('ofPrices', ${ofPrices}, 'ofProducts', ${ofProducts})`

/** Of a list: of its products in their order, and of which products they are. */
export type ListVersion = { ordered: string; members: string }

/** The version of this list among them. */
export function pickVersion({ order, minPrice, maxPrice }: ListRequest, versions: ListVersions): ListVersion {
  const isNarrowed = minPrice !== null || maxPrice !== null
  const isOrdered = order === 'price-asc' || order === 'price-desc'
  return {
    ordered: isNarrowed || isOrdered ? versions.ofPrices : versions.ofProducts,
    members: isNarrowed ? versions.ofPrices : versions.ofProducts,
  }
}

/** What orders a row, each as PostgreSQL writes it. */
type Key = string[]

/** How many rows a list has, and how many of all have to be passed for each of them; of a search, as samples say. */
export type Frequency = { size: number; spread: number }

/** A list as it was at a version. */
export type KnownList = Frequency & {
  version: ListVersion
  /** Of every so many rows one is remembered. */
  step: number
  places: Promise<Key[]> | null
}

/** Lists that are remembered, of each kind; a whole one takes some 30 KB and a search less than 2. */
const LISTS_MOST = 100

class KnownLists {
  readonly #whole = new Map<string, KnownList>()
  /** What people type is endless and pushes out nothing else. */
  readonly #searches = new Map<string, KnownList>()

  get(request: ListRequest): KnownList | undefined {
    return this.#of(request).get(JSON.stringify(request))
  }

  set(request: ListRequest, known: KnownList): void {
    const lists = this.#of(request)
    const name = JSON.stringify(request)
    lists.delete(name)
    lists.set(name, known)
    const [oldest = name] = lists.keys()
    if (lists.size > LISTS_MOST) lists.delete(oldest)
  }

  #of({ words }: ListRequest) {
    return words.length > 0 ? this.#searches : this.#whole
  }
}

const remembered = new WeakMap<Kysely<Database>, KnownLists>()

/** What is remembered of a list in this process; of another version it may have changed since. */
export function recallList(db: Kysely<Database>, request: ListRequest): KnownList | undefined {
  return remembered.get(db)?.get(request)
}

export function rememberList(db: Kysely<Database>, request: ListRequest, known: Omit<KnownList, 'places'>): void {
  const lists = remembered.get(db) ?? new KnownLists()
  remembered.set(db, lists)
  lists.set(request, { ...known, places: null })
}

/**
 * A page of a list that is remembered, walked from a row shortly before it. Null when none is near.
 *
 * @param rows the keys of the list's rows in any order, for its places
 * @param page with the total it names, and how many rows may be passed on the way to it unless they are all of its scope
 */
export async function findFromPlace(
  db: Kysely<Database>,
  request: ListRequest,
  known: KnownList,
  rows: RawBuilder<unknown>,
  page: WalkedPage,
): Promise<RawBuilder<unknown> | null> {
  const passed = Math.floor(page.offset / known.step)
  if (passed === 0) return null
  known.places ??= readPlaces(db, request, known, rows)
  const places = await known.places.catch((error) => {
    known.places = null
    throw error
  })
  const key = places[passed - 1]
  return key ? walkFrom(request, key, { ...page, offset: page.offset - passed * known.step }) : null
}

type WalkedPage = Place & { total: number; most: number | null }

/** None when the list has changed meanwhile. */
async function readPlaces(
  db: Kysely<Database>,
  request: ListRequest,
  { version, step }: KnownList,
  listed: RawBuilder<unknown>,
): Promise<Key[]> {
  const { order } = request
  const key = sql.join(ORDERS[order].map(([column]) => sql`${sql.ref(column)}::text`))
  const { rows } = await sql<{ key: Key; versions: ListVersions }>`
    select array[${key}] as key, (select ${listVersions} from listed_counts) as versions
    from (
      select ${keysOf(order)}, row_number() over (order by ${orderBy(order)}) as place from (${listed}) as listed
    ) as walked
    where place % ${step}::int = 0 order by place`.execute(db)
  const isCurrent = rows.every(({ versions }) => pickVersion(request, versions).ordered === version.ordered)
  return isCurrent ? rows.map(({ key }) => key) : []
}

/** The rows of a list after one of them. */
function walkFrom(request: ListRequest, key: Key, { total, offset, size, most }: WalkedPage): RawBuilder<unknown> {
  const { order } = request
  const after = sql`from listed_products where ${isAfter(order, key)}`
  const rows =
    most === null
      ? sql`${after} and ${isWithin(request)} order by ${orderBy(order)}`
      : sql`from (select ${lookedAt(request)} ${after} order by ${orderBy(order)} limit ${most}) as walked where ${isWithin(request)}`
  return sql`select ${keysOf(order)}, ${total}::int as total ${rows} limit ${size} offset ${offset}`
}

/** Each so that its index is entered at the row. */
function isAfter(order: ListRequest['order'], key: Key): RawBuilder<boolean> {
  const [first = '', second = '', third = ''] = key
  switch (order) {
    case 'newest':
      return sql`created_at <= ${first}::timestamptz and (created_at < ${first}::timestamptz or product_id > ${second}::uuid)`
    case 'price-asc':
      return sql`(price_grosze, product_id) > (${first}::int, ${second}::uuid)`
    case 'price-desc':
      return sql`(price_grosze, product_id) < (${first}::int, ${second}::uuid)`
    case 'name-asc':
      return sql`(name collate polish, product_id) > (${first}::text, ${second}::uuid)`
    case 'name-desc':
      return sql`(name collate polish, product_id) < (${first}::text, ${second}::uuid)`
    case 'arabic-first': {
      const isLater = sql`(name collate polish, product_id) > (${second}::text, ${third}::uuid)`
      return first === 'true' ? sql`(not is_original or ${isLater})` : sql`not is_original and ${isLater}`
    }
  }
}
