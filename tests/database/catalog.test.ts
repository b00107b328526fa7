import { sql } from 'kysely'
import { vi } from 'vitest'
import { readCatalog, readChanges } from '#domain/catalog/catalog-queries.server.ts'
import { NO_FILTERS } from '#domain/catalog/lists/product-filters.ts'
import { compareNames, listBestsellers, listPickerBrands, listProducts } from '#domain/catalog/lists/product-list.ts'
import { LiveCatalog } from '#domain/catalog/live-catalog.server.ts'
import { countProductSales } from '#domain/catalog/product-store.server.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { placeOrders } from '#tests/support/place-orders.ts'
import { countWaitingStatements } from '#tests/support/waiting-statements.ts'

test('readCatalog: names and brands stand in the order of the database', async ({ database: { db } }) => {
  const names = [
    'Żar',
    'zar',
    'Zar',
    'Ćma',
    'cma',
    'Łąka',
    'laka',
    'd’Or',
    'd-or',
    'L’été',
    'Oud 9',
    'Oud 10',
    'ßen',
    'Ãri',
    'ari',
  ]
  const brand = await db.selectFrom('brands').select('id').where('is_original', '=', true).executeTakeFirstOrThrow()
  const rows = names.map((name, at) => ({ name, slug: `nazwa-${at}`, brand_id: brand.id, price_grosze: 100 }))
  await db.insertInto('products').values(rows).execute()
  await db.updateTable('products').set({ scent_id: null }).execute()
  const catalog = await readCatalog(db)
  for (const [sort, order] of [
    ['newest', sql`created_at desc, id`],
    ['price-asc', sql`price_grosze, id`],
    ['price-desc', sql`price_grosze desc, id desc`],
    ['name-asc', sql`name collate polish, id`],
    ['name-desc', sql`name collate polish desc, id desc`],
  ] as const) {
    const ids = await db.selectFrom('products').select('id').where('active', '=', true).orderBy(order).execute()
    const { items } = listProducts(catalog, { ...NO_FILTERS, sort }, { pageSize: 1000 })
    expect(
      items.map(({ product }) => product.id),
      sort,
    ).toEqual(ids.map(({ id }) => id))
  }
  const brands = catalog.brands.map(({ name }) => name)
  expect(brands).toEqual(brands.toSorted(compareNames))
  await db.updateTable('products').set({ active: false }).where('slug', 'like', 'nazwa-%').execute()
})

test('readChanges: equals reading the whole catalogue again', async ({ database: { db } }) => {
  const before = await readCatalog(db)
  const ids = before.products.slice(0, 5).map(({ product }) => product.id)
  const [renamed = '', dearer = '', soldOut = '', gone = '', rated = ''] = ids
  const change = (id: string) => db.updateTable('products').where('id', '=', id)
  await change(renamed)
    .set({ name: 'Ćwierć Nowa', notes: ['proch'] })
    .execute()
  await change(dearer).set({ price_grosze: 54_321 }).execute()
  await change(soldOut).set({ out_of_stock: true }).execute()
  await change(gone).set({ active: false }).execute()
  await db.insertInto('users').values({ email: 'c@example.test' }).execute()
  await sql`insert into reviews (product_id, user_id, rating, approved)
    select ${rated}, id, 1, true from users where email = 'c@example.test'`.execute(db)
  const changed = await readChanges(db, before, new Set(ids))
  const { named, ...whole } = await readCatalog(db)
  expect({ ...changed, named: null }).toEqual({ ...whole, named: null })
  expect(listProducts(changed, { ...NO_FILTERS, search: 'cwierc' }, { pageSize: 9 }).total).toBe(1)
  await change(gone).set({ active: true }).execute()
  expect((await readChanges(db, changed, new Set([gone]))).products).toHaveLength(before.products.length)
})

