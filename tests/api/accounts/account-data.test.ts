import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { anonymiseOrdersBefore } from '#domain/retention/retention-store.server.ts'
import { type Api, type Customer, cookieOf, PASSWORD } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'
import { openWindowClock } from '#tests/support/window-clock.ts'

const test = base.extend('apiOptions', { scope: 'file' }, () => ({ clock: openWindowClock() }))

let api: Api
test.beforeAll(({ api: started }) => {
  api = started
})
test.beforeEach(async () => {
  await api.db.deleteFrom('rate_limits').execute()
})

const userOf = ({ email }: Customer) =>
  api.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
const remove = ({ cookie }: Customer, password = PASSWORD) =>
  api.post('/api/me/delete-account', { password }, { Cookie: cookie })

/** A customer with an order, a review and a name. */
async function active(): Promise<{ customer: Customer; userId: string; orderId: string }> {
  const customer = await api.customer(`${randomUUID()}@example.test`)
  const [product] = await productsOnSale(api, 1)
  if (!product) throw new Error('no product is on sale')
  const placed = await customer.order(cart([product]))
  const { orderId } = (await placed.json()) as { orderId: string }
  const { id: userId } = await userOf(customer)
  await api.db.updateTable('users').set({ first_name: 'Grażyna' }).where('id', '=', userId).execute()
  const review = { product_id: product.id, user_id: userId, rating: 5, comment: 'Pachnie domem.', approved: true }
  await api.db.insertInto('reviews').values(review).execute()
  return { customer, userId, orderId }
}

