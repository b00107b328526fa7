import { cancelledWaveSchema, orderWavesSchema, WAVE_STEP } from '#domain/orders/admin/order-waves.ts'
import { cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { NETWORK_LIMITS, setNetworkLimits } from '#tests/support/network-limits.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'

test('the admin sees a wave of orders and cancels it in one call: its pieces are back once, later orders stay', async ({
  newApi,
}) => {
  const shop = await newApi({ trustedProxy: ['127.0.0.1'] })
  await setNetworkLimits(shop.db, NETWORK_LIMITS)
  const [product] = await productsOnSale(shop, 1, 200)
  if (!product) throw new Error('no product')
  const Cookie = cookieOf(await shop.post('/api/admin-sign-in', shop.admin))
  const readWaves = async () =>
    orderWavesSchema.parse(await (await shop.get('/api/admin/order-waves', { Cookie })).json())
  const orderFrom = async (address: string) => {
    const { cookie } = await shop.customer()
    const headers = { Cookie: cookie, 'X-Forwarded-For': address }
    return shop.post('/api/create-cash-on-delivery-order', cart([{ ...product, quantity: 2 }]), headers)
  }
  expect((await readWaves()).waves).toEqual([])
  const address = '198.51.100.1'
  for (let n = 0; n < 11; n += 1) await orderFrom(address)
  const { waves, read_at: readAt } = await readWaves()
  expect(waves).toEqual([expect.objectContaining({ network: address, accounts: 10, parcels: 10, pieces: 20, held: 1 })])
  expect(waves[0]?.orders).toHaveLength(5)

  expect((await orderFrom('198.51.100.2')).status).toBe(200)
  const cancel = () =>
    shop.post('/api/admin/order-waves/cancel', { network: address, read_at: readAt, after: null }, { Cookie })
  const answers = await Promise.all([cancel(), cancel()])
  const counts: { cancelled: number }[] = await Promise.all(answers.map((answer) => answer.json()))
  expect(counts.reduce((sum, { cancelled }) => sum + cancelled, 0)).toBe(10)
  const { stock_quantity } = await shop.db
    .selectFrom('products')
    .select('stock_quantity')
    .where('id', '=', product.id)
    .executeTakeFirstOrThrow()
  expect(stock_quantity).toBe(198)
  expect((await readWaves()).waves).toEqual([])
})

test('a large wave of orders is cancelled step by step; a repeated step cancels nothing twice', async ({ newApi }) => {
  const shop = await newApi({ trustedProxy: ['127.0.0.1'] })
  const orders = WAVE_STEP + 2
  await setNetworkLimits(shop.db, { network_parcels: orders, all_parcels: 500, network_stock_share: 100 })
  const [product] = await productsOnSale(shop, 1, 200)
  if (!product) throw new Error('no product')
  const Cookie = cookieOf(await shop.post('/api/admin-sign-in', shop.admin))
  const address = '198.51.100.1'
  for (let n = 0; n < orders; n += 1) {
    const { cookie } = await shop.customer()
    const headers = { Cookie: cookie, 'X-Forwarded-For': address }
    expect((await shop.post('/api/create-cash-on-delivery-order', cart([product]), headers)).status).toBe(200)
  }
  const readAt = new Date().toISOString()
  const cancel = async (after: string | null) => {
    const answer = await shop.post(
      '/api/admin/order-waves/cancel',
      { network: address, read_at: readAt, after },
      { Cookie },
    )
    return cancelledWaveSchema.parse(await answer.json())
  }
  const first = await cancel(null)
  expect(first).toMatchObject({ cancelled: WAVE_STEP, failed: 0, next: expect.any(String) })
  expect(await cancel(first.next)).toEqual({ cancelled: 2, failed: 0, next: null })
  expect(await cancel(first.next)).toEqual({ cancelled: 0, failed: 0, next: null })
  const { stock_quantity } = await shop.db
    .selectFrom('products')
    .select('stock_quantity')
    .where('id', '=', product.id)
    .executeTakeFirstOrThrow()
  expect(stock_quantity).toBe(200)
})
