import { RATE_LIMITS } from '#domain/kernel/rate-limits/rate-limits.ts'
import type { Api } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import {
  type CartItem,
  cart,
  LOCKER,
  productsOnSale,
  refusal,
  storedByOrders,
  toLocker,
} from '#tests/support/orders.ts'
import { openWindowClock } from '#tests/support/window-clock.ts'

const test = base.extend('apiOptions', { scope: 'file' }, () => ({ clock: openWindowClock() }))

const [{ most: ORDERS_PER_ACCOUNT }, { most: ORDERS_PER_NETWORK }] = RATE_LIMITS.order.limits

let api: Api
let product: CartItem
test.beforeAll(async ({ api: started }) => {
  api = started
  const [first] = await productsOnSale(api, 1)
  if (!first) throw new Error('no product')
  product = first
})

/** To a locker that is not in the cache, so that InPost is asked. */
const toNewLocker = (n: number) =>
  cart([product], { customerData: { ...toLocker, selectedLocker: `NIE-MA-${n}` }, shippingCost: LOCKER })

test('POST order: limits the attempts of an account before InPost is asked, and does not count retries', async () => {
  const buyer = await api.customer()
  const key = crypto.randomUUID()
  const first = await buyer.order(cart([product]), key)
  const receipt = await first.json()
  expect(first.status).toBe(200)
  // One after another: each asks InPost, whose answer many at once may await for too long.
  for (let n = 0; n < ORDERS_PER_ACCOUNT - 1; n++) expect((await buyer.order(toNewLocker(n))).status).toBe(409)

  await api.mailbox.planFault({ service: 'inpost', mode: 'error', times: 100 })
  const before = await storedByOrders(api)
  const answer = await buyer.order(toNewLocker(1000))
  const seconds = Number(answer.headers.get('retry-after'))
  expect([answer.status, await answer.json()]).toEqual([
    429,
    {
      error: {
        code: 'too_many_attempts',
        message: `Zbyt wiele prób. Spróbuj ponownie za ${Math.ceil(seconds / 60)} min.`,
      },
    },
  ])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(900)
  expect(await refusal(api, buyer, cart([product]))).toMatchObject({ status: 429, code: 'too_many_attempts' })
  expect(await storedByOrders(api)).toEqual(before)
  expect(await (await buyer.order(cart([product]), key)).json()).toEqual(receipt)

  // Another account at the same address may still order, and reaches InPost.
  const other = await api.customer()
  expect(await refusal(api, other, toNewLocker(1001))).toMatchObject({ status: 503, code: 'locker_unavailable' })
  await api.mailbox.clearFaults()
})

test('POST order: limits the attempts of all accounts of one network', async () => {
  const buyer = await api.customer()
  expect((await buyer.order(cart([product]))).status).toBe(200)
  await api.db
    .updateTable('rate_limits')
    .set({ hits: ORDERS_PER_NETWORK - 1 })
    .where('key', 'like', '%order%"127.0.0.1"%')
    .execute()
  expect((await buyer.order(cart([product]))).status).toBe(200)
  const other = await api.customer()
  expect(await refusal(api, other, cart([product]))).toMatchObject({ status: 429, code: 'too_many_attempts' })
})
