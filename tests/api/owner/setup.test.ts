import { judge } from '#domain/kernel/checks/check.ts'
import { SETUP_ORDER } from '#domain/system/read-setup.server.ts'
import { SHOP_CHECKS } from '#infra/create-services.ts'
import { readEnv, toShopSettings } from '#infra/env.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { REAL_SHOP } from '#tests/support/real-shop.ts'

type Steps = { key: string; done: boolean }[]

async function readSteps(shop: Api): Promise<Steps> {
  const cookie = cookieOf(await shop.post('/api/admin-sign-in', shop.admin))
  const { steps } = (await (await shop.get('/api/admin/setup', { Cookie: cookie })).json()) as { steps: Steps }
  return steps
}

test('GET setup: in a demo every step is still open', async ({ newApi }) => {
  const steps = await readSteps(await newApi())
  expect(steps.map(({ key, done }) => [key, done])).toEqual(SETUP_ORDER.map((key) => [key, false]))
})

test('POST remove-demo: removes the demo catalogue with its reviews and brands; added products stay', async ({
  newApi,
}) => {
  const api = await newApi()
  const brands = (await (await api.get('/api/brands')).json()) as unknown[]
  const cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  const own = await api.db
    .insertInto('products')
    .values((eb) => ({
      name: 'Własny Zapach',
      slug: 'wlasny-zapach',
      gender: 'women',
      price_grosze: 5000,
      brand_id: eb.selectFrom('brands').select('id').where('is_original', '=', false).orderBy('name').limit(1),
    }))
    .returning(['id', 'brand_id'])
    .executeTakeFirstOrThrow()
  const removed = await api.post('/api/admin/remove-demo', {}, { Cookie: cookie })
  expect(await removed.json()).toEqual({ removed: 79 })
  const left = (await (await api.get('/api/products')).json()) as { items: { id: string }[] }
  expect(left.items.map(({ id }) => id)).toEqual([own.id])
  const leftBrands = (await (await api.get('/api/brands')).json()) as { id: string }[]
  expect(leftBrands).toHaveLength(2)
  expect(leftBrands.map(({ id }) => id)).toContain(own.brand_id)
  expect(brands.length).toBeGreaterThan(2)
  expect(await api.db.selectFrom('reviews').select('id').execute()).toEqual([])
  // The remaining products have no invented reviews.
  expect(await api.db.selectFrom('producers').select('id').execute()).toEqual([])
  const steps = await readSteps(api)
  expect(steps.filter(({ done }) => done).map(({ key }) => key)).toEqual(['demo-goods', 'first-product'])
  expect(await (await api.post('/api/admin/remove-demo', {}, { Cookie: cookie })).json()).toEqual({ removed: 0 })
})

test('setup: a configured shop has completed every step, and each missing one is shown', async () => {
  const listMissing = async (changes: Record<string, string> = {}) => {
    const env = readEnv({ ...REAL_SHOP, ...changes })
    const settings = toShopSettings(env, env.values)
    const missing: string[] = []
    for (const check of SHOP_CHECKS) {
      if (check.needs && (await judge(check, settings)).length > 0) missing.push(check.key)
    }
    return missing
  }
  expect(await listMissing()).toEqual([])
  for (const [changes, step] of [
    [{ SELLER_NIP: '' }, 'seller'],
    [{ VAT_REGISTERED: 'no' }, 'vat'],
    [{ SELLER_EMAIL: 'kontakt@perfumeria.test' }, 'seller'],
    [{ RESPONSIBLE_PERSON: '' }, 'legal-texts'],
    [{ SHOP_URL: 'http://sklep.pl' }, 'https'],
    [{ ADMIN_EMAIL: '' }, 'admin-email'],
    [{ SMTP_URL: '' }, 'mail-server'],
    [{ MAIL_FROM: 'sklep@example.com' }, 'mail-server'],
    [{ INPOST_API_URL: '' }, 'lockers'],
    [{ SHIPX_TOKEN: '', SHIPX_ORGANIZATION_ID: '' }, 'carrier'],
    [{ SELLER_BDO: '' }, 'bdo'],
    [{ STRIPE_SECRET_KEY_LIVE: '', STRIPE_WEBHOOK_SECRET_LIVE: '' }, 'payment-keys'],
  ] as const) {
    expect(await listMissing(changes)).toEqual([step])
  }
})
