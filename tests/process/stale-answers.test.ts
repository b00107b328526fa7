import { openDatabaseLink } from '#tests/support/database-link.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { ask } from '#tests/support/raw-request.ts'
import { startShop } from '#tests/support/shop-process.ts'

const KNOWN = ['/', '/_.data', '/sklep?search=oud', '/produkt/layali-zahran', '/api/products', '/api/brands']

async function seen(url: string, path: string): Promise<[status: number, from: unknown]> {
  const { status, headers } = await ask(url, path)
  return [status, headers['cache-status']]
}

/** Requests the pages until all of them are cached. */
async function fill(url: string): Promise<void> {
  for (const path of KNOWN) {
    await expect.poll(() => seen(url, path)).toEqual([200, 'shop; hit'])
  }
}

test('pages are still shown while the database is away, and afterwards with the changes made meanwhile', async ({
  database,
  onTestFinished,
}) => {
  const link = await openDatabaseLink(database.url)
  onTestFinished(() => link.close())
  const shop = await startShop({ ...database, url: link.url })
  onTestFinished(async () => {
    await link.restore()
    await shop.stop()
  })
  await fill(shop.url)
  const product = database.db.updateTable('products').where('slug', '=', 'layali-zahran')
  const priceShown = async () =>
    JSON.parse((await ask(shop.url, '/api/products/layali-zahran')).text).current_price_cents

  const before = await ask(shop.url, '/produkt/layali-zahran')

  // As when PostgreSQL is stopped: connections break, and new ones are refused.
  await link.cut()
  await product.set({ price_grosze: 4_321 }).execute()
  for (const path of KNOWN) {
    await expect.poll(() => seen(shop.url, path)).toEqual([200, 'shop; hit; detail=stale'])
  }
  expect((await ask(shop.url, '/produkt/layali-zahran')).body.equals(before.body)).toBe(true)
  expect(await seen(shop.url, '/sklep?search=nie-pytano')).toEqual([503, undefined])
  await link.restore()
  await fill(shop.url)
  expect(await priceShown()).toBe(4_321)
  expect((await ask(shop.url, '/sklep?search=nie-pytano')).status).toBe(200)

  // The connection stays open but transmits nothing. The shop has to notice that itself.
  link.hang()
  await product.set({ price_grosze: 5_432 }).execute()
  await expect.poll(() => seen(shop.url, '/')).toEqual([200, 'shop; hit; detail=stale'])
  await link.restore()
  await fill(shop.url)
  expect(await priceShown()).toBe(5_432)
})
