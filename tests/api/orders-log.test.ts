import { inspect } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cart, refusal, type Shop, startShop, toCourier } from '#tests/support/orders-server.ts'

let shop: Shop
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.stop())

test('a row the database refuses is our fault, logged without the person in it', async () => {
  const buyer = await shop.customer()
  const body = cart(await shop.products(1))
  await sql`alter table orders add constraint nobody_in_lodz check (city <> 'Łódź')`.execute(shop.db)
  const log = vi.spyOn(console, 'error').mockReturnValue()
  expect(await refusal(shop, buyer, body)).toEqual({
    status: 500,
    code: 'internal_error',
    message: 'Coś poszło nie tak po naszej stronie. Spróbuj ponownie.',
  })
  const logged = log.mock.calls.flat().map((part) => inspect(part, { depth: null, showHidden: true }))
  log.mockRestore()
  expect(logged.join('\n')).toContain('nobody_in_lodz')
  expect(logged.join('\n')).toContain('POST /api/create-cash-on-delivery-order')
  for (const typed of [toCourier.firstName, toCourier.lastName, '+48600100200', toCourier.street, buyer.email]) {
    expect(logged.join('\n')).not.toContain(typed)
  }
})
