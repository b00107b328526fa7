// What the shop still knows of a buyer once it has no reason to: every text of every table is searched.
import { type Kysely, sql } from 'kysely'
import type { Database } from '#domain/database.ts'
import { issueInvoice } from '#domain/papers/invoices/issue-invoice.server.ts'
import purge from '#domain/retention/purge.job.server.ts'
import { type Api, type ApiOptions, cookieOf } from '#tests/support/api.ts'
import { openCodes } from '#tests/support/codes.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { cart, productsOnSale, TYPED_COMPANY, toCourier } from '#tests/support/orders.ts'

const clock = { now: new Date() }
const test = base.extend('apiOptions', { scope: 'file' }, (): ApiOptions => ({ clock, limitFactor: 100 }))

const EMAIL = 'zapominajka@example.test'
const RECIPIENT = {
  firstName: 'Zofianna',
  lastName: 'Zapominajska',
  phone: '600 111 222',
  street: 'Niezabudkowa',
}
const COMPANY = { ...TYPED_COMPANY, company_name: 'Gabinet Zapominajska', company_street: 'Niezabudkowa 7' }
const TRACES = ['zapominaj', 'niezabudk', 'zofianna', '600111222', '7740001454', 'PL61109010140000071219812874']

/** The columns that hold one of these words, whatever their type. */
async function findColumns(db: Kysely<Database>, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and data_type not in ('bytea', 'uuid', 'boolean')
    order by 1, 2`.execute(db)
  const found: string[] = []
  for (const { table, column } of rows) {
    const { rows: hits } = await sql`select from ${sql.table(table)}
      where ${sql.ref(column)}::text ilike any(${words.map((word) => `%${word}%`)}) limit 1`.execute(db)
    if (hits.length > 0) found.push(`${table}.${column}`)
  }
  return found
}

/** Somebody without an account uses everything that the shop offers. */
async function useTheShop(api: Api): Promise<void> {
  const owner = { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) }
  const [product] = await productsOnSale(api, 1)
  if (!product) throw new Error('no product is on sale')
  const entered = await api.post('/api/guest-sign-in', { email: EMAIL, withoutAccount: true, acceptedTerms: true })
  const customerData = { ...toCourier, ...RECIPIENT, ...COMPANY }
  const placed = await api.post('/api/create-cash-on-delivery-order', cart([product], { customerData }), {
    Cookie: cookieOf(entered),
  })
  expect(placed.status).toBe(200)
  const { orderId: order_id, orderLink } = (await placed.json()) as { orderId: string; orderLink: string }
  const token = new URL(orderLink).hash.slice(1)
  const { checkout_id: checkoutId } = await api.db
    .selectFrom('orders')
    .select('checkout_id')
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow()
  await api.db
    .insertInto('carrier_shipments')
    .values({
      ...{ checkout_id: checkoutId, reference: order_id.slice(0, 8), status: 'confirmed', carrier_id: '1' },
      ...{ tracking_number: 'zapominajka-1', destination: 'zapominajka', problem: '"Zofianna"' },
      ...{ locker_template: 'small', length_mm: 1, width_mm: 1, height_mm: 1, weight_grams: 1 },
    })
    .execute()
  const sent = { subject: 'shipment', from_status: 'created', to_status: 'shipped', actor: 'admin' } as const
  await api.db
    .insertInto('order_events')
    .values({ order_id, ...sent })
    .execute()
  await issueInvoice(api.services, checkoutId)
  await api.db
    .insertInto('invoice_problems')
    .values({ checkout_id: checkoutId, mistakes: JSON.stringify([{ about: 'buyer', text: 'Zapominajska' }]) })
    .execute()

  const done = [
    await api.post(`/api/admin/orders/${order_id}/notes`, { note: 'Zofianna dzwoniła' }, owner),
    await api.call('/api/admin/buyers', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json', Origin: api.base, ...owner },
      body: JSON.stringify({ email: EMAIL, note: 'Zofianna lubi róże', cash_on_delivery: false, version: null }),
    }),
    await api.post('/api/send-contact-email', { name: 'Zofianna', email: EMAIL, message: 'Dzień dobry' }),
    await api.post('/api/product-alerts', { product_id: product.id, kind: 'price', email: EMAIL }),
    await api.post('/api/newsletter', { email: EMAIL, agreed: true }),
    await api.post('/api/order-link/complain', {
      token,
      ...{ items: [{ product_id: product.id, quantity: 1 }], reason: 'Zapominajka wyciekła', demand: 'repair' },
    }),
  ]
  expect(done.map(({ status }) => status)).toEqual(done.map(() => 200))
}

test('nothing of a buyer without an account is left once no audit may ask for the order', async ({ api }) => {
  api.startMail()
  await useTheShop(api)
  const waiting = api.db.selectFrom('mail_outbox').select('template').where('sent_at', 'is', null)
  await expect.poll(() => waiting.execute()).toEqual([])
  const owner = { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) }
  await openCodes(api, owner.Cookie).add({ email: EMAIL, valid_to: '2027-06-30T23:59' })
  const month = clock.now.toISOString().slice(0, 7)
  clock.now = new Date(clock.now.getTime() + 40 * 24 * 60 * 60_000)
  await api.db.updateTable('sessions').set({ proven_at: clock.now }).where('proven_at', 'is not', null).execute()
  expect((await api.post('/api/admin/month', { month }, owner)).status).toBe(200)
  expect(await findColumns(api.db, TRACES)).toEqual(
    expect.arrayContaining([
      'closed_months.documents',
      'codes.email',
      'orders.last_name',
      'carrier_shipments.destination',
    ]),
  )

  clock.now = new Date(clock.now.getTime() + 9 * 366 * 24 * 60 * 60_000)
  await purge.run(api.services, {}, { last: false })
  expect(await findColumns(api.db, TRACES)).toEqual([])
})
