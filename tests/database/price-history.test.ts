import { beforeEach } from 'vitest'
import type { TestDatabase } from '#tests/support/database.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

let database: TestDatabase
let id: string
const test = base.extend('demo', { scope: 'file' }, false)
test.beforeAll(async ({ database: started }) => {
  database = started
})

beforeEach(async () => {
  const rows = await query(`insert into products (slug, name, brand_id, price_grosze)
    select 'oud-' || gen_random_uuid(), 'Oud', id, 3990 from brands returning id`)
  id = String(rows[0]?.id)
})

async function query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await database.pool.query(text, values)).rows
}

const setPrice = (grosze: number) => query('update products set price_grosze = $1 where id = $2', [grosze, id])

test('price history: stores the period of every price, without gap or overlap', async () => {
  await setPrice(4990)
  await setPrice(4990)
  await query(`update products set stock_quantity = 3 where id = $1`, [id])
  await setPrice(2990)
  const rows = await query(
    `select price_grosze, valid_from = lag(valid_to) over (order by id) as seamless, valid_to is null as current
     from product_prices where product_id = $1 order by id`,
    [id],
  )
  expect(rows).toEqual([
    { price_grosze: 3990, seamless: null, current: false },
    { price_grosze: 4990, seamless: true, current: false },
    { price_grosze: 2990, seamless: true, current: true },
  ])
})

test('price history: twenty changes at once leave one sequence that ends with the price of the product', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, index) => setPrice(1000 + index)))
  const rows = await query(
    `select count(*) as prices, count(*) filter (where valid_to is null) as current,
       bool_and(valid_to is null or valid_to = next) as seamless,
       (select price_grosze from products where id = $1)
         = max(price_grosze) filter (where valid_to is null) as agrees
     from (select *, lead(valid_from) over (order by id) as next from product_prices where product_id = $1) history`,
    [id],
  )
  expect(rows).toEqual([{ prices: 21, current: 1, seamless: true, agrees: true }])
})

test('price history: a price is stored with its change or not at all', async () => {
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query('update products set price_grosze = 1 where id = $1', [id])
  await client.query('rollback')
  client.release()
  expect(await query('select price_grosze from product_prices where product_id = $1', [id])).toEqual([
    { price_grosze: 3990 },
  ])
})

test('price history: a clock that was set back does not stop a change', async () => {
  const rows = await query(`insert into products (slug, name, brand_id, price_grosze, created_at)
    select 'later-' || gen_random_uuid(), 'Oud', id, 3990, now() + interval '1 hour' from brands returning id`)
  id = String(rows[0]?.id)
  await setPrice(2990)
  const stored = await query('select price_grosze from product_prices where product_id = $1 order by id', [id])
  expect(stored).toEqual([{ price_grosze: 3990 }, { price_grosze: 2990 }])
})

test.for([
  ['deleted', 'delete from product_prices where product_id = $1'],
  ['rewritten', 'update product_prices set price_grosze = 1 where product_id = $1'],
  ['moved in time', `update product_prices set valid_from = now() - interval '1 year' where product_id = $1`],
  [
    'closed twice',
    `update product_prices set valid_to = now() + interval '1 day' where product_id = $1 and valid_to is not null`,
  ],
  ['reopened', 'update product_prices set valid_to = null where product_id = $1 and valid_to is not null'],
])('price history: a stored price cannot be %s', async ([, statement]) => {
  await setPrice(4990)
  await expect(query(statement ?? '', [id])).rejects.toThrow('append-only')
})

test('price history: cannot be emptied, and a product with prices cannot be deleted', async () => {
  await expect(query('truncate product_prices')).rejects.toThrow('append-only')
  await expect(query('delete from products where id = $1', [id])).rejects.toThrow('product_prices_product_id_fkey')
})
