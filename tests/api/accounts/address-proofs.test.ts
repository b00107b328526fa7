import { holdOrder } from '#domain/flows/ordering/hold-order.server.ts'
import { requestToken } from '#tests/support/account-links.ts'
import { type Api, cookieOf, PASSWORD } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { COURIER, cart, productsOnSale } from '#tests/support/orders.ts'
import { totpCode } from '#tests/support/totp.ts'

// All customers of this file share one address.
const test = base.extend('apiOptions', { scope: 'file' }, { limitFactor: 100 })

let api: Api
test.beforeAll(async ({ api: started }) => {
  api = started
  await api.startJobs()
})

type World = Awaited<ReturnType<typeof shareAccount>>

const cookies = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
const signIn = (email: string) => api.post('/api/auth/sign-in/email', { email, password: PASSWORD })

async function emailOf(cookie: string): Promise<string | null> {
  const { user } = (await (await api.get('/api/me', { Cookie: cookie })).json()) as { user: { email: string } | null }
  return user?.email ?? null
}

/** An account with an unproven address, into which another person is signed in by every possible way. */
async function shareAccount() {
  const { email, cookie } = await api.customer()
  const { id } = await api.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  const somebody = cookies(await signIn(email))
  const google = { user_id: id, account_id: `google-${id}`, provider_id: 'google', password: null }
  await api.db.insertInto('identities').values(google).execute()
  const expires_at = new Date(Date.now() + 60_000)
  await api.db
    .insertInto('verifications')
    .values({ identifier: `challenge-${id}`, value: id, expires_at })
    .execute()
  const loginToken = await requestToken(api, email, 'login-link')
  const resetToken = await requestToken(api, email, 'password-reset')
  return { id, email, cookie, somebody, loginToken, resetToken }
}

async function askToVerify({ email, cookie }: Pick<World, 'email' | 'cookie'>): Promise<string> {
  expect((await api.post('/api/me/request-verification', {}, { Cookie: cookie })).status).toBe(200)
  const link = api.db.selectFrom('account_links').select('id').where('email', '=', email)
  const { id } = await link
    .where('purpose', '=', 'email-verification')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  return api.services.linkTokens.create('email-verification', id)
}

async function verify(world: Pick<World, 'email' | 'cookie'>): Promise<Response> {
  return api.post('/api/me/verify-email', { token: await askToVerify(world) }, { Cookie: world.cookie })
}

/** A held order, confirmed by its mailed link. */
async function confirmOrder({ id, email, cookie }: Pick<World, 'id' | 'email' | 'cookie'>): Promise<Response> {
  const [product] = await productsOnSale(api, 1)
  if (!product) throw new Error('no product is on sale')
  const user = { id, email, role: 'customer' as const, first_name: null, last_name: null }
  const held = await holdOrder(api.services, user, {
    payment: 'cash_on_delivery',
    delivery: 'courier',
    items: [{ productId: product.id, quantity: 1, shownPriceGrosze: Math.round(product.price * 100) }],
    shownShippingGrosze: Math.round(COURIER * 100),
    recipient: {
      firstName: 'Anna',
      lastName: 'Kowalska',
      phone: '+48600100200',
      delivery: { kind: 'courier', street: 'Prosta', houseNumber: '1', city: 'Łódź', postalCode: '90-001' },
    },
    idempotencyKey: crypto.randomUUID(),
    clientAddress: '127.0.0.1',
  })
  expect(held.ok).toBe(true)
  const orders = api.db.selectFrom('held_orders').select('id').where('user_id', '=', id)
  const { id: orderId } = await orders.executeTakeFirstOrThrow()
  const token = api.services.linkTokens.create('held-order', orderId)
  return api.post('/api/confirm-order', { token }, { Cookie: cookie })
}

const WAYS = {
  'a new password': {
    prove: ({ resetToken }: World) => api.post('/api/reset-password', { token: resetToken, newPassword: PASSWORD }),
    openLink: ({ loginToken }: World) => api.post('/api/sign-in-by-link', { token: loginToken }),
    sessionGoesOn: false,
    keepsPassword: true,
    mail: { template: 'password-changed', ended: ['sessions', 'google'] },
  },
  'a login link': {
    prove: ({ loginToken }: World) => api.post('/api/sign-in-by-link', { token: loginToken }),
    openLink: ({ resetToken }: World) => api.post('/api/reset-password', { token: resetToken, newPassword: PASSWORD }),
    sessionGoesOn: false,
    keepsPassword: false,
    mail: { template: 'address-proven', ended: ['sessions', 'google', 'password'] },
  },
  'the link of a verification': {
    prove: verify,
    openLink: ({ loginToken }: World) => api.post('/api/sign-in-by-link', { token: loginToken }),
    sessionGoesOn: true,
    keepsPassword: true,
    mail: { template: 'address-proven', ended: ['sessions', 'google'] },
  },
  'the link of an order that waited': {
    prove: confirmOrder,
    openLink: ({ loginToken }: World) => api.post('/api/sign-in-by-link', { token: loginToken }),
    sessionGoesOn: true,
    keepsPassword: true,
    mail: { template: 'address-proven', ended: ['sessions', 'google'] },
  },
}

