import { vi } from 'vitest'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { ask } from '#tests/support/raw-request.ts'
import type { Shop } from '#tests/support/shop-process.ts'

let shop: Shop

const statusOf = async (path: string) => (await ask(shop.url, path)).headers['cache-status']

test.beforeAll(async ({ shop: started }) => {
  shop = started
  await vi.waitFor(async () => expect(await statusOf('/regulamin')).toBe('shop; hit'), 15_000)
})

const PRODUCT = '/api/products/layali-zahran'
/** A product of another gender and brand, which does not show it. */
const ANOTHER = '/produkt/malina-disco'
const WITHOUT = [
  '/sklep?search=malina',
  '/sklep.data?brand=noemira',
  '/api/products?search=malina',
  ANOTHER,
  '/api/brands',
]

/**
 * Fills the cache, makes a change, waits until it is shown at `seenAt`, and says which of `paths` were made anew.
 */
async function madeAnewBy(change: () => Promise<unknown>, seenAt: string, paths: readonly string[]): Promise<string[]> {
  for (const path of [seenAt, ...paths]) {
    await eventually(async () => expect(await statusOf(path)).toBe('shop; hit'))
  }
  const before = (await ask(shop.url, seenAt)).text
  await change()
  await eventually(async () => expect((await ask(shop.url, seenAt)).text).not.toBe(before))
  const anew: string[] = []
  for (const path of paths) {
    if ((await statusOf(path)) !== 'shop; hit') anew.push(path)
  }
  return anew
}

const products = () => shop.database.db.updateTable('products')
const layali = () => products().where('slug', '=', 'layali-zahran')

test('a sale changes only what shows the product', async () => {
  const shows = ['/sklep?search=layali', '/produkt/layali-zahran', `${PRODUCT}/reviews`]
  for (const pieces of [4, 1, 0]) {
    const sale = layali().set({ stock_quantity: pieces, out_of_stock: pieces === 0 })
    expect(await madeAnewBy(() => sale.execute(), PRODUCT, [...shows, ...WITHOUT])).toEqual(shows)
  }
})

test('a product that is back may stand among similar ones, and in no list it was not in', async () => {
  const { gender } = await shop.database.db
    .selectFrom('products')
    .select('gender')
    .where('slug', '=', 'layali-zahran')
    .executeTakeFirstOrThrow()
  const alike = await shop.database.db
    .selectFrom('products')
    .select('slug')
    .where('gender', '=', gender)
    .where('slug', '!=', 'layali-zahran')
    .executeTakeFirstOrThrow()
  const back = layali().set({ stock_quantity: 20, out_of_stock: false })
  const lists = ['/sklep?search=malina', '/api/products?search=malina']
  expect(await madeAnewBy(() => back.execute(), PRODUCT, [`/produkt/${alike.slug}`, ...lists])).toEqual([
    `/produkt/${alike.slug}`,
  ])
})

test('a price or a name changes lists that did not show the product, and no other product', async () => {
  const lists = ['/sklep?search=malina', '/sklep.data?maxPrice=1', '/api/products?search=malina', '/', '/api/products']
  const price = layali().set({ price_grosze: 100 })
  expect(await madeAnewBy(() => price.execute(), PRODUCT, [...lists, ANOTHER, '/api/brands'])).toEqual(lists)
  expect((await ask(shop.url, '/sklep?maxPrice=1')).text).toContain('Layali Zahran')
  const name = layali().set({ name: 'Malinowa Layali' })
  expect(await madeAnewBy(() => name.execute(), PRODUCT, [...lists, ANOTHER, '/api/brands'])).toEqual(lists)
  expect((await ask(shop.url, '/sklep?search=malin')).text).toContain('Malinowa Layali')
})

test('reviews change their product from their approval on', async () => {
  const { db } = shop.database
  const { id } = await db
    .selectFrom('products')
    .select('id')
    .where('slug', '=', 'layali-zahran')
    .executeTakeFirstOrThrow()
  const author = await db
    .insertInto('users')
    .values({ name: 'Ala', first_name: 'Ala', email: 'ala@example.test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const review = { product_id: id, user_id: author.id, rating: 1, comment: 'Nie dla mnie.' }
  const everything = [PRODUCT, `${PRODUCT}/reviews`, '/produkt/layali-zahran', ...WITHOUT]
  // The change of delivery costs tells that the notice of the review, if there is one, has come too.
  const unapproved = async () => {
    await db.insertInto('reviews').values(review).execute()
    await db.updateTable('shipping_rates').set({ grosze: 1234 }).execute()
  }
  expect(await madeAnewBy(unapproved, '/api/shipping-costs', [`${PRODUCT}/reviews`, PRODUCT, '/', '/sklep'])).toEqual(
    [],
  )
  const approval = db.updateTable('reviews').set({ approved: true }).where('user_id', '=', author.id)
  expect(
    await madeAnewBy(
      () => approval.execute(),
      `${PRODUCT}/reviews`,
      everything.filter((path) => path !== `${PRODUCT}/reviews`),
    ),
  ).toEqual([PRODUCT, '/produkt/layali-zahran'])
  const renamed = async () => {
    await db.updateTable('users').set({ first_name: 'Alicja' }).where('id', '=', author.id).execute()
    await db.updateTable('shipping_rates').set({ grosze: 1235 }).execute()
  }
  expect(await madeAnewBy(renamed, '/api/shipping-costs', [`${PRODUCT}/reviews`, PRODUCT])).toEqual([])
  // What is public keeps the name that was approved.
  expect((await ask(shop.url, '/produkt/layali-zahran')).text).not.toContain('Alicja')
})

test('a product that was renamed answers at its earlier addresses with the way to the present one', async () => {
  for (const path of ['/produkt/layali-zahran', '/produkt/layali-zahran.data']) {
    await eventually(async () => expect(await statusOf(path)).toBe('shop; hit'))
  }
  await layali().set({ slug: 'layali' }).execute()
  await products().where('slug', '=', 'layali').set({ slug: 'layali-nowa' }).execute()
  for (const earlier of ['layali-zahran', 'layali']) {
    await eventually(async () => {
      const { status, headers } = await ask(shop.url, `/produkt/${earlier}`)
      expect([status, headers.location]).toEqual([301, '/produkt/layali-nowa'])
    })
    // The router of a page that is open follows it as well.
    expect((await ask(shop.url, `/produkt/${earlier}.data`)).text).toContain('/produkt/layali-nowa')
    expect((await ask(shop.url, `/api/products/${earlier}`)).text).toContain('"slug":"layali-nowa"')
  }
  await products().where('slug', '=', 'layali-nowa').set({ active: false }).execute()
  await eventually(async () => expect((await ask(shop.url, '/produkt/layali-zahran')).status).toBe(404))
  await products().where('slug', '=', 'layali-nowa').set({ active: true, slug: 'layali-zahran' }).execute()
  await eventually(async () => expect((await ask(shop.url, '/produkt/layali-zahran')).status).toBe(200))
  expect((await ask(shop.url, '/produkt/layali-nowa')).headers.location).toBe('/produkt/layali-zahran')
})
