import { readDemo } from '#db/demo/demo-data.ts'
import { storeDemoPictures } from '#db/demo/demo-pictures.ts'
import { seedDemo } from '#db/demo/seed.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

let database: TestDatabase
const now = new Date('2026-06-01T12:00:00Z')

const test = base.extend('demo', { scope: 'file' }, false)
test.beforeAll(({ database: started }) => {
  database = started
})

test('demo: is loaded once by four processes that start at once', async () => {
  const loaded = await Promise.all(Array.from({ length: 4 }, () => seedDemo(database.db, { now, pictures: null })))
  expect(loaded.filter(Boolean)).toHaveLength(1)
  const { rows } = await database.pool.query(
    `select
    (select count(*) from brands) as brands, (select count(*) from products) as products,
    (select count(*) from product_prices) as prices, (select count(*) from reviews where approved) as approved,
    (select count(*) from reviews where not approved) as pending, (select count(*) from shipping_costs) as costs,
    (select count(*) from products where out_of_stock and stock_quantity = 0) as sold_out,
    (select count(*) from product_pictures) as close_ups,
    (select max(created_at) from products) < $1 as in_the_past`,
    [now],
  )
  expect(rows).toEqual([
    {
      brands: 10,
      products: 79,
      prices: 79,
      approved: 181,
      pending: 8,
      costs: 1,
      sold_out: 3,
      close_ups: 20,
      in_the_past: true,
    },
  ])
})

test('demo: a picture that cannot be made is left out and named, and the others are stored', async () => {
  const [whole, broken] = readDemo().products
  if (!whole || !broken) throw new Error('the demo has no products')
  const stored: string[] = []
  const storage = {
    has: async () => false,
    put: async (key: string) => void stored.push(key),
    delete: async () => undefined,
    check: async () => undefined,
  }
  const lines: string[] = []
  const products = [{ ...broken, image: 'catalog.json' }, whole]
  const keys = await storeDemoPictures(products, storage, (line) => lines.push(line))
  expect(keys.get(broken.slug)).toEqual({ image_key: null, more_pictures: [] })
  expect(stored).toContain(keys.get(whole.slug)?.image_key)
  expect(lines).toEqual([
    `Pominięto zdjęcie produktu ${broken.name} (${broken.name}), nie da się go przygotować: picture_wrong_type`,
  ])
})

test('demo: nobody can sign in as a reviewer, and no mail reaches one', async () => {
  const { rows } = await database.pool.query(`select
    (select count(*) from identities) as identities,
    (select count(*) from users where email not like '%@demo.invalid' or role <> 'customer') as others`)
  expect(rows).toEqual([{ identities: 0, others: 0 }])
})

test('demo: a shop with products is left as it is', async () => {
  await database.db.updateTable('products').set({ active: false }).execute()
  expect(await seedDemo(database.db, { now, pictures: null })).toBe(false)
})
