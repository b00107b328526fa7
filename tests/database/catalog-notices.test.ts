import pg from 'pg'
import { expect, test } from '#tests/support/fixtures.ts'

/** A new value for each column of a product that a page shows. */
const SHOWN: Record<string, string> = {
  slug: "slug || '-2'",
  name: "name || ' II'",
  gender: "case gender when 'men' then 'women' else 'men' end",
  price_grosze: 'price_grosze + 1',
  description: "description || '.'",
  notes: "notes || '{oud}'",
  notes_pyramid: `'{"head": [], "heart": [], "base": []}'`,
  volume_ml: 'volume_ml + 1',
  concentration: "concentration || '!'",
  image_key: "coalesce(image_key, '') || 'x'",
  stock_quantity: '3',
  out_of_stock: 'not out_of_stock',
  active: 'not active',
  created_at: "created_at - interval '1 day'",
  brand_id: 'brand_id',
}
const HIDDEN: Record<string, string> = {
  id: 'id',
  provider_product_id: "'prod_1'",
  updated_at: 'now()',
}

test('catalog_changed: sent for every column that a page shows, and for no other', async ({ database }) => {
  const another = '(select id from brands where not is_original limit 1)'
  await database.pool.query("update products set stock_quantity = 100 where slug = 'layali-zahran'")

  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const received: string[] = []
  client.on('notification', ({ channel, payload }) => received.push(channel === 'done' ? `end of ${payload}` : channel))
  await client.query('listen catalog_changed; listen done')
  const columns = Object.entries({ ...SHOWN, ...HIDDEN, brand_id: another })
  for (const [name, value] of columns) {
    await client.query(`begin; update products set ${name} = ${value} where name like 'Layali Zahran%'; commit`)
    await client.query(`notify done, '${name}'`)
  }
  await expect.poll(() => received.at(-1)).toBe(`end of ${columns.at(-1)?.[0]}`)
  await client.end()
  const expected = columns.flatMap(([name]) => [...(name in SHOWN ? ['catalog_changed'] : []), `end of ${name}`])
  expect(received).toEqual(expected)
})

test('catalog_changed: not sent while plenty stays plenty', async ({ database }) => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const received: string[] = []
  client.on('notification', ({ payload }) => received.push(String(payload)))
  await client.query('listen catalog_changed; listen done')
  for (const pieces of [100, 50, 5, null]) {
    await client.query("update products set stock_quantity = $1 where slug = 'czarny-zagiel'", [pieces])
    await client.query(`notify done, 'sold'`)
  }
  await expect.poll(() => received.filter((payload) => payload === 'sold').length).toBe(4)
  await client.end()
  expect(received.slice(1)).toEqual(['sold', 'sold', 'sold'])
})
