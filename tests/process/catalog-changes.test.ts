import { cookieOf } from '#tests/support/api.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { ask } from '#tests/support/raw-request.ts'
import type { Shop } from '#tests/support/shop-process.ts'

let shop: Shop

const statusOf = async (path: string) => (await ask(shop.url, path)).headers['cache-status']

test.beforeAll(async ({ shop: started }) => {
  shop = started
  await eventually(async () => expect(await statusOf('/regulamin')).toBe('shop; hit'))
})

const PRODUCT = '/api/products/layali-zahran'
const PAGES = [
  '/',
  '/sklep?search=layali',
  '/produkt/layali-zahran',
  '/sklep.data?brand=noemira',
  '/api/products',
  '/api/brands',
]

/**
 * Fills the cache, makes a change, waits until it is shown at `seenAt`, and returns which of `paths` were rendered
 * again.
 */
async function madeAgainBy(
  change: () => Promise<unknown>,
  seenAt: string,
  paths: readonly string[],
): Promise<string[]> {
  for (const path of [seenAt, ...paths]) {
    await eventually(async () => expect(await statusOf(path)).toBe('shop; hit'))
  }
  const before = (await ask(shop.url, seenAt)).text
  await change()
  await eventually(async () => expect((await ask(shop.url, seenAt)).text).not.toBe(before))
  const again: string[] = []
  for (const path of paths) {
    if ((await statusOf(path)) !== 'shop; hit') again.push(path)
  }
  return again
}

const products = () => shop.database.db.updateTable('products')
const layali = () => products().where('slug', '=', 'layali-zahran')
const shows = async (path: string, text: string) => (await ask(shop.url, path)).text.includes(text)