/** Tables with foreign keys to users that have rows of a user. */
async function tablesNaming(userId: string): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select conrelid::regclass::text as table, attname as column from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'users'::regclass`.execute(api.db)
  const naming: string[] = []
  for (const { table, column } of rows) {
    const found = await sql`select from ${sql.table(table)} where ${sql.ref(column)} = ${userId}`.execute(api.db)
    if (found.rows.length > 0) naming.push(table)
  }
  return naming.toSorted()
}

test('GET me/export: has everything about the user and nothing about others or secrets', async () => {
  const { customer, orderId } = await active()
  await active()
  const answer = await api.get('/api/me/export', { Cookie: customer.cookie })
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="moje-dane.json"')
  expect(answer.headers.get('cache-control')).toContain('no-store')
  const text = await answer.text()
  expect(JSON.parse(text)).toMatchObject({
    account: [{ email: customer.email, first_name: 'Grażyna' }],
    reviews: [{ comment: 'Pachnie domem.' }],
    orders: [
      { number: orderId.slice(0, 8), last_name: 'Kowalska', items: [{ quantity: 1 }], shipment: { status: 'created' } },
    ],
  })
  expect(text.match(/@example\.test/g)?.length).toBeGreaterThan(0)
  expect(text).not.toMatch(/argon2|"token"|password/)
  const addresses = new Set(text.match(/[\w.+-]+@[\w.-]+/g))
  expect([...addresses]).toEqual([customer.email])
})

test('GET me/export: has what a person wrote to the shop, with its answers, once the address is proven', async () => {
  const { customer, orderId } = await active()
  const stranger = await active()
  const owner = { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) }
  for (const { email } of [customer, stranger.customer]) {
    const sent = { name: 'Anna', email, message: `Pytam z ${email}` }
    expect((await api.post('/api/send-contact-email', sent)).status).toBe(200)
  }
  const message = api.db.selectFrom('contact_messages').select('id').where('email', '=', customer.email)
  const { id } = await message.executeTakeFirstOrThrow()
  expect((await api.post(`/api/admin/messages/${id}/answer`, { answer: 'Tak, jest.' }, owner)).status).toBe(200)
  expect((await api.post(`/api/admin/orders/${orderId}/notes`, { note: 'Prosi o wstążkę' }, owner)).status).toBe(200)
  const copy = async () => (await api.get('/api/me/export', { Cookie: customer.cookie })).json()
  expect(await copy()).toMatchObject({ messages: [], orders: [{ notes: [{ note: 'Prosi o wstążkę' }] }] })
  await api.db.updateTable('users').set({ email_verified: true }).where('email', '=', customer.email).execute()
  expect((await copy()).messages).toMatchObject([
    { name: 'Anna', email: customer.email, message: `Pytam z ${customer.email}`, answers: [{ answer: 'Tak, jest.' }] },
  ])
})

test('POST me/delete-account: mails that wait to be written about the account go with it', async () => {
  const { email, cookie } = await api.customer(`${randomUUID()}@example.test`)
  const signedUp = `${randomUUID()}@example.test`
  const entered = await api.post('/api/auth/sign-up/email', { email: signedUp, password: PASSWORD })
  await api.post('/api/me/request-verification', {}, { Cookie: cookie })
  const change = { currentPassword: PASSWORD, newPassword: 'nowe-haslo' }
  const changed = await api.post('/api/auth/change-password', change, { Cookie: cookie })
  const gone = [
    remove({ email, cookie: cookieOf(changed) } as Customer, change.newPassword),
    remove({ email: signedUp, cookie: cookieOf(entered) } as Customer),
  ]
  expect((await Promise.all(gone)).map(({ status }) => status)).toEqual([200, 200])
  const mails = await api.db
    .selectFrom('mail_outbox')
    .select(['template', 'recipient', 'data', 'created_at'])
    .where('recipient', 'in', [email, signedUp])
    .where('sent_at', 'is', null)
    .execute()
  expect(mails.map(({ template }) => template)).toEqual(['account-deleted', 'account-deleted'])
  for (const mail of mails) expect((await api.services.renderMail(mail)).subject).toContain('usunięte')
})

test('GET me/export: has changed addresses and orders that wait for a confirmation', async () => {
  const { customer, userId, orderId } = await active()
  const { checkout_id } = await api.db
    .selectFrom('orders')
    .select('checkout_id')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const lines = JSON.stringify([{ field: 'address', before: 'Stara 1, Łódź', after: 'Nowa 2, Łódź' }])
  await api.db.insertInto('order_changes').values({ checkout_id, lines, actor: 'customer' }).execute()
  const request = JSON.stringify({ recipient: { lastName: 'Czekająca' } })
  const held = { idempotency_key: randomUUID(), request, total_grosze: 5_000, client_network: '203.0.113.0' }
  await api.db
    .insertInto('held_orders')
    .values({ ...held, user_id: userId, expires_at: new Date() })
    .execute()
  const copy = await (await api.get('/api/me/export', { Cookie: customer.cookie })).json()
  expect(copy).toMatchObject({
    changes: [{ number: orderId.slice(0, 8), lines: [{ before: 'Stara 1, Łódź' }] }],
    held_orders: [{ request: { recipient: { lastName: 'Czekająca' } } }],
  })
})

test('POST me/delete-account: leaves the orders and nothing else that names the account', async () => {
  const { customer, userId, orderId } = await active()
  const answer = await remove(customer)
  expect(await answer.json()).toEqual({ orders_stored: true })
  expect(cookieOf(answer)).toBe('')
  expect(await tablesNaming(userId)).toEqual(['checkouts', 'orders'])
  const user = await api.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  expect(user).toMatchObject({ email: `${userId}@deleted.invalid`, name: '', first_name: null, email_verified: false })
  expect(user.deleted_at).not.toBeNull()
  const order = await api.db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  expect(order).toMatchObject({ email: customer.email, last_name: 'Kowalska' })
  const me = (await (await api.get('/api/me', { Cookie: customer.cookie })).json()) as object
  expect(me).toMatchObject({ user: null })
  const mail = api.db.selectFrom('mail_outbox').selectAll().where('key', '=', `account-deleted:${userId}`)
  expect(await mail.executeTakeFirst()).toMatchObject({ recipient: customer.email, data: { ordersKept: true } })
})

test('orders by phone are in the copy of whoever ordered by them or has the address, and ended ones go with the account', async () => {
  const { customer, userId } = await active()
  const stranger = await active()
  const { checkout_id } = await api.db
    .selectFrom('orders')
    .select('checkout_id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  const [product] = await productsOnSale(api, 1)
  const items = JSON.stringify([{ product_id: product?.id, quantity: 2 }])
  const place = JSON.stringify({ delivery: 'courier', lastName: 'Przez Telefon' })
  const prepared = { expires_at: new Date(), items, held: items, place }
  const ended = { ...prepared, ended_at: new Date(), ended_as: 'ordered' as const }
  await api.db
    .insertInto('prepared_orders')
    .values([
      { ...ended, checkout_id, email: null },
      { ...ended, email: customer.email },
      { ...prepared, email: customer.email },
    ])
    .execute()
  const countCopied = async ({ cookie }: Customer) => {
    const copy = await (await api.get('/api/me/export', { Cookie: cookie })).json()
    const known = { place: { lastName: 'Przez Telefon' }, items: [{ product: product?.name, quantity: 2 }] }
    for (const each of copy.prepared_orders) expect(each).toMatchObject(known)
    return copy.prepared_orders.length
  }
  // An address that was not proven shows nobody what was prepared for it.
  expect(await countCopied(customer)).toBe(1)
  await api.db.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute()
  expect([await countCopied(customer), await countCopied(stranger.customer)]).toEqual([3, 0])
  await remove(customer)
  const left = api.db.selectFrom('prepared_orders').select('ended_at')
  expect(await left.execute()).toEqual([{ ended_at: null }])
})

test('POST me/delete-account: the address is free for a new account that sees nothing of the old one', async () => {
  const { customer } = await active()
  await remove(customer)
  const again = await api.customer(customer.email)
  expect(await (await api.get('/api/me/orders', { Cookie: again.cookie })).json()).toEqual([])
})

test('POST me/delete-account: an account without orders is deleted completely', async () => {
  const customer = await api.customer()
  const { id } = await userOf(customer)
  expect(await (await remove(customer)).json()).toEqual({ orders_stored: false })
  expect(await api.db.selectFrom('users').select('id').where('id', '=', id).execute()).toEqual([])
})

test('POST me/delete-account: refuses a wrong password, and limits guesses', async () => {
  const { customer, userId } = await active()
  const wrong = await remove(customer, 'zgaduje')
  expect(wrong.status).toBe(400)
  expect(await wrong.json()).toMatchObject({ error: { code: 'invalid_password' } })
  const statuses: number[] = []
  for (let guess = 0; guess < 25; guess++) statuses.push((await remove(customer, `zgaduje${guess}`)).status)
  expect(statuses).toContain(429)
  expect(await tablesNaming(userId)).toContain('identities')
})

test('POST me/delete-account: the admin’s account cannot be deleted', async () => {
  const cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  const answer = await api.post('/api/me/delete-account', { password: api.admin.password }, { Cookie: cookie })
  expect(answer.status).toBe(409)
  expect(await answer.json()).toMatchObject({ error: { code: 'admin_account_stays' } })
})

test('GET me/reviews: shows authors all their own reviews with their states', async () => {
  const customer = await api.customer()
  const { id } = await userOf(customer)
  const products = await productsOnSale(api, 3)
  const states = [{ approved: true }, { approved: false }, { approved: false, rejected_at: new Date() }]
  for (const [index, { id: product_id }] of products.entries()) {
    const review = { product_id, user_id: id, rating: 4, comment: null, ...states[index] }
    await api.db.insertInto('reviews').values(review).execute()
  }
  const own = (await (await api.get('/api/me/reviews', { Cookie: customer.cookie })).json()) as { state: string }[]
  expect(own.map(({ state }) => state).toSorted()).toEqual(['pending', 'published', 'rejected'])
  expect(own[0]).toMatchObject({ rating: 4, product: { name: expect.any(String), brand_name: expect.any(String) } })
})

test('orders past their retention time lose names and addresses, and keep products, sums and events', async () => {
  const { orderId } = await active()
  const younger = await active()
  const { db } = api
  const before = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  await db
    .updateTable('orders')
    .set({ created_at: new Date('2019-12-31T23:00:00Z') })
    .where('id', '=', orderId)
    .execute()
  await anonymiseOrdersBefore(db, 'any', new Date('2020-01-01T00:00:00Z'))
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  expect(order).toMatchObject({ email: '', first_name: '', last_name: '', phone: '', street: '', city: '' })
  expect(order).toMatchObject({ total_grosze: before.total_grosze, status: before.status, number: before.number })
  const parcel = await db.selectFrom('shipments').selectAll().where('order_id', '=', orderId).executeTakeFirstOrThrow()
  expect(parcel).toMatchObject({ receiver_name: '', receiver_phone: '', receiver_email: '' })
  expect(await db.selectFrom('order_items').select('id').where('order_id', '=', orderId).execute()).toHaveLength(1)
  const other = db.selectFrom('orders').select('last_name').where('id', '=', younger.orderId)
  expect(await other.executeTakeFirstOrThrow()).toEqual({ last_name: 'Kowalska' })
})

test('unpaid orders lose their personal data long before paid ones', async () => {
  const unpaid = await active()
  const paid = await active()
  const { db } = api
  const past = {
    created_at: new Date('2026-01-01T00:00:00Z'),
    shipping_method: 'prepaid_courier',
    status: 'cancelled',
  } as const
  for (const { orderId } of [unpaid, paid]) await db.updateTable('orders').set(past).where('id', '=', orderId).execute()
  const payment = {
    order_id: paid.orderId,
    provider: 'stripe',
    mode: 'test',
    status: 'refunded',
    amount_grosze: 100,
  } as const
  await db
    .insertInto('payments')
    .values({
      ...payment,
      expires_at: new Date(),
      paid_at: new Date(),
      refunded_at: new Date(),
      provider_session_id: null,
      provider_payment_id: null,
    })
    .execute()
  await anonymiseOrdersBefore(db, 'unpaid', new Date('2026-02-01T00:00:00Z'))
  const names = await db
    .selectFrom('orders')
    .select(['id', 'last_name'])
    .where('id', 'in', [unpaid.orderId, paid.orderId])
    .execute()
  expect(names.find(({ id }) => id === unpaid.orderId)?.last_name).toBe('')
  expect(names.find(({ id }) => id === paid.orderId)?.last_name).toBe('Kowalska')
})