test('a rating follows its reviews: approved, changed, deleted', async ({ database: { db, pool } }) => {
  const rating = async () => {
    const product = (await readCatalog(db)).byKey.get('czarny-zagiel')?.product
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

test('recent orders decide the bestsellers and the order of brands', async ({ database: { db } }) => {
  await db.insertInto('users').values({ email: 'buyer@example.test' }).execute()
  await placeOrders(db, 'buyer@example.test')
  const { rows: sold } = await sql<{ id: string; brand: string; pieces: number }>`
    select p.id, b.slug as brand, sum(quantity)::int as pieces from order_items join products p on p.id = product_id
    join brands b on b.id = p.brand_id group by p.id, b.slug order by pieces desc, p.id`.execute(db)
  const brands = async () => listPickerBrands(await readCatalog(db)).map(({ slug }) => slug)
  const before = await brands()
  await countProductSales(db, new Date(Date.now() - 60 * 60 * 1000))
  const catalog = await readCatalog(db)
  for (const { id, pieces } of sold)
    expect(catalog.products.find(({ product }) => product.id === id)?.sold).toBe(pieces)
  expect(sold.map(({ pieces }) => pieces)).toContain(listBestsellers(catalog, 1)[0]?.sold)
  const other = sold.find(({ brand }) => brand !== before[0])
  expect((await brands())[1]).toBe(other?.brand ?? before[1])
  await countProductSales(db, new Date(Date.now() + 60 * 60 * 1000))
  expect(await brands()).toEqual(before)
})

test('LiveCatalog: without notifications it reads each time, and many simultaneous calls share two readings', async ({
  database,
}) => {
  const { db, pool } = database
  const live = new LiveCatalog(db)
  const price = async () => (await live.read()).byKey.get('layali-zahran')?.product.current_price_cents
  const set = (grosze: number) =>
    db.updateTable('products').set({ price_grosze: grosze }).where('slug', '=', 'layali-zahran').execute()
  for (const grosze of [1111, 2222]) {
    await set(grosze)
    expect(await price()).toBe(grosze)
  }
  const client = await pool.connect()
  await client.query('begin; lock table products in access exclusive mode')
  const first = price()
  await eventually(async () => expect(await countWaitingStatements(db)).toBeGreaterThan(0))
  const waiting = await countWaitingStatements(db)
  const later = Array.from({ length: 50 }, price)
  await client.query(`update products set price_grosze = 3333 where slug = 'layali-zahran'`)
  expect(await countWaitingStatements(db)).toBe(waiting)
  await client.query('commit')
  client.release()
  expect(await first).toBe(3333)
  expect(new Set(await Promise.all(later))).toEqual(new Set([3333]))
})

test('LiveCatalog: a notification makes it read only the named parts again', async ({ database: { db } }) => {
  const live = new LiveCatalog(db)
  live.setListening(true, async () => {})
  const kept = await live.read()
  const { id } = await db
    .selectFrom('products')
    .select('id')
    .where('slug', '=', 'layali-zahran')
    .executeTakeFirstOrThrow()
  await db.updateTable('products').set({ price_grosze: 4444 }).where('id', '=', id).execute()
  expect(await live.read()).toBe(kept)
  live.change('shipping-costs')
  expect(await live.read()).toBe(kept)
  live.change(`product:${id}`)
  const [changed, again] = await Promise.all([live.read(), live.read()])
  expect(changed).toBe(again)
  expect(changed.byKey.get(id)?.product.current_price_cents).toBe(4444)
  // The others are the same objects.
  expect(changed.products.filter((product) => !kept.products.includes(product))).toHaveLength(1)
  live.change('all')
  expect(await live.read()).not.toBe(changed)
  live.setListening(false, async () => {})
  expect(await live.read()).not.toBe(await live.read())
})

test('LiveCatalog: recovers from a lost notification after five minutes, from a failed read at once', async ({
  database,
}) => {
  const { db, pool } = database
  const live = new LiveCatalog(db)
  live.setListening(true, async () => {})
  const kept = await live.read()
  await pool.query('alter table product_ratings rename to away')
  live.change(`product:${kept.products[0]?.product.id}`)
  await expect(live.read()).rejects.toThrow('Failed to fetch products: ')
  await pool.query('alter table away rename to product_ratings')
  const after = await live.read()
  expect(after.products).toHaveLength(kept.products.length)
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    vi.setSystemTime(Date.now() + 4 * 60_000)
    expect(await live.read()).toBe(after)
    vi.setSystemTime(Date.now() + 2 * 60_000)
    expect(await live.read()).not.toBe(after)
  } finally {
    vi.useRealTimers()
  }
})

test('readLast: returns the last read catalogue without a statement, also while the database is away', async ({
  database: { db },
}) => {
  let statements = 0
  let isAway = false
  const counted = db.withPlugin({
    transformQuery({ node }) {
      statements += 1
      if (isAway) throw new Error('away')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const live = new LiveCatalog(counted)
  expect([await live.readLast(), statements]).toEqual([null, 0])
  live.setListening(true, async () => {})
  const catalog = await live.readLast()
  expect(catalog?.products.length).toBeGreaterThan(0)
  const once = statements
  for (let times = 0; times < 50; times += 1) expect(await live.readLast()).toBe(catalog)
  live.setListening(false, async () => {})
  for (let times = 0; times < 50; times += 1) expect(await live.readLast()).toBe(catalog)
  expect(statements).toBe(once)
  isAway = true
  live.setListening(true, async () => {})
  expect(await live.readLast()).toBe(catalog)
})
