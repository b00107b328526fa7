import { type Kysely, sql } from 'kysely'
import { countBrandSales } from '#domain/catalog/brand-store.server.ts'
import { GENDERS } from '#domain/catalog/gender.ts'
import { listPickerBrands } from '#domain/catalog/picker-queries.server.ts'
import { MOST_COUNTED, NO_FILTERS, type ProductFilters } from '#domain/catalog/product-filters.ts'
import { listProducts, listScentFamilies } from '#domain/catalog/product-list-queries.server.ts'
import { findProduct } from '#domain/catalog/product-queries.server.ts'
import { SCENT_FAMILIES } from '#domain/catalog/scent-families.ts'
import { toSlug } from '#domain/catalog/slug.ts'
import type { Database } from '#domain/database.ts'
import { listOrders } from '#domain/orders/order-queries.server.ts'
import { countOrderDays } from '#domain/orders/order-store.server.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { placeOrders } from '#tests/support/place-orders.ts'
import { countWaitingStatements } from '#tests/support/waiting-statements.ts'

const list = (db: Kysely<Database>, filters: Partial<ProductFilters> = {}) =>
  listProducts(db, { ...NO_FILTERS, ...filters }, { pageSize: 24 })
const slugs = async (db: Kysely<Database>, search: string) =>
  (await list(db, { search })).items.map(({ slug }) => slug).sort()

test('search: follows the new name of a brand, and of a product', async ({ database: { db } }) => {
  const before = await slugs(db, 'orsolay')
  expect(before).toHaveLength(5)
  await db.updateTable('brands').set({ name: 'Świt Łąki' }).where('slug', '=', 'orsolay').execute()
  expect(await slugs(db, 'orsolay')).toEqual([])
  expect(await slugs(db, 'swit LAKI')).toEqual(before)
  await db
    .updateTable('products')
    .set({ name: 'Ćma' })
    .where('slug', '=', before[0] ?? '')
    .execute()
  expect(await slugs(db, 'ćma')).toEqual([before[0]])
  expect(await slugs(db, 'cma łąki')).toEqual([before[0]])
})

test('lists: a product that moves, hides or comes back is counted where it stands', async ({ database: { db } }) => {
  const totals = async () => [
    (await list(db)).total,
    ...(await Promise.all(GENDERS.map(async (gender) => (await list(db, { gender })).total))),
  ]
  const [all = 0, women = 0, men = 0, unisex = 0] = await totals()
  expect(women + men + unisex).toBe(all)
  const change = (set: { gender?: 'women' | 'men'; active?: boolean }) =>
    db.updateTable('products').set(set).where('slug', '=', 'layali-zahran').execute()
  await change({ gender: 'women' })
  const asWomens = await totals()
  await change({ gender: 'men' })
  expect(await totals()).toEqual([all, (asWomens[1] ?? 0) - 1, (asWomens[2] ?? 0) + 1, asWomens[3]])
  await change({ active: false })
  expect(await totals()).toEqual([all - 1, (asWomens[1] ?? 0) - 1, asWomens[2], asWomens[3]])
  await change({ active: true })
  expect((await totals())[0]).toBe(all)
})

test('lists: follow a price, also one that is set while the brand is renamed', async ({ database: { db } }) => {
  const cheapest = async () => (await list(db, { sort: 'price-asc', page: 1 })).items[0]?.slug
  const setPrice = (slug: string, price_grosze: number) =>
    db.updateTable('products').set({ price_grosze }).where('slug', '=', slug).execute()
  const { total } = await list(db)
  await setPrice('layali-zahran', 2)
  expect(await cheapest()).toBe('layali-zahran')
  const { priced } = await db.transaction().execute(async (trx) => {
    await trx.updateTable('brands').set({ name: 'Perfumy Arabskie i inne' }).where('is_original', '=', true).execute()
    const pricing = setPrice('anbar-sahili', 1)
    await eventually(async () => expect(await countWaitingStatements(db)).toBe(1))
    return { priced: pricing }
  })
  await priced
  expect(await cheapest()).toBe('anbar-sahili')
  await setPrice('anbar-sahili', 30_000)
  expect(await cheapest()).toBe('layali-zahran')
  expect((await list(db)).total).toBe(total)
})

