import { type Kysely, sql } from 'kysely'
import { readCatalog } from '#domain/catalog/catalog-queries.server.ts'
import type { Database } from '#domain/database.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'

const test = base.extend('demo', { scope: 'file' }, false)

const addProduct = (db: Kysely<Database>, slug: string, brand: string) =>
  sql`insert into products (slug, name, brand_id, price_grosze)
    select ${slug}, ${slug}, id, 3990 from brands where name = ${brand}`.execute(db)

test('a shop without the demo has an original line: hiding substitutes leaves its products on sale', async ({
  database: { db },
}) => {
  await sql`insert into brands (name, slug) values ('Inna', 'inna')`.execute(db)
  await addProduct(db, 'oud', 'Perfumy Arabskie')
  await addProduct(db, 'roza', 'Inna')
  const slugs = async () => (await readCatalog(db)).products.map(({ product }) => product.slug).sort()
  expect(await slugs()).toEqual(['oud', 'roza'])
  await sql`update shop_settings set hide_substitutes = true`.execute(db)
  expect(await slugs()).toEqual(['oud'])
  expect((await readCatalog(db)).brands.map(({ name, is_original }) => [name, is_original])).toEqual([
    ['Perfumy Arabskie', true],
  ])
})
