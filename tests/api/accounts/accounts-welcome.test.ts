import { expect, test } from '#tests/support/fixtures.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'

test('a new account gets one welcome mail; one opened by an order gets only the order’s mail', async ({ api }) => {
  const email = 'nowa@example.test'
  const join = () => api.post('/api/auth/sign-up/email', { email, password: 'sekret1' })
  expect((await join()).status).toBe(200)
  expect((await join()).status).toBe(422)
  const buyer = await api.customer('kupujaca@example.test')
  expect((await buyer.order(cart(await productsOnSale(api, 1)))).status).toBe(200)
  const mails = await api.db.selectFrom('mail_outbox').select(['recipient', 'template']).orderBy('created_at').execute()
  expect(mails).toEqual([
    { recipient: email, template: 'welcome' },
    { recipient: buyer.email, template: 'order-confirmation' },
  ])
})
