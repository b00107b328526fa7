import purge from '#domain/retention/purge.job.server.ts'
import { type Api, cookieOf, PASSWORD } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, errorOf, prepaidCart, productsOnSale } from '#tests/support/orders.ts'

const newEmail = () => `gosc-${crypto.randomUUID()}@example.test`

const enter = (api: Api, email: string) =>
  api.post('/api/guest-sign-in', { email, withoutAccount: true, acceptedTerms: true })

/** A buyer without an account. */
async function openGuest(api: Api, email = newEmail()) {
  const entered = await enter(api, email)
  expect([entered.status, await entered.json()]).toEqual([200, { created: false }])
  const Cookie = cookieOf(entered)
  return {
    email,
    cookie: { Cookie },
    order: (body: unknown) =>
      api.post('/api/create-cash-on-delivery-order', body, { Cookie, 'Idempotency-Key': crypto.randomUUID() }),
  }
}

const ownerOf = (api: Api, email: string) =>
  api.db.selectFrom('orders').select('user_id').where('email', '=', email).execute()

test('without an account: a buyer can order, and finds the order only by the mailed link', async ({ api }) => {
  api.startMail()
  const guest = await openGuest(api)
  expect(await (await api.get('/api/me', guest.cookie)).json()).toEqual({
    user: null,
    expires_at: null,
    guest: { email: guest.email },
  })
  const placed = await guest.order(cart(await productsOnSale(api, 1)))
  expect(placed.status).toBe(200)
  for (const path of ['/api/me/orders', '/api/me/shipments', '/api/me/checkout-defaults', '/api/me/account']) {
    expect((await api.get(path, guest.cookie)).status, path).toBe(401)
  }
  await expect.poll(() => api.mailbox.messagesTo(guest.email)).toHaveLength(1)
  const [mail] = await api.mailbox.messagesTo(guest.email)
  expect(mail?.text).toContain('To zamówienie złożono bez zakładania konta.')
  const token = /zamowienie#([^\s)>]+)/.exec(mail?.text ?? '')?.[1]
  const linked = await api.post('/api/order-link', { token })
  expect([linked.status, (await linked.json()).payment.state]).toEqual([200, 'due_on_delivery'])
  // The answer to the order has the same link.
  expect(new URL((await placed.json()).orderLink).hash).toBe(`#${token}`)

  // A person who types the address again finds nothing of the earlier order.
  const again = await openGuest(api, guest.email)
  expect((await api.get('/api/me/orders', again.cookie)).status).toBe(401)
  // No link signs in to the guest's row.
  await api.startJobs()
  for (const path of ['/api/recover', '/api/login-link']) {
    expect((await api.post(path, { email: guest.email })).status).toBe(200)
  }
  const right = await api.post('/api/auth/sign-in/email', { email: guest.email, password: PASSWORD })
  expect((await errorOf(right)).code).toBe('invalid_credentials')
  await expect
    .poll(() => api.db.selectFrom('account_links').selectAll().where('email', '=', guest.email).execute())
    .toEqual([])
})

test('without an account: a later account with the proven address gets the orders', async ({ api }) => {
  const guest = await openGuest(api)
  expect((await guest.order(cart(await productsOnSale(api, 1)))).status).toBe(200)
  const signedUp = await api.post('/api/auth/sign-up/email', { email: guest.email, password: PASSWORD })
  const Cookie = cookieOf(signedUp)
  const orders = async () => (await (await api.get('/api/me/orders', { Cookie })).json()).length
  expect(await orders()).toBe(0)
  const { id } = await api.db
    .selectFrom('account_links')
    .select('id')
    .where('email', '=', guest.email)
    .executeTakeFirstOrThrow()
  const token = api.services.linkTokens.create('email-verification', id)
  expect((await api.post('/api/me/verify-email', { token }, { Cookie })).status).toBe(200)
  expect(await orders()).toBe(1)
})

