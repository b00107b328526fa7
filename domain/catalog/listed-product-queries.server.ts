import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { countPages } from '#domain/paging.ts'
import type { Gender } from './gender.ts'
import type { ProductSort } from './product-filters.ts'

/** 'arabic-first': the landing page's order, the original line and then by name. */
export type ListOrder = ProductSort | 'arabic-first'

/** Which products a list is about, before anything that needs a look at each; every one has an index per order. */
export type ListScope = { brandId: string | null; isOriginal: boolean | null; gender: Gender | null }

/** A list ready to be read: its scope and what a product must have beside it. Words are folded. */
export type ListRequest = {
  scope: ListScope
  words: string[]
  minPrice: number | null
  maxPrice: number | null
  /** Slugs of notes: it has one of each of these. */
  notes: string[][]
  order: ListOrder
}

/** Of a page in its list. */
export type Place = { offset: number; size: number }

/** Beyond the end the last one. */
export function placePage(wanted: number, pageSize: number, total: number): Place {
  const offset = (Math.min(wanted, countPages(total, pageSize)) - 1) * pageSize
  return { offset, size: Math.min(pageSize, total - offset) }
}

export type ListPage = { ids: string[]; total: number }

export function isInScope({ brandId, isOriginal, gender }: ListScope): RawBuilder<boolean> {
  return all([
    brandId === null ? null : sql`brand_id = ${brandId}`,
    isOriginal === null ? null : sql`is_original = ${isOriginal}`,
    gender === null ? null : sql`gender = ${gender}`,
  ])
}

export function isWithin({ scope, words, minPrice, maxPrice, notes }: ListRequest): RawBuilder<boolean> {
  return all([
    isInScope(scope),
    minPrice === null ? null : sql`price_grosze >= ${minPrice}`,
    maxPrice === null ? null : sql`price_grosze <= ${maxPrice}`,
    ...notes.map((slugs) => sql`notes && ${slugs}::text[]`),
    // Not LIKE: nothing a visitor types can act as a wildcard. Not '> 0': taken for true, as those with the pieces mostly are.
    ...words.map((word) => sql`strpos(search, ${word}) <> 0`),
  ])
}

function all(conditions: (RawBuilder<unknown> | null)[]): RawBuilder<boolean> {
  return sql`${sql.join([sql`true`, ...conditions.filter((condition) => condition !== null)], sql` and `)}`
}

/** What a list is ordered by, each way to the id, which makes the order one. */
export const ORDERS = {
  newest: [
    ['created_at', 'desc'],
    ['product_id', 'asc'],
  ],
  'price-asc': [
    ['price_grosze', 'asc'],
    ['product_id', 'asc'],
  ],
  'price-desc': [
    ['price_grosze', 'desc'],
    ['product_id', 'desc'],
  ],
  'name-asc': [
    ['name', 'asc'],
    ['product_id', 'asc'],
  ],
  'name-desc': [
    ['name', 'desc'],
    ['product_id', 'desc'],
  ],
  'arabic-first': [
    ['is_original', 'desc'],
    ['name', 'asc'],
    ['product_id', 'asc'],
  ],
} as const satisfies Record<ListOrder, readonly (readonly [string, 'asc' | 'desc'])[]>

/** All that is asked of a row, and what orders it. The indexes of the orders have it all but for the notes. */
export function lookedAt({ notes }: ListRequest): RawBuilder<unknown> {
  const columns = 'product_id, brand_id, is_original, gender, price_grosze, name, created_at, search'
  return sql.raw(notes.length > 0 ? `${columns}, notes` : columns)
}

/** What orders a list and identifies its rows: all that is read of those that are passed over. */
export function keysOf(order: ListOrder): RawBuilder<unknown> {
  return sql.join(ORDERS[order].map(([column]) => sql.ref(column)))
}

/** Ends in the id, so that equal names or prices never jump between pages. */
export function orderBy(order: ListOrder, { reversed = false, table = '' } = {}): RawBuilder<unknown> {
  const terms = ORDERS[order].map(([column, direction]) => {
    const term = sql.ref(table ? `${table}.${column}` : column)
    const collated = column === 'name' ? sql`${term} collate polish` : term
    return (direction === 'desc') === reversed ? collated : sql`${collated} desc`
  })
  return sql.join(terms)
}

/** What a page names of each of its products, in the order of the list, with what a statement says beside it. */
export type PageRow = { product_id: string; total: number }

/**
 * The rows of a page of a list; what orders them stays in the database.
 *
 * @param columns of `Row`
 */
export async function readPageRows<Row extends PageRow = PageRow>(
  db: Kysely<Database>,
  order: ListOrder,
  page: RawBuilder<unknown>,
  columns: readonly (keyof Row & string)[],
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select ${sql.join(columns.map((column) => sql.ref(column)))} from (${page}) as page
    order by ${orderBy(order, { table: 'page' })}`.execute(db)
  return rows
}

/** The products of a page, which names them with what orders them and the total: only these need to be looked up in full. */
export async function readListPage(
  db: Kysely<Database>,
  order: ListOrder,
  page: RawBuilder<unknown>,
): Promise<ListPage> {
  return toListPage(await readPageRows(db, order, page, ['product_id', 'total']))
}

/** The products that the rows of a page name. */
export function toListPage(rows: readonly PageRow[]): ListPage {
  return { ids: rows.map((row) => row.product_id), total: rows[0]?.total ?? 0 }
}