const mailsAfterProof = (email: string) =>
  api.db
    .selectFrom('mail_outbox')
    .select(['template', 'data'])
    .where('recipient', '=', email)
    .where('template', 'in', ['address-proven', 'password-changed'])
    .execute()

test.each(Object.entries(WAYS))('an address proven by %s: every way in of before ends', async (_name, way) => {
  const world = await shareAccount()
  const { id, email, somebody } = world
  const isKnown = (cookie: string) => api.services.accounts.findKnownDevice(new Headers({ cookie }), email)
  expect([await emailOf(somebody), await isKnown(somebody)]).toEqual([email, expect.any(String)])

  const proven = await way.prove(world)
  expect(proven.status).toBe(200)
  expect(await emailOf(somebody), 'a session of somebody else').toBeNull()
  expect(await isKnown(somebody), 'a device of somebody else').toBeNull()
  expect(await emailOf(way.sessionGoesOn ? world.cookie : cookieOf(proven)), 'who proved it').toBe(email)
  if (way.keepsPassword) expect(await isKnown(cookies(proven)), 'the device of who proved it').not.toBeNull()
  const { status, body } = await way.openLink(world).then(async (answer) => ({
    status: answer.status,
    body: (await answer.json()) as { error?: { code: string; message: string } },
  }))
  // No newer link was mailed.
  expect([status, body.error?.code], 'an open link').toEqual([409, 'link_ended'])
  expect(body.error?.message).toContain('potwierdzono ten adres albo zmieniono hasło, więc link już nie działa')
  const ways = await api.db.selectFrom('identities').select('provider_id').where('user_id', '=', id).execute()
  expect(ways).toEqual(way.keepsPassword ? [{ provider_id: 'credential' }] : [])
  expect(await api.db.selectFrom('verifications').select('id').where('value', '=', id).execute()).toEqual([])
  const { template, ended } = way.mail
  expect(await mailsAfterProof(email)).toEqual([{ template, data: { userId: id, ended } }])
})

test('an address that was proven before: another proof ends no session and mails nothing', async () => {
  const world = await shareAccount()
  const token = await askToVerify(world)
  expect((await confirmOrder(world)).status).toBe(200)
  const present = cookies(await signIn(world.email))
  // A link that the proof ended reports success, since its purpose is fulfilled.
  expect((await api.post('/api/me/verify-email', { token }, { Cookie: world.cookie })).status).toBe(200)
  expect((await verify(world)).status).toBe(200)
  const loginToken = await requestToken(api, world.email, 'login-link')
  expect((await api.post('/api/sign-in-by-link', { token: loginToken })).status).toBe(200)
  expect(await emailOf(present)).toBe(world.email)
  expect(await mailsAfterProof(world.email)).toHaveLength(1)
})

test('the sign-in ticket of a payment begun before the proof does not sign in', async () => {
  const world = await shareAccount()
  const [product] = await productsOnSale(api, 1)
  if (!product) throw new Error('no product is on sale')
  const placed = await api.post('/api/create-cash-on-delivery-order', cart([product]), {
    Cookie: world.cookie,
    'Idempotency-Key': crypto.randomUUID(),
  })
  const { orderId } = (await placed.json()) as { orderId: string }
  const ticket = {
    order_id: orderId,
    token_hash: `token-${orderId}`,
    cookie_hash: `cookie-${orderId}`,
    expires_at: new Date(Date.now() + 60_000),
  }
  await api.db.insertInto('login_tickets').values(ticket).execute()
  expect((await verify(world)).status).toBe(200)
  const { used_at } = await api.db
    .selectFrom('login_tickets')
    .select('used_at')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  expect(used_at).not.toBeNull()
})

test('an account that only Google opens keeps Google when its owner proves the address', async () => {
  const world = await shareAccount()
  await api.db
    .deleteFrom('identities')
    .where('user_id', '=', world.id)
    .where('provider_id', '=', 'credential')
    .execute()
  expect((await verify(world)).status).toBe(200)
  const ways = api.db.selectFrom('identities').select('provider_id').where('user_id', '=', world.id)
  expect(await ways.execute()).toEqual([{ provider_id: 'google' }])
})

test('switching on a second factor ends the other sessions, and earlier devices are no longer known', async () => {
  const world = await shareAccount()
  expect((await verify(world)).status).toBe(200)
  const other = cookies(await signIn(world.email))
  const enabled = await api.post('/api/auth/two-factor/enable', { password: PASSWORD }, { Cookie: world.cookie })
  const { totpURI } = (await enabled.json()) as { totpURI: string }
  expect(await emailOf(other)).toBe(world.email)
  const code = totpCode(totpURI)
  const confirmed = await api.post('/api/auth/two-factor/verify-totp', { code }, { Cookie: world.cookie })
  expect(await emailOf(cookieOf(confirmed))).toBe(world.email)
  expect(await emailOf(other)).toBeNull()
  const headers = (cookie: string) => new Headers({ cookie })
  expect(await api.services.accounts.findKnownDevice(headers(other), world.email)).toBeNull()
  expect(await api.services.accounts.findKnownDevice(headers(cookies(confirmed)), world.email)).not.toBeNull()
})
