import { changeShipmentStatus } from '#domain/shipping/shipment-store.server.ts'
import { createMailRenderer } from '#infra/mails/render-mail.ts'
import { requestToken } from '#tests/support/account-links.ts'
import { type Api, type Customer, cookieOf, PASSWORD } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'
import { testShop } from '#tests/support/shop-profile.ts'
import { totpCode } from '#tests/support/totp.ts'

const DAY_MS = 24 * 60 * 60_000
const clock = { now: new Date() }

// All customers of this file share one address.
const test = base.extend('apiOptions', { scope: 'file' }, () => ({ limitFactor: 100, clock }))

let api: Api
test.beforeAll(async ({ api: started }) => {
  api = started
  await api.startJobs()
})
test.beforeEach(() => {
  clock.now = new Date()
})

/** A customer with delivered products, and the mail about them. */
async function deliver(count = 1, known?: Pick<Customer, 'email' | 'cookie'>) {
  const customer = known ?? (await api.customer())
  const products = await productsOnSale(api, count)
  const placed = await api.post('/api/create-cash-on-delivery-order', cart(products), {
    Cookie: customer.cookie,
    'Idempotency-Key': crypto.randomUUID(),
  })
  const { orderId } = (await placed.json()) as { orderId: string }
  const shipment = api.db.selectFrom('shipments').innerJoin('orders', 'orders.id', 'shipments.order_id')
  const { id, checkout_id } = await shipment
    .select(['shipments.id', 'orders.checkout_id'])
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow()
  const parcel = await shipment.select('shipments.id').where('orders.checkout_id', '=', checkout_id).execute()
  for (const to of ['processing', 'shipped', 'delivered'] as const) {
    await api.db.transaction().execute(async (trx) => {
      for (const part of parcel) await changeShipmentStatus(trx, part.id, { actor: 'system', reason: null, to })
    })
  }
  const { data } = await api.db
    .selectFrom('mail_outbox')
    .select('data')
    .where('key', 'like', `shipment-delivered:${checkout_id}:%`)
    .executeTakeFirstOrThrow()
  const token = /\/ocena\/[\w-]+\?gwiazdki=5#([\w-]+)/.exec((await render(data)).text)?.[1] ?? ''
  return { customer, products, data, token, shipmentId: id }
}

function render(data: unknown) {
  const renderer = createMailRenderer({ ...testShop, db: api.db, linkTokens: api.services.linkTokens })
  return renderer({ template: 'shipment-delivered', data, created_at: new Date() })
}

const enter = (token: string, headers = {}) => api.post('/api/review-sign-in', { token }, headers)

async function codeOf(answer: Response) {
  const { error } = (await answer.json()) as { error?: { code: string } }
  return error?.code ?? answer.status
}

async function emailOf(cookie: string): Promise<string | null> {
  const { user } = (await (await api.get('/api/me', { Cookie: cookie })).json()) as { user: { email: string } | null }
  return user?.email ?? null
}

const reviewsOf = ({ email }: Pick<Customer, 'email'>) =>
  api.db
    .selectFrom('reviews')
    .innerJoin('users', 'users.id', 'reviews.user_id')
    .select(['product_id', 'rating', 'approved', 'confirmed'])
    .where('email', '=', email)
    .execute()

test('mail after a delivery: a link for each star of each product that the customer has not reviewed', async () => {
  const { customer, products, data, token } = await deliver(2)
  expect(token).not.toBe('')
  const both = await render(data)
  expect(both.text.match(/\/ocena\//g)).toHaveLength(10)
  for (const words of ['1 gwiazdka', '2 gwiazdki', '3 gwiazdki', '4 gwiazdki', '5 gwiazdek']) {
    expect(both.text).toMatch(new RegExp(`^${words}: http\\S+/ocena/\\S+\\?gwiazdki=${words[0]}#${token}$`, 'm'))
    expect(both.html).toContain(`aria-label="${words}"`)
  }
  const [reviewed] = products
  const review = { product_id: reviewed?.id, rating: 5, comment: null }
  expect((await api.post('/api/reviews', review, { Cookie: customer.cookie })).status).toBe(200)
  expect((await render(data)).text.match(/\/ocena\//g)).toHaveLength(5)
})

test('review link: signs in once, publishes nothing, and proves neither address nor person', async () => {
  const { customer, products, token } = await deliver()
  const answers = await Promise.all([enter(token), enter(token)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const opened = cookieOf(answers.find(({ status }) => status === 200) ?? Response.error())
  expect([await emailOf(opened), await emailOf(customer.cookie)]).toEqual([customer.email, customer.email])
  expect(await reviewsOf(customer)).toEqual([])
  expect(await (await api.get('/api/me/account', { Cookie: opened })).json()).toMatchObject({
    email_verified: false,
    has_password: true,
  })
  expect(await api.services.accounts.findProof(new Headers({ cookie: opened }))).toBeNull()
  expect(await codeOf(await enter(token))).toBe('link_used')

  const review = { product_id: products[0]?.id, rating: 4, comment: 'Trwa cały dzień.' }
  expect((await api.post('/api/reviews', review, { Cookie: opened })).status).toBe(200)
  expect(await reviewsOf(customer)).toMatchObject([{ rating: 4, approved: false, confirmed: true }])
})

test('review link: is not used up if its account is already signed in', async () => {
  const { customer, token } = await deliver()
  for (let n = 0; n < 2; n++) expect((await enter(token, { Cookie: customer.cookie })).status).toBe(200)
  const stranger = await api.customer()
  const opened = await enter(token, { Cookie: stranger.cookie })
  expect([await emailOf(cookieOf(opened)), await emailOf(stranger.cookie)]).toEqual([customer.email, null])
})

test('review link: opens nothing after two weeks, after a new password, or for another purpose', async () => {
  const late = await deliver()
  clock.now = new Date(Date.now() + 14 * DAY_MS + 60_000)
  expect(await codeOf(await enter(late.token))).toBe('link_expired')
  clock.now = new Date()

  const { customer, token } = await deliver()
  expect(await codeOf(await api.post('/api/sign-in-by-link', { token }))).toBe('link_invalid')
  const reset = await requestToken(api, customer.email, 'password-reset')
  expect((await api.post('/api/reset-password', { token: reset, newPassword: PASSWORD })).status).toBe(200)
  expect(await codeOf(await enter(token))).toBe('link_ended')
  expect(await codeOf(await enter(reset))).toBe('link_invalid')
})

test('review link: asks for the second factor', async () => {
  const { customer, token } = await deliver()
  await api.db.updateTable('users').set({ email_verified: true }).where('email', '=', customer.email).execute()
  const headers = { Cookie: customer.cookie }
  const enabled = await api.post('/api/auth/two-factor/enable', { password: PASSWORD }, headers)
  const { totpURI } = (await enabled.json()) as { totpURI: string }
  await api.post('/api/auth/two-factor/verify-totp', { code: totpCode(totpURI) }, headers)
  const asked = await enter(token)
  expect(await codeOf(asked)).toBe('second_factor_required')
  expect(await emailOf(cookieOf(asked))).toBeNull()
})

test('mail after a delivery: one queued before the build had links leads to the form without a link to sign in', async () => {
  const { shipmentId } = await deliver()
  const old = await render({ shipmentId })
  expect(old.text.match(/\?gwiazdki=[1-5]$/gm)).toHaveLength(5)
})

test('mail after a delivery: the admin gets no link that signs in', async () => {
  const cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  const { shipmentId, data } = await deliver(1, { email: api.admin.email, cookie })
  expect(data).toEqual({ shipmentId, tokenId: null })
})
