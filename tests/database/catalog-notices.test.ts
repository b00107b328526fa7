import type { Kysely } from 'kysely'
import pg from 'pg'
import type { Database } from '#domain/database.ts'
import type { TestDatabase } from '#tests/support/database.ts'
import { expect, test } from '#tests/support/fixtures.ts'

/** Runs each statement in its own transaction. Returns the names in the notifications of each, in order. */
async function listenTo(database: TestDatabase, statements: string[]): Promise<string[][]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const received: string[][] = [[]]
  client.on('notification', ({ channel, payload = '' }) => {
    if (channel === 'done') received.push([])
    else received.at(-1)?.push(payload)
  })
  try {
    await client.query('listen catalog_changed; listen done')
    for (const [index, statement] of statements.entries()) {
      await client.query(`begin; ${statement}; commit`)
      await client.query(`notify done, '${index}'`)
    }
    await expect.poll(() => received.length).toBe(statements.length + 1)
  } finally {
    await client.end()
  }
  return received.slice(0, -1)
}

const updateLayali = (assignments: string[]) =>
  assignments.map((assignment) => `update products set ${assignment} where name like 'Layali Zahran%'`)

async function findLayali(db: Kysely<Database>) {
  const { id } = await db
    .selectFrom('products')
    .select('id')
    .where('name', 'like', 'Layali Zahran%')
    .executeTakeFirstOrThrow()
  return { id, itself: `product:${id}` }
}

test('catalog_changed: names the product for changes that concern it alone', async ({ database }) => {
  const { itself } = await findLayali(database.db)
  const changes = [
    "description = description || '.'",
    `notes_pyramid = '{"head": [], "heart": [], "base": []}'`,
    'volume_ml = volume_ml + 1',
    "concentration = concentration || '!'",
    "image_key = coalesce(image_key, '') || 'x'",
    "image_alt = image_alt || 'x'",
    "name = name || ' II'",
    'price_grosze = price_grosze + 1',
    "notes = notes || '{torf}'",
  ]
  const named = await listenTo(database, updateLayali(changes))
  expect(named).toEqual(changes.map(() => [itself]))
})

test('catalog_changed: names everything for changes of a product’s position or visibility', async ({ database }) => {
  const another = '(select id from brands where not is_original limit 1)'
  const changes = updateLayali([
    "slug = slug || '-2'",
    "gender = case gender when 'men' then 'women' else 'men' end",
    'active = not active',
    'active = not active',
    "created_at = created_at - interval '1 day'",
    `brand_id = ${another}`,
  ])
  const others = [
    "insert into products (slug, name, brand_id, price_grosze) select 'nowy', 'Nowy', id, 100 from brands limit 1",
    "update brands set description = 'x' where id = (select id from brands limit 1)",
    "insert into guides (slug, title) values ('nowy', 'Nowy')",
    "update guides set title = 'Inny'",
    'delete from guides',
    'update shop_settings set hide_substitutes = not hide_substitutes',
  ]
  const named = await listenTo(database, [...changes, ...others])
  expect(named).toEqual([...changes, ...others].map(() => ['all']))
})

test('catalog_changed: ignores changes that no answer shows', async ({ database }) => {
  const named = await listenTo(database, updateLayali(['id = id', 'updated_at = now()', 'stock_quantity = 100']))
  expect(named).toEqual([[], [], []])
})

test('catalog_changed: names a product with a low stock when it sells, and nothing while the stock is high', async ({
  database,
}) => {
  const { itself } = await findLayali(database.db)
  const sale = (pieces: number | null) => `stock_quantity = ${pieces}, out_of_stock = ${pieces === 0}`
  const named = await listenTo(database, updateLayali([100, 50, 5, 4, 3, 0].map(sale)))
  expect(named).toEqual([[], [], [], [itself], [itself], [itself]])
})

test('catalog_changed: names everything when the recent sales were counted', async ({ database }) => {
  const { id } = await findLayali(database.db)
  const sales = [
    `insert into product_sales values ('${id}', 3)`,
    'update product_sales set pieces = 4',
    'delete from product_sales',
  ]
  expect(await listenTo(database, sales)).toEqual(sales.map(() => ['all']))
})

test('catalog_changed: names only the delivery costs when they change', async ({ database }) => {
  const named = await listenTo(database, ['update shipping_rates set grosze = grosze + 1'])
  expect(named).toEqual([['shipping-costs']])
})

test('catalog_changed: names only the shop’s profile when it changes', async ({ database }) => {
  const named = await listenTo(database, [
    `update shop_profile set entered = '{"shop_name": "Zapachy"}'`,
    `insert into own_texts (number, texts, changed, published_by) values (1, '{"hero.title": "Hasło"}', '{}', 'a')`,
    "insert into looks (number, accent, published_by) values (1, '#333333', 'a')",
  ])
  expect(named).toEqual([['shop-profile'], ['shop-profile'], ['shop-profile']])
})

test('catalog_changed: approved reviews name their product, and a new name of an author names nothing', async ({
  database,
}) => {
  const { id, itself } = await findLayali(database.db)
  const author = '00000000-0000-4000-8000-000000000001'
  const ofAuthor = `where user_id = '${author}'`
  const named = await listenTo(database, [
    `insert into users (id, name, first_name, email) values ('${author}', 'Ala', 'Ala', 'ala@example.test')`,
    `insert into reviews (product_id, user_id, rating) values ('${id}', '${author}', 5)`,
    `update reviews set comment = 'Ładny.' ${ofAuthor}`,
    `update users set first_name = 'Ola' where id = '${author}'`,
    `update reviews set approved = true ${ofAuthor}`,
    `update users set first_name = 'Ela' where id = '${author}'`,
    `update users set last_name = 'Nowak' where id = '${author}'`,
    `update reviews set approved = false, comment = 'Inny.' ${ofAuthor}`,
    `update reviews set comment = 'Jeszcze inny.' ${ofAuthor}`,
    `update reviews set approved = true ${ofAuthor}`,
    `delete from users where id = '${author}'`,
  ])
  expect(named).toEqual([[], [], [], [], [itself], [], [], [itself], [], [itself], [itself]])
})

test('catalog_changed: names the shop’s profile when a feature of the legal texts is switched', async ({
  database,
}) => {
  const switched = [
    "insert into codes (code, kind, value) values ('LATO10', 'percent', 10)",
    'delete from codes',
    'update gift_rule set sample_codes_since = now()',
    'update gift_rule set sample_codes_since = null',
    "insert into users (email, role) values ('pakuje@example.test', 'packer')",
    "delete from users where role = 'packer'",
    "insert into users (email, role) values ('ksiegowa@example.test', 'accountant')",
    "update users set deleted_at = now() where role = 'accountant'",
    "delete from users where role = 'accountant'",
    "update front_pictures set alt = 'Flakon' where place = 'hero'",
  ]
  const named = await listenTo(database, switched)
  for (const [index, names] of named.entries()) expect(names, switched[index]).toContain('shop-profile')
  expect(await listenTo(database, ["insert into users (email, role) values ('k@example.test', 'customer')"])).toEqual([
    [],
  ])
})
