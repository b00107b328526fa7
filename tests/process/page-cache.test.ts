import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { ask } from '#tests/support/raw-request.ts'
import type { Shop } from '#tests/support/shop-process.ts'
import { countWaitingStatements } from '#tests/support/waiting-statements.ts'

let shop: Shop

test.beforeAll(async ({ shop: started }) => {
  shop = started
  // Pages are cached from the moment the shop receives change notifications.
  await eventually(async () => {
    const listeners = await shop.database.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and state = 'idle' and query = 'listen catalog_changed'",
    )
    expect(listeners.rowCount).toBe(1)
  })
})

const get = async (path: string) => {
  const { status, text } = await ask(shop.url, path)
  return { status, text: text.replaceAll('<!-- -->', '').replaceAll(/\s+/g, ' ') }
}

/** Whether a page contains this text. Printing the complete page would hide the reason of a failure. */
const shows = async (path: string, text: string) => (await get(path)).text.includes(text)

/** Runs the work while nobody else can read products, so that only cached pages can be served. */
async function whileProductsAreLocked(work: () => Promise<void>): Promise<void> {
  const client = await shop.database.pool.connect()
  await client.query('begin; lock table products, shop_settings in access exclusive mode')
  try {
    await work()
  } finally {
    await client.query('rollback')
    client.release()
  }
}

test('pages and their data are answered without the database, whatever advertisement brought the visitor', async () => {
  const warm = ['/', '/_.data', '/sklep?gender=women&page=1', '/sklep.data?gender=women', '/produkt/ward-nahari']
  const bodies = new Map<string, string>()
  for (const path of warm) bodies.set(path, (await get(path)).text)
  await whileProductsAreLocked(async () => {
    const visits = {
      '/?utm_source=ig&utm_campaign=lato&igsh=abc': '/',
      '/?fbclid=1': '/',
      '/_.data?gclid=2': '/_.data',
      '/sklep?ttclid=x&gender=women&fbclid=IwAR0&page=1': '/sklep?gender=women&page=1',
      '/sklep?sort=newest&cokolwiek=1&gender=women&gender=men&minPrice=NaN': '/sklep?gender=women&page=1',
      '/sklep.data?gender=women&msclkid=1': '/sklep.data?gender=women',
      '/produkt/ward-nahari?utm_medium=story&&gbraid=3&wbraid=4': '/produkt/ward-nahari',
    }
    for (const [address, key] of Object.entries(visits)) {
      expect((await get(address)).text === bodies.get(key), address).toBe(true)
    }
  })
})

test('many visitors of a page that is not cached yet wait for one rendering', async () => {
  const bodies = new Set<string>()
  let answered = 0
  const path = '/sklep?search=oud'
  const visitors: Promise<void>[] = []
  await whileProductsAreLocked(async () => {
    for (let visitor = 0; visitor < 40; visitor += 1) {
      visitors.push(
        get(path).then(({ text }) => {
          bodies.add(text)
          answered += 1
        }),
      )
    }
    // One of them waits for the database. Forty would use up the shop's connections.
    await eventually(async () => expect(await countWaitingStatements(shop.database.db)).toBe(1))
    expect((await ask(shop.url, '/readyz')).status).toBe(200)
    expect(answered).toBe(0)
  })
  await Promise.all(visitors)
  expect(bodies.size).toBe(1)
})

test('a new price stands on every page at once', async () => {
  const pages = ['/?page=2', '/sklep?search=ward', '/sklep.data?search=ward', '/produkt/ward-nahari']
  const { db } = shop.database
  for (const path of pages) await get(path)
  await db.updateTable('products').set({ price_grosze: 7_777 }).where('slug', '=', 'ward-nahari').execute()
  await eventually(async () => {
    expect(await shows('/sklep?search=ward', '77,77 zł')).toBe(true)
    expect(await shows('/produkt/ward-nahari', '77,77 zł')).toBe(true)
    expect(await shows('/?page=2', '77,77 zł')).toBe(true)
    expect(await shows('/sklep.data?search=ward', '7777')).toBe(true)
  })
})

test('a product that sells out, or is back in stock, is shown so at once', async () => {
  const sale = shop.database.db.updateTable('products').where('slug', '=', 'misk-fajri')
  expect(await shows('/produkt/misk-fajri', 'Produkt wyprzedany')).toBe(false)
  await sale.set({ out_of_stock: true }).execute()
  await eventually(async () => expect(await shows('/produkt/misk-fajri', 'Produkt wyprzedany')).toBe(true))
  expect(await shows('/sklep?search=misk', 'WYPRZEDANE')).toBe(true)
  await sale.set({ out_of_stock: false }).execute()
  await eventually(async () => expect(await shows('/produkt/misk-fajri', 'Produkt wyprzedany')).toBe(false))
})

test('with substitutes hidden the shop shows only the original line, and afterwards all products again', async () => {
  const settings = shop.database.db.updateTable('shop_settings')
  expect(await shows('/sklep', '64 produkty')).toBe(true)
  expect((await get('/produkt/malina-disco')).status).toBe(200)
  await settings.set({ hide_substitutes: true }).execute()
  await eventually(async () => expect(await shows('/sklep', '22 produkty')).toBe(true))
  expect(await shows('/sklep?brand=noemira&category=substitutes', '22 produkty')).toBe(true)
  expect((await get('/produkt/malina-disco')).status).toBe(404)
  expect(await shows('/', 'ZAMIENNIK<')).toBe(false)
  await settings.set({ hide_substitutes: false }).execute()
  await eventually(async () => expect(await shows('/sklep', '64 produkty')).toBe(true))
  expect((await get('/produkt/malina-disco')).status).toBe(200)
})

test('a review appears once it is approved, with its stars', async () => {
  const { db } = shop.database
  const product = await db
    .selectFrom('products')
    .select('id')
    .where('slug', '=', 'fern-flint')
    .executeTakeFirstOrThrow()
  const author = await db
    .insertInto('users')
    .values({ name: 'Zdzisława Nowa', first_name: 'Zdzisława', email: 'zdzislawa@example.test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const review = { product_id: product.id, user_id: author.id, rating: 5, comment: 'Mech i krzemień po deszczu.' }
  await db.insertInto('reviews').values(review).execute()
  expect(await shows('/produkt/fern-flint', 'Mech i krzemień')).toBe(false)
  await db.updateTable('reviews').set({ approved: true }).where('user_id', '=', author.id).execute()
  await eventually(async () => expect(await shows('/produkt/fern-flint', 'Mech i krzemień po deszczu.')).toBe(true))
  expect(await shows('/produkt/fern-flint', 'Zdzisława')).toBe(true)
  expect(await shows('/produkt/fern-flint', 'Nowa')).toBe(false)
  expect(await shows('/produkt/fern-flint', 'zdzislawa@example.test')).toBe(false)
})
