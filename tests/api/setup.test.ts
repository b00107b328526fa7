import { findConfiguredSteps } from '#infra/configured-steps.ts'
import { readEnv } from '#infra/env.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { REAL_SHOP } from '#tests/support/real-shop.ts'

type Steps = { name: string; done: boolean }[]

async function readSteps(shop: Api): Promise<Steps> {
  const cookie = cookieOf(await shop.post('/api/admin-sign-in', shop.admin))
  const { steps } = (await (await shop.get('/api/admin/setup', { Cookie: cookie })).json()) as { steps: Steps }
  return steps
}

test('GET setup: a demo has everything before it', async ({ newApi }) => {
  const steps = await readSteps(await newApi())
  expect(steps.map(({ name, done }) => [name, done])).toEqual(
    [
      'seller',
      'terms',
      'https',
      'admin_email',
      'second_factor',
      'mail',
      'lockers',
      'shipping_costs',
      'demo',
      'first_product',
      'trial',
      'carrier',
      'carrier_consent',
      'bdo',
      'payment_keys',
      'payment_mode',
    ].map((name) => [name, false]),
  )
})

test('POST remove-demo: takes the demo catalogue out with its reviews and brands; what was added stays', async ({
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
  expect(await removed.json()).toEqual({ removed: 64 })
  const left = (await (await api.get('/api/products')).json()) as { items: { id: string }[] }
  expect(left.items.map(({ id }) => id)).toEqual([own.id])
  const leftBrands = (await (await api.get('/api/brands')).json()) as { id: string }[]
  expect(leftBrands).toHaveLength(2)
  expect(leftBrands.map(({ id }) => id)).toContain(own.brand_id)
  expect(brands.length).toBeGreaterThan(2)
  expect(await api.db.selectFrom('reviews').select('id').execute()).toEqual([])
  // Nobody invented answers for the products that stay.
  expect(await api.db.selectFrom('producers').select('id').execute()).toEqual([])
  const steps = await readSteps(api)
  expect(steps.filter(({ done }) => done).map(({ name }) => name)).toEqual(['demo', 'first_product'])
  expect(await (await api.post('/api/admin/remove-demo', {}, { Cookie: cookie })).json()).toEqual({ removed: 0 })
})

test('setup: a real shop has every step its settings can have, and each missing one is seen', () => {
  const steps = (changes: Record<string, string> = {}) => {
    const env = readEnv({ ...REAL_SHOP, ...changes })
    return Object.entries(findConfiguredSteps(env, env.values))
  }
  expect(steps().filter(([, done]) => !done)).toEqual([])
  for (const [changes, step] of [
    [{ SELLER_NIP: '' }, 'seller'],
    [{ SELLER_EMAIL: 'kontakt@perfumeria.test' }, 'seller'],
    [{ RESPONSIBLE_PERSON: '' }, 'terms'],
    [{ SHOP_URL: 'http://sklep.pl' }, 'https'],
    [{ ADMIN_EMAIL: '' }, 'admin_email'],
    [{ SMTP_URL: '' }, 'mail'],
    [{ MAIL_FROM: 'sklep@example.com' }, 'mail'],
    [{ INPOST_API_URL: '' }, 'lockers'],
    [{ SHIPX_TOKEN: '', SHIPX_ORGANIZATION_ID: '' }, 'carrier'],
    [{ SELLER_BDO: '' }, 'bdo'],
    [{ STRIPE_SECRET_KEY_LIVE: '', STRIPE_WEBHOOK_SECRET_LIVE: '' }, 'payment_keys'],
  ] as const) {
    expect(steps(changes).flatMap(([name, done]) => (done ? [] : name))).toEqual([step])
  }
})
