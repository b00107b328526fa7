import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { ADMIN_PRODUCTS_PER_PAGE } from '#domain/catalog/admin-product.ts'
import { listAdminProducts } from '#domain/catalog/admin-product-queries.server.ts'
import { GENDERS, type Gender } from '#domain/catalog/gender.ts'
import {
  CATEGORIES,
  MOST_COUNTED,
  NO_FILTERS,
  PRODUCT_SORTS,
  type ProductFilters,
  type ProductSort,
} from '#domain/catalog/product-filters.ts'
import { listProducts } from '#domain/catalog/product-list-queries.server.ts'
import type { Database } from '#domain/database.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

const test = base.extend('demo', { scope: 'file' }, false)

/** Enough that some words are in more products than are counted, in all samples or at one end of the names alone. */
const PRODUCTS = 3_000

type Listed = {
  id: string
  text: string
  gender: Gender
  brand: string
  isOriginal: boolean
  price: number
}

/** What is on sale in each order, as the database sorts it without any limit. */
const inOrder = new Map<ProductSort, Listed[]>()

const SORTS: Record<ProductSort, string> = {
  newest: 'p.created_at desc, p.id',
  'price-asc': 'p.price_grosze, p.id',
  'price-desc': 'p.price_grosze desc, p.id desc',
  'name-asc': 'p.name collate polish, p.id',
  'name-desc': 'p.name collate polish desc, p.id desc',
}

test.beforeAll(async ({ database: { pool } }) => {
  await pool.query(
    `insert into brands (name, slug) values ('Świt Łąki', 'swit-laki'), ('Noc', 'noc'), ('Ukryta', 'ukryta')`,
  )
  await pool.query(`update brands set active = false where slug = 'ukryta'`)
  // 'noc' is in all, 'zorza' in a third, all at the end of the names; 'świt' in one of 20 and a brand, 'cedr' in one of 70.
  await pool.query(
    `insert into products (slug, name, brand_id, gender, price_grosze, active, created_at, stock_quantity, out_of_stock)
     select 'p-' || n,
       case when n % 3 = 0 then 'Zorza ' when n % 70 = 0 then 'Cedr ' else 'Ambra ' end
         || case when n % 20 = 0 then 'Świtu ' else '' end || 'NOC ' || n % 40,
       (array(select id from brands order by slug))[1 + n % 4], (array['women', 'men', 'unisex'])[1 + n % 7 % 3],
       1000 + n % 50 * 100, n % 31 > 0, now() - n % 90 * interval '1 hour',
       case when n % 5 > 0 then n % 37 end, (n % 5 > 0 and n % 37 = 0) or n % 55 = 0
     from generate_series(1, $1::int) as n`,
    [PRODUCTS],
  )
  await pool.query('vacuum analyze')
  for (const sort of PRODUCT_SORTS) {
    const { rows } = await pool.query<Listed>(
      `select p.id, search_fold(p.name || ' ' || b.name) as text, p.gender, b.slug as brand, b.is_original as "isOriginal", p.price_grosze as price
       from products p join brands b on b.id = p.brand_id where p.active and b.active order by ${SORTS[sort]}`,
    )
    inOrder.set(sort, rows)
  }
})

/** The page as it would be without any index. `words` are the folded words of the search. */
function listNaively(filters: ProductFilters, words: string[], pageSize: number) {
  const { gender, brand, category, minPrice, maxPrice, sort } = filters
  const fitting = (inOrder.get(sort) ?? []).filter(
    (product) =>
      words.every((word) => product.text.includes(word)) &&
      (gender === null || product.gender === gender) &&
      (brand === null || product.brand === brand) &&
      (category === null || product.isOriginal === (category === 'arabic')) &&
      (minPrice === null || product.price >= minPrice) &&
      (maxPrice === null || product.price <= maxPrice),
  )
  const isCounted = words.length === 0 && minPrice === null && maxPrice === null
  const total = isCounted ? fitting.length : Math.min(fitting.length, MOST_COUNTED + 1)
  const page = Math.min(filters.page, Math.max(1, Math.ceil(total / pageSize)))
  const items = fitting.slice((page - 1) * pageSize, Math.min(page * pageSize, total))
  return { total, page, ids: items.map(({ id }) => id) }
}

const list = async (db: Kysely<Database>, filters: ProductFilters, pageSize: number) => {
  const { total, page, items } = await listProducts(db, filters, { pageSize })
  return { total, page, ids: items.map(({ id }) => id) }
}

/** Mostly null: with every filter set hardly anything fits. */
const orNull = <Value>(...values: readonly Value[]) =>
  fc.oneof({ arbitrary: fc.constant(null), weight: 5 }, fc.constantFrom(...values))

const someFilters = fc.record({
  search: fc
    .array(
      fc.constantFrom(
        'noc',
        'NOC',
        'zorza',
        'świt',
        'swit lak',
        'cedr',
        'o',
        'no',
        'c 1',
        '17',
        'ambra',
        'xq',
        'perfumy',
        'ŁĄK',
        'Świtu',
      ),
      {
        maxLength: 3,
      },
    )
    .map((words) => words.join(' ')),
  gender: orNull(...GENDERS),
  brand: orNull('swit-laki', 'noc', 'perfumy-arabskie', 'ukryta'),
  category: orNull(...CATEGORIES),
  minPrice: orNull(1000, 2000, 5800),
  maxPrice: orNull(1000, 2500, 9000),
  sort: fc.constantFrom(...PRODUCT_SORTS),
  page: fc.constantFrom(1, 2, 3, 7, 20, 21, 999),
})