test('lists: follow the notes of a product, whose slugs are those of the shop', async ({ database: { db, pool } }) => {
  const withNote = async (note: string) => (await list(db, { note })).items.map(({ slug }) => slug)
  const notes = ['Żółć & Łąka', "l'Été - N°5", 'Straße  æther œillet', '--', 'róża', 'RÓŻA']
  await db.updateTable('products').set({ notes }).where('slug', '=', 'layali-zahran').execute()
  const slugs = [...new Set(notes.map(toSlug))]
  const { rows } = await pool.query(
    `select listed_products.notes from listed_products join products on products.id = product_id where slug = 'layali-zahran'`,
  )
  expect(rows[0].notes.toSorted()).toEqual(slugs.toSorted())
  expect(await withNote('zolc-laka')).toEqual(['layali-zahran'])
  await db.updateTable('products').set({ notes: [] }).where('slug', '=', 'layali-zahran').execute()
  expect(await withNote('zolc-laka')).toEqual([])
})

test('scent families: those that no product has are left out', async ({ database: { db } }) => {
  const slugs = async () => (await listScentFamilies(db)).map(({ slug }) => slug)
  expect(await slugs()).toEqual(SCENT_FAMILIES.map(({ slug }) => slug))
  const before = await db
    .selectFrom('products')
    .select(['id', 'notes'])
    .where(sql<boolean>`notes && '{kawa,kakao}'`)
    .execute()
  await db
    .updateTable('products')
    .set({ notes: [] })
    .where(
      'id',
      'in',
      before.map(({ id }) => id),
    )
    .execute()
  expect(await slugs()).toEqual(SCENT_FAMILIES.map(({ slug }) => slug).filter((slug) => slug !== 'kawa-i-kakao'))
  for (const { id, notes } of before) await db.updateTable('products').set({ notes }).where('id', '=', id).execute()
})

test('lists: counts stay right over a thousand changes, which are summed up meanwhile', async ({ database }) => {
  const { db, pool } = database
  const { total } = await list(db)
  for (let time = 0; time < 10; time++) {
    await pool.query('update products set active = not active')
    await pool.query('update products set active = not active')
  }
  expect((await list(db)).total).toBe(total)
  const { rows } = await pool.query<{ rows: number }>('select count(*) as rows from listed_counts')
  expect(rows[0]?.rows).toBeLessThan(600)
})

test('a rating follows its reviews: approved, changed, refused, deleted', async ({ database: { db, pool } }) => {
  const rating = async () => {
    const product = await findProduct(db, 'czarny-zagiel')
    const { rows } = await pool.query(
      `select round(avg(rating), 1)::float8 as average, count(*) as reviews from reviews
       join products on products.id = product_id where slug = 'czarny-zagiel' and approved`,
    )
    expect([product?.average_rating, product?.total_reviews]).toEqual([rows[0]?.average, rows[0]?.reviews])
    return product?.total_reviews ?? 0
  }
  const before = await rating()
  await pool.query(`insert into users (email) values ('a@example.test'), ('b@example.test')`)
  await pool.query(`insert into reviews (product_id, user_id, rating, approved)
    select products.id, users.id, 2, users.email like 'a%' from products, users
    where slug = 'czarny-zagiel' and users.email in ('a@example.test', 'b@example.test')`)
  expect(await rating()).toBe(before + 1)
  await pool.query(`update reviews set approved = true, rating = 1 where rating = 2`)
  await rating()
  await pool.query(`delete from users where email in ('a@example.test', 'b@example.test')`)
  await rating()
})

