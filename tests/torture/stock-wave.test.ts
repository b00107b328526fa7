import type { ApiOptions } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { NETWORK_LIMITS, setNetworkLimits } from '#tests/support/network-limits.ts'
import { type CartItem, cart, prepaidCart, productsOnSale } from '#tests/support/orders.ts'
import { openWindowClock } from '#tests/support/window-clock.ts'
import { atStrength, printFigure } from './strength.ts'

const test = base.extend(
  'apiOptions',
  { scope: 'file' },
  (): ApiOptions => ({ clock: openWindowClock(), trustedProxy: ['127.0.0.1'] }),
)

const ACCOUNTS = atStrength({ short: 37, full: 150 })
const PRODUCTS = 30
const STOCK = 36

const NETWORKS = {
  'an IPv4 address': () => '203.0.113.9',
  'a /48': (n: number) => `2001:db8:7:${n.toString(16)}::1`,
  'a network each': (n: number) => `203.0.${n % 200}.${Math.floor(n / 200) + 1}`,
}
const PAYMENTS = ['on delivery', 'ahead'] as const
const CASES = Object.entries(NETWORKS).flatMap(([name, addressOf]) =>
  PAYMENTS.map((payment) => ({ name, addressOf, payment })),
)

test.for(CASES)(
  'new accounts from $name that use up their limits, paid $payment, leave enough pieces for others',
  async ({ name, addressOf, payment }, { newApi }) => {
    const api = await newApi({ trustedProxy: ['127.0.0.1'] })
    await setNetworkLimits(api.db, NETWORK_LIMITS)
    const products = await productsOnSale(api, PRODUCTS, STOCK)
    const order = (cookie: string, items: CartItem[], address: string) => {
      const path = payment === 'ahead' ? '/api/create-checkout-session' : '/api/create-cash-on-delivery-order'
      const body = payment === 'ahead' ? prepaidCart(items) : cart(items)
      return api.post(path, body, { Cookie: cookie, 'X-Forwarded-For': address })
    }
    const attackers = await Promise.all(Array.from({ length: ACCOUNTS }, () => api.customer()))
    const statuses = await Promise.all(
      attackers.map(async ({ cookie }, n) => {
        const wanted = [0, 1, 2].map((step) => ({ ...product(products, n * 3 + step), quantity: 4 }))
        const answers = await Promise.all([1, 2].map(() => order(cookie, wanted, addressOf(n))))
        return answers.map(({ status }) => status)
      }),
    )
    const stock = await api.db
      .selectFrom('products')
      .select('stock_quantity')
      .where(
        'id',
        'in',
        products.map(({ id }) => id),
      )
      .execute()
    const taken = stock.map(({ stock_quantity: left }) => STOCK - (left ?? 0))
    const isSpread = name === 'a network each'
    const placed = statuses.flat().filter((status) => status === 200).length
    printFigure(
      `${ACCOUNTS} new accounts from ${name}, paid ${payment}: ${placed} of ${statuses.flat().length} orders stand, ` +
        `${taken.reduce((sum, pieces) => sum + pieces, 0)} of ${STOCK * PRODUCTS} pieces taken`,
    )
    // Somebody with a network for each account is limited only by the parcels of an hour: as many as make a wave, and
    // as many again from networks that had not ordered yet.
    expect(placed).toBeLessThanOrEqual(NETWORK_LIMITS.all_parcels * 2)
    if (isSpread) return
    const most = Math.ceil((STOCK * NETWORK_LIMITS.network_stock_share) / 100)
    for (const pieces of taken) expect(pieces).toBeLessThanOrEqual(most)

    // A new buyer from elsewhere: every product is still available, without a confirmation.
    const honest = await api.customer()
    const bought = products.slice(0, 3)
    for (const item of bought) expect((await order(honest.cookie, [item], '198.51.100.1')).status).toBe(200)
  },
)

function product(products: readonly CartItem[], index: number): CartItem {
  const found = products[index % products.length]
  if (!found) throw new Error('no product')
  return found
}
