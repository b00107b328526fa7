import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import lockers from '#sandbox/lockers.json' with { type: 'json' }
import {
  type CartItem,
  type Customer,
  cart,
  LOCKER,
  refusal,
  type Shop,
  startShop,
  toLocker,
} from '#tests/support/orders-server.ts'
import { planFault } from '#tests/support/sandbox-mailbox.ts'

let shop: Shop
let buyer: Customer
let product: CartItem
let other: CartItem
beforeAll(async () => {
  shop = await startShop()
  buyer = await shop.customer()
})
afterAll(() => shop.stop())

beforeEach(async () => {
  const [first, second] = await shop.products(2, 5)
  if (!first || !second) throw new Error('the demo catalogue is too small')
  product = first
  other = second
})

describe('a locker', () => {
  const order = (selectedLocker: string) =>
    refusal(shop, buyer, cart([product], { customerData: { ...toLocker, selectedLocker }, shippingCost: LOCKER }))

  test('that is closed or unknown is refused at its field', async () => {
    const closed = lockers.find((locker) => locker.status !== 'active')
    if (!closed) throw new Error('the sandbox has no closed locker')
    for (const id of [closed.inpost_id, 'NIE-MA-001', '../points']) {
      expect(await order(id)).toMatchObject({ status: 409, code: 'locker_closed', fields: { selectedLocker: /./ } })
    }
  })

  test.each(['timeout', 'error', 'garbage'] as const)(
    'cannot be checked while the directory answers by %s',
    async (mode) => {
      await planFault(shop.sandbox, { service: 'inpost', mode, times: 100 })
      const error = await order('DEMO-KRK-001')
      await fetch(`${shop.sandbox.inpostUrl}/_control/faults`, { method: 'DELETE' })
      expect(error).toMatchObject({ status: 503, code: 'locker_unavailable' })
      expect(error.message).toBe('Nie udało się sprawdzić paczkomatu. Spróbuj ponownie za chwilę.')
    },
  )
})

test('a repeat after success is answered without asking anyone', async () => {
  const key = crypto.randomUUID()
  const body = cart([product], { customerData: { ...toLocker, selectedLocker: 'DEMO-GDA-001' }, shippingCost: LOCKER })
  const first = await buyer.order(body, key)
  const receipt = await first.json()
  expect(first.status).toBe(200)
  await shop.db
    .updateTable('products')
    .set({ out_of_stock: true, price_grosze: 1 })
    .where('id', '=', product.id)
    .execute()
  expect(await (await buyer.order(body, key)).json()).toEqual(receipt)
  expect(await refusal(shop, buyer, cart([other]), key)).toMatchObject({ status: 409, code: 'idempotency_conflict' })
  // Keys are one's own: the same one under another account is another order.
  const stranger = await shop.customer()
  expect((await stranger.order(cart([other]), key)).status).toBe(200)
})
