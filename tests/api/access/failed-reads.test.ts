import { inspect } from 'node:util'
import { sql } from 'kysely'
import { vi } from 'vitest'
import { expect, test } from '#tests/support/fixtures.ts'

test('failed reads are named in the log', async ({ newApi }) => {
  const api = await newApi()
  const { cookie } = await api.customer()
  const log = vi.spyOn(console, 'error').mockReturnValue()
  for (const [loss, path, failure] of [
    [sql`alter table shipments rename column label_url to gone`, '/api/me/shipments', 'Failed to fetch shipments: '],
    [sql`alter table order_items rename to missing`, '/api/me/orders', 'Failed to fetch orders: '],
    [sql`delete from shop_settings`, '/api/shop-settings', 'Failed to fetch shop settings: Shop settings not found'],
    [sql`alter table reviews rename to gone`, '/api/products/layali-zahran/reviews', 'Failed to fetch reviews: '],
    [sql`alter table product_ratings rename to lost`, '/api/products', 'Failed to fetch products: '],
    // If both failed, /api/products could name either.
    [
      sql`alter table lost rename to product_ratings; alter table brand_slugs rename to lost_slugs`,
      '/api/brands',
      'Failed to fetch brands: ',
    ],
  ] as const) {
    await loss.execute(api.db)
    log.mockClear()
    expect((await api.get(path, { Cookie: cookie })).status, path).toBe(500)
    const logged = log.mock.calls.flat().map((part) => inspect(part, { depth: null, showHidden: true }))
    expect(logged.join('\n'), path).toContain(failure)
  }
  log.mockRestore()
})
