import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { expect, test } from '#tests/support/fixtures.ts'
import { ask } from '#tests/support/raw-request.ts'
import type { Shop } from '#tests/support/shop-process.ts'
import { atStrength, printFigure } from './strength.ts'

const SECONDS = atStrength({ short: 3, full: 20 })
const SALES_PER_SECOND = 50
/** The most visited pages, besides those of some products. */
const LISTS = ['/', '/sklep', '/sklep?gender=women', '/_.data', '/api/products?pageSize=24']
const PRODUCT_PAGES = 15

/** Changes the stock of one product after another as orders do. A sold-out product gets two pieces again. */
async function sell({ database }: Shop, ids: string[]): Promise<number> {
  const begin = Date.now()
  let sold = 0
  while (Date.now() < begin + SECONDS * 1000) {
    await database.pool.query(
      `update products set out_of_stock = not out_of_stock and stock_quantity = 1,
         stock_quantity = case when out_of_stock or coalesce(stock_quantity, 9) > 3 then 2 else stock_quantity - 1 end
       where id = $1`,
      [ids[sold % ids.length]],
    )
    sold += 1
    await pause(Math.max(0, begin + (sold / SALES_PER_SECOND) * 1000 - Date.now()))
  }
  return sold
}

/** Visits the paths in turn, as fast as ten connections can. */
async function visit({ url }: Shop, paths: string[]): Promise<{ seen: number; made: number }> {
  let [seen, made] = [0, 0]
  const requests = paths.map((path) => ({
    path,
    onResponse: (status: number, _body: string, _context: object, headers?: autocannon.Request['headers']) => {
      seen += 1
      const from = JSON.stringify(headers)
      if (status !== 200 || !/shop; (hit|fwd=miss; collapsed)/.test(from)) made += 1
    },
  }))
  const { non2xx, errors } = await autocannon({
    url,
    requests,
    connections: 10,
    duration: SECONDS,
    headers: { 'accept-encoding': 'br' },
  })
  expect([non2xx, errors]).toEqual([0, 0])
  return { seen, made }
}

test(`with ${SALES_PER_SECOND} sales a second of scarce stock nine of ten answers come from the cache`, async ({
  shop,
}) => {
  const { db } = shop.database
  const products = await db.selectFrom('products').select(['id', 'slug']).where('active', '=', true).execute()
  const pages = [...LISTS, ...products.slice(0, PRODUCT_PAGES).map(({ slug }) => `/produkt/${slug}`)]
  const selling = sell(
    shop,
    products.map(({ id }) => id),
  )
  const begin = performance.now()
  const { seen, made } = await visit(shop, pages)
  const seconds = (performance.now() - begin) / 1000
  const sold = await selling
  const share = (1 - made / seen) * 100
  printFigure(
    `${share.toFixed(1)} % of ${seen} answers came from the cache (${Math.round(seen / SECONDS)}/s) amid ` +
      `${Math.round(sold / SECONDS)} sales a second`,
  )
  expect(sold).toBeGreaterThan(atStrength({ short: 0, full: (SECONDS * SALES_PER_SECOND) / 2 }))
  // Each page is rendered at most four times a second, however long that takes. The share depends on the number of
  // visits that the machine handles.
  expect(made / pages.length).toBeLessThan(5 * seconds)
  expect(share).toBeGreaterThan(atStrength({ short: 50, full: 90 }))

  // In the end the pages show the remaining stock.
  for (const { id, slug } of products.slice(0, PRODUCT_PAGES)) {
    const { stock_quantity: left } = await db
      .selectFrom('products')
      .select('stock_quantity')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const shown = async () => JSON.parse((await ask(shop.url, `/api/products/${slug}`)).text).pieces_left
    await expect.poll(shown).toBe(left !== null && left < 5 ? left : null)
  }
})
