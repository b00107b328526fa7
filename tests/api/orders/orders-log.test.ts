import { inspect } from 'node:util'
import { sql } from 'kysely'
import { vi } from 'vitest'
import type { Api } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, productsOnSale, refusal, toCourier } from '#tests/support/orders.ts'

let api: Api
test.beforeAll(({ api: started }) => {
  api = started
})

test('POST order: a row that the database refuses is a 500, logged without personal data', async () => {
  const buyer = await api.customer()
  const body = cart(await productsOnSale(api, 1))
  await sql`alter table orders add constraint nobody_in_lodz check (city <> 'Łódź')`.execute(api.db)
  const log = vi.spyOn(console, 'error').mockReturnValue()
  expect(await refusal(api, buyer, body)).toEqual({
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
