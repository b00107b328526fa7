import type { Api, Customer } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, LOCKER, productsOnSale, toCourier, toLocker } from '#tests/support/orders.ts'

let api: Api
test.beforeAll(({ api: started }) => {
  api = started
})

async function defaultsOf({ cookie }: Pick<Customer, 'cookie'>) {
  const answer = await api.get('/api/me/checkout-defaults', { Cookie: cookie })
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  return answer.json()
}

test('GET checkout defaults: refuses without a session', async () => {
  const answer = await api.get('/api/me/checkout-defaults')
  expect([answer.status, await answer.json()]).toMatchObject([401, { error: { code: 'sign_in_required' } }])
})

test('GET checkout defaults: null for a new customer, then the name of the account', async () => {
  const buyer = await api.customer()
  expect(await defaultsOf(buyer)).toBeNull()
  await api.db.updateTable('users').set({ first_name: 'Ewa' }).where('email', '=', buyer.email).execute()
  expect(await defaultsOf(buyer)).toEqual({
    firstName: 'Ewa',
    lastName: '',
    phone: '',
    shippingMethod: null,
    address: null,
    locker: null,
  })
})

test('GET checkout defaults: names and phone of the last order, the last address and the last locker', async () => {
  const buyer = await api.customer()
  const products = await productsOnSale(api, 1)
  expect((await buyer.order(cart(products))).status).toBe(200)
  const address = { street: 'Prosta', houseNumber: '1/2', city: 'Łódź', postalCode: '90-001' }
  expect(await defaultsOf(buyer)).toMatchObject({ firstName: 'Anna', lastName: 'Kowalska', address, locker: null })

  const customerData = { ...toLocker, firstName: 'Jan', phone: '700 100 200' }
  expect((await buyer.order(cart(products, { customerData, shippingCost: LOCKER }))).status).toBe(200)
  const chosen = await api.services.lockers.get(toLocker.selectedLocker)
  if (!chosen.ok || !chosen.value) throw new Error('no such locker in the sandbox')
  const { inpost_id, name, address: street, city, postal_code } = chosen.value
  const { phone } = await api.db
    .selectFrom('orders')
    .select('phone')
    .where('first_name', '=', 'Jan')
    .executeTakeFirstOrThrow()
  const locker = { inpost_id, name, address: street, city, postal_code }
  expect(await defaultsOf(buyer)).toEqual({
    firstName: 'Jan',
    lastName: 'Kowalska',
    phone,
    shippingMethod: 'cash_on_delivery_locker',
    address,
    locker,
  })

  const moved = { ...toCourier, street: 'Krzywa' }
  expect((await buyer.order(cart(products, { customerData: moved }))).status).toBe(200)
  expect(await defaultsOf(buyer)).toMatchObject({
    firstName: 'Anna',
    address: { ...address, street: 'Krzywa' },
    locker,
  })
})

test('a phone number is stored in E.164 by an order, and offered again with the next one; InPost takes Polish ones', async () => {
  const buyer = await api.customer()
  const products = await productsOnSale(api, 1)
  const order = (phone: string) => buyer.order(cart(products, { customerData: { ...toCourier, phone } }))
  for (const [typed, stored] of [
    ['0048 600-100-200', '+48600100200'],
    ['(22) 635 41 21', '+48226354121'],
  ] as const) {
    const answer = await order(typed)
    expect(answer.status, typed).toBe(200)
    const { orderId } = (await answer.json()) as { orderId: string }
    const shipments = await (await api.get('/api/me/shipments', { Cookie: buyer.cookie })).json()
    expect(shipments).toContainEqual(expect.objectContaining({ order_id: orderId, receiver_phone: stored }))
    expect(await defaultsOf(buyer)).toMatchObject({ phone: stored })
    // An order with the offered values unchanged is accepted.
    expect((await order(stored)).status).toBe(200)
  }
  for (const [typed, sentence] of [
    ['+49 151', 'Podaj prawidłowy numer telefonu, np. 600 100 200'],
    ['+49 151 23456789', 'Kurier InPost dzwoni tylko na polskie numery. Podaj 9 cyfr, np. 600 100 200.'],
  ] as const) {
    const refused = await order(typed)
    expect([refused.status, await refused.json()]).toMatchObject([400, { error: { fields: { phone: sentence } } }])
  }
})

test('GET checkout defaults: nobody sees another customer’s data', async () => {
  expect(await defaultsOf(await api.customer())).toBeNull()
})

test('POST order: the names of the first order become those of an account without names, and stay', async () => {
  const buyer = await api.customer()
  const products = await productsOnSale(api, 1)
  const nameOf = async () => {
    const { user } = (await (await api.get('/api/me', { Cookie: buyer.cookie })).json()) as { user: object }
    return user
  }
  expect(await nameOf()).toMatchObject({ first_name: null, last_name: null })
  expect((await buyer.order(cart(products))).status).toBe(200)
  expect(await nameOf()).toMatchObject({ first_name: 'Anna', last_name: 'Kowalska' })
  const customerData = { ...toCourier, firstName: 'Jan', lastName: 'Nowak' }
  expect((await buyer.order(cart(products, { customerData }))).status).toBe(200)
  expect(await nameOf()).toMatchObject({ first_name: 'Anna', last_name: 'Kowalska' })
})