test('an address with an account: the answer is the same, and only the mail names the account', async ({ api }) => {
  api.startMail()
  const customer = await api.customer()
  const guest = await openGuest(api, customer.email)
  expect((await guest.order(cart(await productsOnSale(api, 1)))).status).toBe(200)
  expect(await (await api.get('/api/me/orders', { Cookie: customer.cookie })).json()).toEqual([])
  await expect.poll(() => api.mailbox.messagesTo(customer.email)).toHaveLength(1)
  const [mail] = await api.mailbox.messagesTo(customer.email)
  expect(mail?.text.replaceAll(/\s+/g, ' ')).toContain('choć ten adres ma u nas konto')
})

test('the limits of an unproven address apply to all orders of its guests, also at once', async ({ newApi }) => {
  const api = await newApi()
  await api.db.updateTable('unproven_account_limits').set({ open_checkouts: 2 }).execute()
  const email = newEmail()
  const items = await productsOnSale(api, 5)
  const guests = await Promise.all(items.map(() => openGuest(api, email)))
  const answers = await Promise.all(guests.map((guest, index) => guest.order(cart(items.slice(index, index + 1)))))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409])
  expect(await ownerOf(api, email)).toHaveLength(2)
})

test('without an account: a buyer prepays and pays again, and is not signed in afterwards', async ({ api }) => {
  const guest = await openGuest(api)
  const body = prepaidCart(await productsOnSale(api, 1))
  const headers = { ...guest.cookie, 'Idempotency-Key': crypto.randomUUID() }
  const started = await (await api.post('/api/create-checkout-session', body, headers)).json()
  expect(started).toMatchObject({ url: expect.stringMatching(/^http/) })
  expect((await api.post(`/api/orders/${started.orderId}/pay`, {}, guest.cookie)).status).toBe(200)
  // Its session gets the link to its order; the session of the payment alone does not.
  const status = `/api/payment-status?session_id=${started.sessionId}`
  const { orderLink } = await (await api.get(status, guest.cookie)).json()
  const linked = await api.post('/api/order-link', { token: new URL(orderLink).hash.slice(1) })
  expect((await linked.json()).orders).toMatchObject([{ number: started.orderId.slice(0, 8) }])
  const others = [{}, (await openGuest(api, guest.email)).cookie]
  for (const headers of others) expect(await (await api.get(status, headers)).json()).toMatchObject({ orderLink: null })
  const signIn = await api.post('/api/payment-sign-in', { sessionId: started.sessionId })
  expect(await errorOf(signIn)).toMatchObject({ status: 409, code: 'order_without_account' })
})

test('guest-sign-in accepts a password or none, and requires the terms', async ({ api }) => {
  const send = (more: object) => api.post('/api/guest-sign-in', { email: newEmail(), acceptedTerms: true, ...more })
  expect((await errorOf(await send({}))).fields).toEqual({ password: 'Hasło jest wymagane' })
  expect((await errorOf(await send({ password: PASSWORD, withoutAccount: true }))).fields).toEqual({
    password: 'Podaj hasło albo kup bez zakładania konta.',
  })
  expect((await errorOf(await send({ withoutAccount: true, acceptedTerms: false }))).code).toBe('terms_not_accepted')
  for (const way of [{ password: PASSWORD }, { withoutAccount: true }]) expect((await send(way)).status).toBe(200)
})

test('guests without an order are deleted after a month, the others with the data of their orders', async ({
  newApi,
}) => {
  const api = await newApi()
  const idle = await openGuest(api)
  const buyer = await openGuest(api)
  expect((await buyer.order(cart(await productsOnSale(api, 1)))).status).toBe(200)
  const run = async (days: number) => {
    const now = () => new Date(Date.now() + days * 24 * 60 * 60 * 1000)
    await purge.run({ ...api.services, now }, {}, { last: false })
    const guests = await api.db.selectFrom('guests').select('email').execute()
    return guests.map(({ email }) => email)
  }
  expect(await run(30)).toHaveLength(2)
  expect(await run(32)).toEqual([buyer.email])
  const users = await api.db.selectFrom('users').select('id').where('email', 'like', '%@guest.invalid').execute()
  expect(users).toHaveLength(1)
  expect(idle.email).not.toBe(buyer.email)
  expect(await run(366 * 8)).toEqual([])
})