test('search: more than are counted say so, and end with their last page', async ({ database: { db, pool } }) => {
  await pool.query(`insert into products (slug, name, brand_id, price_grosze)
    select 'bergamotka-' || n, 'Bergamotka ' || n, brands.id, n from brands, generate_series(1, 700) as n where is_original`)
  const pages = [await list(db, { search: 'bergamotka', page: 99 }), await list(db, { minPrice: 1, page: 99 })]
  for (const { total, page, items } of pages) {
    expect([total, page, items.length]).toEqual([MOST_COUNTED + 1, 13, 13])
  }
  expect((await list(db, { search: 'bergamotka 69', sort: 'price-asc' })).items.map(({ name }) => name)).toEqual([
    'Bergamotka 69',
    'Bergamotka 169',
    'Bergamotka 269',
    'Bergamotka 369',
    'Bergamotka 469',
    'Bergamotka 569',
    'Bergamotka 669',
    ...Array.from({ length: 10 }, (_, n) => `Bergamotka ${690 + n}`),
  ])
  const seen = new Set<string>()
  const { total } = await list(db)
  for (let page = 1; page <= Math.ceil(total / 24); page++) {
    for (const { id } of (await list(db, { page })).items) seen.add(id)
  }
  expect(seen.size).toBe(total)
})

test("admin's orders: pages and total are the same before and after days are counted", async ({ database }) => {
  const { db, pool } = database
  await pool.query(`insert into users (email) values ('buyer@example.test')`)
  await placeOrders(db, 'buyer@example.test')
  await sql`insert into orders (checkout_id, user_id, email, status, shipping_method, items_grosze, shipping_grosze,
      first_name, last_name, phone, street, house_number, city, postal_code, created_at)
    select checkout_id, user_id, email, status, 'cash_on_delivery_courier', items_grosze, shipping_grosze,
      first_name, last_name, phone, 'Prosta', '1', 'Łódź', '90-001', created_at - n * interval '7 hours'
    from (select * from orders limit 1) as one, generate_series(1, 60) as n`.execute(db)
  const read = async () => {
    const pages = []
    for (let page = 1; page <= 9; page++) {
      const { items, ...place } = await listOrders(db, { page, pageSize: 8 })
      pages.push({ ...place, ids: items.map(({ id }) => id) })
    }
    return pages
  }
  const before = await read()
  expect(new Set(before.slice(0, 8).flatMap(({ ids }) => ids)).size).toBe(63)
  expect(before[8]).toEqual(before[7])
  await countOrderDays(db, new Date())
  expect((await pool.query('select from order_days')).rowCount).toBeGreaterThan(10)
  expect(await read()).toEqual(before)
})

test('brands of the picker: the original line, then what sold lately, then by products and name', async ({
  database,
}) => {
  const { db } = database
  const slugsNow = async () => (await listPickerBrands(db)).map(({ slug }) => slug)
  const [original, ...others] = await slugsNow()
  // The smallest of all, and the only one that was ordered: by the test before.
  expect([original, others.at(-1)]).toEqual(['perfumy-arabskie', 'nadodrzanska'])
  await countBrandSales(db, new Date(Date.now() - 60 * 60 * 1000))
  expect(await slugsNow()).toEqual([original, 'nadodrzanska', ...others.slice(0, -1)])
  await countBrandSales(db, new Date(Date.now() + 60 * 60 * 1000))
  const brands = await listPickerBrands(db)
  expect(brands.map(({ slug }) => slug)).toEqual([original, ...others])
  for (const { slug, women, men } of brands) {
    const [forWomen = 0, forMen = 0, forBoth = 0] = await Promise.all(
      GENDERS.map(async (gender) => (await list(db, { brand: slug, gender })).total),
    )
    expect([women.total, men.total], slug).toEqual([forWomen + forBoth, forMen + forBoth])
  }
})