test('lists and searches: the products of a page are those of a plain filter, in its order', async ({ database }) => {
  const folded = new Map<string, string>()
  const fold = async (word: string) => {
    const { rows } = await database.pool.query<{ word: string }>('select search_fold($1) as word', [word])
    return rows[0]?.word ?? ''
  }
  for (const word of 'noc NOC zorza świt swit lak cedr o no c 1 17 ambra xq perfumy ŁĄK Świtu'.split(' ')) {
    folded.set(word, await fold(word))
  }
  await fc.assert(
    fc.asyncProperty(someFilters, fc.constantFrom(5, 24, 50), async (filters, pageSize) => {
      const asked: ProductFilters = { ...NO_FILTERS, ...filters }
      const words = asked.search.split(' ').filter(Boolean)
      const naive = listNaively(
        asked,
        words.map((word) => folded.get(word) ?? word),
        pageSize,
      )
      expect(await list(database.db, asked, pageSize)).toEqual(naive)
    }),
    { numRuns: 600 },
  )
})

/** A page in the middle of a whole list, and what many products have: each is asked for again and again. */
const ASKED_AGAIN: Partial<ProductFilters>[] = PRODUCT_SORTS.flatMap((sort) => [
  { sort, page: 22 },
  { sort, search: 'noc' },
  { sort, search: 'noc', page: 3 },
  { sort, search: 'c 1', page: 6 },
  { sort, search: 'noc', gender: 'women', page: 999 },
  { sort, search: 'zorza', minPrice: 1000, page: 4 },
  { sort, search: 'zorza', page: 999 },
])

/** The last two leave as many products with 'zorza' as are counted: first from 10 zł on, by prices alone, then at all. */
const CHANGES = [
  `price_grosze = price_grosze + 7 where slug in ('p-1', 'p-2', 'p-77', 'p-1201')`,
  `name = 'Aaa Zorza noc 1', price_grosze = 10 where slug in ('p-1', 'p-2', 'p-77', 'p-1201')`,
  `price_grosze = 99_999, name = 'Żżż' where slug in ('p-1', 'p-2', 'p-77', 'p-1201')`,
  `price_grosze = 500 where id in (
    select product_id from listed_products where search like '%zorza%' order by product_id offset ${MOST_COUNTED})`,
  `name = 'Ambra' where id in (
    select product_id from listed_products where search like '%zorza%' order by product_id offset ${MOST_COUNTED})`,
]

test('lists and searches asked for again: the same products, and what changes in between', async ({ database }) => {
  const { db, pool } = database
  const readAll = async () => {
    for (const asked of ASKED_AGAIN) {
      const filters = { ...NO_FILTERS, ...asked }
      // Through another object over the same connections, for which nothing is remembered.
      const expected = await list(db.withoutPlugins(), filters, 50)
      for (let times = 0; times < 3; times++) expect(await list(db, filters, 50)).toEqual(expected)
    }
  }
  await readAll()
  for (const change of CHANGES) {
    await pool.query(`update products set ${change}`)
    await readAll()
  }
  expect((await list(db, { ...NO_FILTERS, search: 'zorza' }, 50)).total).toBe(MOST_COUNTED)
  const landing = (db: Kysely<Database>) =>
    listProducts(db, { ...NO_FILTERS, page: 22 }, { pageSize: 50, order: 'arabic-first' })
  const expected = await landing(db.withoutPlugins())
  for (let times = 0; times < 3; times++) expect(await landing(db)).toEqual(expected)
})

test("the admin's products by stock: a page is that of all of them sorted, what is sold out first", async ({
  database,
}) => {
  // A brand is closed only when it has no product left.
  await database.pool.query(
    'update products set active = false where brand_id in (select id from brands where not active)',
  )
  const { rows: byStock } = await database.pool.query<{ id: string; text: string; gender: Gender }>(
    `select p.id, l.search as text, p.gender from products p join listed_products l on l.product_id = p.id
     order by case when p.out_of_stock then 0 else p.stock_quantity end nulls last, p.id`,
  )
  const filters = fc.record({
    search: fc.constantFrom('', 'noc', 'cedr', 'noc 1', 'xq'),
    gender: orNull(...GENDERS),
    page: fc.constantFrom(1, 2, 4, 5, 6, 15, 16, 29, 30, 999),
  })
  await fc.assert(
    fc.asyncProperty(filters, async (asked) => {
      const words = asked.search.split(' ')
      const fitting = byStock.filter(
        ({ text, gender }) =>
          words.every((word) => text.includes(word)) && (asked.gender === null || gender === asked.gender),
      )
      const total = asked.search === '' ? fitting.length : Math.min(fitting.length, MOST_COUNTED + 1)
      const page = Math.min(asked.page, Math.max(1, Math.ceil(total / ADMIN_PRODUCTS_PER_PAGE)))
      const first = (page - 1) * ADMIN_PRODUCTS_PER_PAGE
      const ids = fitting.slice(first, Math.min(first + ADMIN_PRODUCTS_PER_PAGE, total)).map(({ id }) => id)
      const listed = await listAdminProducts(database.db, { ...asked, sort: 'stock' })
      expect({ ...listed, items: listed.items.map(({ id }) => id) }).toMatchObject({ total, page, items: ids })
    }),
    { numRuns: 200 },
  )
})
