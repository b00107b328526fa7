import { test as base, expect } from '#tests/support/fixtures.ts'
import { cart, productsOnSale, toCourier } from '#tests/support/orders.ts'

const NOON = new Date('2026-06-01T12:00:00Z')

const test = base.extend('apiOptions', { scope: 'file' }, { clock: { now: NOON } })

test('POST order: stores the version of the terms that was accepted, and when', async ({ api }) => {
  const answer = await (await api.customer()).order(cart(await productsOnSale(api, 1)))
  const { checkoutId } = (await answer.json()) as { checkoutId: string }
  const stored = await api.db
    .selectFrom('checkouts')
    .select(['terms_version', 'terms_accepted_at'])
    .where('id', '=', checkoutId)
    .executeTakeFirstOrThrow()
  expect(stored).toEqual({
    terms_version: api.services.profile.effectiveDate,
    terms_accepted_at: NOON,
  })
})

test('POST order: the first order gives the account its names, a later one leaves them', async ({ api }) => {
  const buyer = await api.customer()
  const items = await productsOnSale(api, 1)
  const namesOf = () =>
    api.db
      .selectFrom('users')
      .select(['first_name', 'last_name'])
      .where('email', '=', buyer.email)
      .executeTakeFirstOrThrow()
  await buyer.order(cart(items, { shippingCost: 1 }))
  expect(await namesOf()).toEqual({ first_name: null, last_name: null })
  expect((await buyer.order(cart(items))).status).toBe(200)
  expect(await namesOf()).toEqual({ first_name: 'Anna', last_name: 'Kowalska' })
  const gift = { ...toCourier, firstName: 'Jan', lastName: 'Nowak' }
  expect((await buyer.order(cart(items, { customerData: gift }))).status).toBe(200)
  expect(await namesOf()).toEqual({ first_name: 'Anna', last_name: 'Kowalska' })
})
