import { beforeEach, describe } from 'vitest'
import lockers from '#sandbox/lockers.json' with { type: 'json' }
import type { Api, Customer } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { type CartItem, cart, LOCKER, productsOnSale, refusal, toLocker } from '#tests/support/orders.ts'

let api: Api
let buyer: Customer
let product: CartItem
let other: CartItem
test.beforeAll(async ({ api: started }) => {
  api = started
  buyer = await api.customer()
})

beforeEach(async () => {
  const [first, second] = await productsOnSale(api, 2, 5)
  if (!first || !second) throw new Error('the demo catalogue is too small')
  product = first
  other = second
})

describe('POST order: a locker', () => {
  const order = (selectedLocker: string) =>
    refusal(api, buyer, cart([product], { customerData: { ...toLocker, selectedLocker }, shippingCost: LOCKER }))

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
      await api.mailbox.planFault({ service: 'inpost', mode, times: 100 })
      const error = await order('DEMO-KRK-001')
      await api.mailbox.clearFaults()
      expect(error).toMatchObject({ status: 503, code: 'locker_unavailable' })
      expect(error.message).toBe('Nie udało się sprawdzić paczkomatu. Spróbuj ponownie za chwilę.')
    },
  )
})

test('POST order: answers a retry like the first call, whatever has changed since', async () => {
  const key = crypto.randomUUID()
  const body = cart([product], { customerData: { ...toLocker, selectedLocker: 'DEMO-GDA-001' }, shippingCost: LOCKER })
  const first = await buyer.order(body, key)
  const receipt = await first.json()
  expect(first.status).toBe(200)
  await api.db
    .updateTable('products')
    .set({ out_of_stock: true, price_grosze: 1 })
    .where('id', '=', product.id)
    .execute()
  expect(await (await buyer.order(body, key)).json()).toEqual(receipt)
  expect(await refusal(api, buyer, cart([other]), key)).toMatchObject({ status: 409, code: 'idempotency_conflict' })
  // Keys belong to their account: the same key of another account is another order.
  const stranger = await api.customer()
  expect((await stranger.order(cart([other]), key)).status).toBe(200)
})