/** Changes the product as the admin, in its present version unless another is given. */
async function patchLayali(changes: { price: number; version?: string }): Promise<Response> {
  const signIn = await fetch(`${shop.url}/api/admin-sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: shop.url },
    body: JSON.stringify(shop.admin),
  })
  const headers = { 'Content-Type': 'application/json', Origin: shop.url, Cookie: cookieOf(signIn) }
  const { id } = await shop.database.db
    .selectFrom('products')
    .select('id')
    .where('slug', '=', 'layali-zahran')
    .executeTakeFirstOrThrow()
  const address = `${shop.url}/api/admin/products/${id}`
  const { version } = await (await fetch(address, { headers })).json()
  return fetch(address, { method: 'PATCH', headers, body: JSON.stringify({ version, ...changes }) })
}

test('changes that visitors cannot see invalidate no answer', async () => {
  const { db } = shop.database
  const author = await db
    .insertInto('users')
    .values({ email: 'ala@example.test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const product = await db
    .selectFrom('products')
    .select('id')
    .where('slug', '=', 'layali-zahran')
    .executeTakeFirstOrThrow()
  const review = { product_id: product.id, user_id: author.id, rating: 1, comment: 'Nie dla mnie.' }
  await layali().set({ stock_quantity: 100 }).execute()
  for (const path of [...PAGES, PRODUCT]) await eventually(async () => expect(await statusOf(path)).toBe('shop; hit'))
  await layali().set({ stock_quantity: 99 }).execute()
  await db.insertInto('reviews').values(review).execute()
  await db.updateTable('users').set({ first_name: 'Ala' }).where('id', '=', author.id).execute()
  // When an admin's call is answered, the notifications of all earlier changes have arrived.
  expect((await patchLayali({ version: 'of-none', price: 1 })).status).toBe(409)
  for (const path of [...PAGES, PRODUCT]) expect(await statusOf(path), path).toBe('shop; hit')
})

test('a sale of a scarce product is shown wherever the product is listed', async () => {
  for (const pieces of [4, 1, 0]) {
    const sale = layali().set({ stock_quantity: pieces, out_of_stock: pieces === 0 })
    expect(await madeAgainBy(() => sale.execute(), PRODUCT, PAGES)).toEqual(PAGES)
    expect(JSON.parse((await ask(shop.url, PRODUCT)).text).pieces_left).toBe(pieces)
  }
  expect(await shows('/sklep?search=layali', 'WYPRZEDANE')).toBe(true)
  await madeAgainBy(() => layali().set({ stock_quantity: 20, out_of_stock: false }).execute(), PRODUCT, PAGES)
})

test('a new price or name also changes lists that did not show the product', async () => {
  await madeAgainBy(() => layali().set({ price_grosze: 100 }).execute(), PRODUCT, ['/sklep?maxPrice=1'])
  expect(await shows('/sklep?maxPrice=1', 'Layali Zahran')).toBe(true)
  await madeAgainBy(() => layali().set({ name: 'Malinowa Layali' }).execute(), PRODUCT, ['/sklep?search=malin'])
  expect(await shows('/sklep?search=malin', 'Malinowa Layali')).toBe(true)
})

test('a review is shown once it is approved, with the approved name', async () => {
  const { db } = shop.database
  const approval = db.updateTable('reviews').set({ approved: true }).where('comment', '=', 'Nie dla mnie.')
  await madeAgainBy(() => approval.execute(), `${PRODUCT}/reviews`, [])
  expect(await shows('/produkt/layali-zahran', 'Nie dla mnie.')).toBe(true)
  await db.updateTable('users').set({ first_name: 'Alicja' }).where('email', '=', 'ala@example.test').execute()
  await db.updateTable('shipping_rates').set({ grosze: 1235 }).execute()
  await eventually(async () => expect(await shows('/api/shipping-costs', '1235')).toBe(true))
  expect(await shows('/produkt/layali-zahran', 'Alicja')).toBe(false)
})

test('a change by the admin is in the shop when its call is answered', async () => {
  const seen = ['/api/products?search=layali', PRODUCT, '/produkt/layali-zahran', '/sklep?search=layali']
  for (const price of [51.11, 52.22, 53.33, 54.44]) {
    for (const path of seen) await ask(shop.url, path)
    const changed = await patchLayali({ price })
    expect(changed.status).toBe(200)
    for (const path of seen) {
      const text = path.startsWith('/api/') ? String(Math.round(price * 100)) : `${String(price).replace('.', ',')}`
      expect(await shows(path, text), `${path} ${price}`).toBe(true)
    }
  }
})

test('a renamed product redirects from its earlier addresses to the present one', async () => {
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
    // The router of an open page follows it as well.
    expect((await ask(shop.url, `/produkt/${earlier}.data`)).text).toContain('/produkt/layali-nowa')
    expect((await ask(shop.url, `/api/products/${earlier}`)).text).toContain('"slug":"layali-nowa"')
  }
  await products().where('slug', '=', 'layali-nowa').set({ active: false }).execute()
  await eventually(async () => expect((await ask(shop.url, '/produkt/layali-zahran')).status).toBe(404))
  await products().where('slug', '=', 'layali-nowa').set({ active: true, slug: 'layali-zahran' }).execute()
  await eventually(async () => expect((await ask(shop.url, '/produkt/layali-zahran')).status).toBe(200))
  expect((await ask(shop.url, '/produkt/layali-nowa')).headers.location).toBe('/produkt/layali-zahran')
})

test('pages: promise the gift by its rule, and none once the rule is switched off', async () => {
  const promises = () => Promise.all(['/', '/sklep', '/produkt/layali-zahran'].map((path) => shows(path, '+GRATIS')))
  await layali().set({ gender: 'women' }).execute()
  await eventually(async () => expect(await promises()).toEqual([true, true, true]))
  const rule = shop.database.db.updateTable('gift_rule')
  await rule.set({ active: false }).execute()
  await eventually(async () => expect(await promises()).toEqual([false, false, false]))
  await rule.set({ active: true, stock: 1, gift: 'Próbka 2 ml' }).execute()
  await eventually(async () => expect(await shows('/', 'prezent: Próbka 2 ml')).toBe(true))
  await rule.set({ stock: 0 }).execute()
  await eventually(async () => expect(await promises()).toEqual([false, false, false]))
  await rule.set({ stock: null, gift: 'Drobny upominek' }).execute()
})
