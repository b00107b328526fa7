// The sandbox's BaseLinker against the shop: it polls, sells at the shop's stock, and tells what the shop refused.
import { sql } from 'kysely'
import { toProductId } from '#domain/baselinker/baselinker.ts'
import type { Product } from '#sandbox/baselinker/baselinker-client.ts'
import { openBaselinker } from '#tests/support/baselinker.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { askSandbox } from '#tests/support/mailbox.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'

const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 1000 })

type Polled = {
  products: Product[]
  problem: { error_text: string } | null
  orders: { number: number; name: string }[]
}

test('it fetches products and new orders, sells the last bottle against the shop once, and the books agree', async ({
  api,
  sandbox,
}) => {
  const baselinker = await openBaselinker(api)
  const act = async <Answer>(what: string, body: object = {}): Promise<Answer> => {
    const init = { method: 'POST', body: JSON.stringify(body) }
    const answer = await askSandbox(sandbox, `/_control/baselinker/${what}`, init)
    return (answer.status === 204 ? null : await answer.json()) as Answer
  }
  const address = `${api.base}/api/baselinker`
  await act('connect', { address, key: 'zły klucz' })
  expect((await act<Polled>('poll')).problem?.error_text).toContain('Ten klucz BaseLinkera nie działa')
  await act('connect', { address, key: baselinker.keyNow() })

  const [item] = await productsOnSale(api, 1, 3)
  if (!item) throw new Error('no product')
  await api.services.catalog.receiveChanges()
  const buyer = await api.customer()
  expect((await buyer.order(cart([item]))).status).toBe(200)
  const polled = await act<Polled>('poll')
  expect(polled.problem).toBeNull()
  expect(polled.orders).toMatchObject([{ name: 'Anna Kowalska' }])
  // What was fetched is not fetched again.
  expect((await act<Polled>('poll')).orders).toHaveLength(1)
  const offer = polled.products.find(({ id }) => id === toProductId(item.id))
  if (!offer) throw new Error('the product is not among the offers')
  const product = { ...offer, quantity: 1 }

  const sold = await act<{ order_id: number }>('sell', product)
  expect(sold.order_id).toBeGreaterThan(0)
  expect(await baselinker.stockOf(item.id)).toBe(1)
  const [there, here] = await Promise.all([
    act<{ order_id?: number; error_text?: string }>('sell', product),
    buyer.order(cart([item])),
  ])
  expect([there.order_id !== undefined, here.status === 200].filter(Boolean)).toHaveLength(1)
  expect(await baselinker.stockOf(item.id)).toBe(0)
  expect((await act<{ error_text: string }>('sell', product)).error_text).toContain('wyprzedany')
  expect(await baselinker.differences()).toEqual([])
  const { rows } = await sql<{ pieces: number }>`
    select coalesce(sum(quantity), 0)::int as pieces from order_items join orders on orders.id = order_id
    where product_id = ${item.id} and status <> 'cancelled'`.execute(api.db)
  expect(rows[0]?.pieces).toBe(3)
})
