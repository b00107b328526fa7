import { sql } from 'kysely'
import type { AnswerOf } from '#app/api-client.ts'
import { startClean } from '#domain/flows/going-live/start-clean.server.ts'
import { TABLE_VERDICTS } from '#domain/flows/going-live/trial-tables.ts'
import type { TrialCounts } from '#domain/going-live/going-live.ts'
import type { TermsArchive } from '#domain/terms/publish-terms.server.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { enterAsPacker } from '#tests/support/invited-people.ts'
import { cart, errorOf, prepaidCart, productsOnSale } from '#tests/support/orders.ts'

// One press removes all trial data: orders on delivery and prepaid (open, paid, cancelled), guests, accounts, reviews,
// cases, messages, mails, figures, runs, waiting jobs, prices, terms. It is started in the panel or on the command
// line. It is refused once the shop is real: an order on https, or money in live mode.

const test = base

const signIn = async (api: Api) => cookieOf(await api.post('/api/admin-sign-in', api.admin))
const read = async (api: Api, Cookie: string) =>
  (await (await api.get('/api/admin/start-clean', { Cookie })).json()) as AnswerOf<'get', '/api/admin/start-clean'>
const start = (api: Api, Cookie: string, body: object = { word: 'zaczynam', removes_demo: true }) =>
  api.post('/api/admin/start-clean', body, { Cookie })
const stockOf = async (api: Api, ids: string[]) =>
  (await api.db.selectFrom('products').select('stock_quantity').where('id', 'in', ids).orderBy('id').execute()).map(
    (row) => row.stock_quantity,
  )

async function tryOut(api: Api) {
  const items = await productsOnSale(api, 3, 20)
  const [buyer, other] = [await api.customer(), await api.customer()]
  expect((await buyer.order(cart(items))).status).toBe(200)
  const ahead = await api.post('/api/create-checkout-session', prepaidCart(items.slice(0, 1)), { Cookie: other.cookie })
  expect(ahead.status).toBe(200)
  const review = { product_id: items[0]?.id, rating: 5, comment: 'Próba' }
  expect((await api.post('/api/reviews', review, { Cookie: buyer.cookie })).status).toBeLessThan(300)
  const message = { name: 'Anna', email: 'anna@example.test', message: 'Czy to działa? Próba formularza.' }
  expect((await api.post('/api/send-contact-email', message)).status).toBe(200)
  const byPhone = {
    items: [{ product_id: items[1]?.id, quantity: 2 }],
    hours: '24',
    email: null,
    code: null,
    place: null,
  }
  const prepared = await api.post('/api/admin/prepared-orders', byPhone, { Cookie: await signIn(api) })
  expect(prepared.status).toBe(200)
  return items.map(({ id }) => id).toSorted()
}

test('start clean: deletes orders, people, reviews and figures, returns pieces and keeps the owner’s data', async ({
  newApi,
}) => {
  const api = await newApi()
  const ids = await tryOut(api)
  const packer = await enterAsPacker(api, 'pakuje@example.test')
  const admin = await signIn(api)
  const own = await api.db
    .insertInto('products')
    .values((eb) => ({
      name: 'Własny Zapach',
      slug: 'wlasny-zapach',
      price_grosze: 5000,
      brand_id: eb.selectFrom('brands').select('id').where('is_original', '=', true),
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
  await api.db.updateTable('products').set({ price_grosze: 100 }).where('id', '=', own.id).execute()
  await api.db.updateTable('products').set({ price_grosze: 6000 }).where('id', '=', own.id).execute()
  expect(await stockOf(api, ids)).not.toEqual([20, 20, 20])
  const { counts, has_real_order } = await read(api, admin)
  expect(has_real_order).toBe(false)
  expect(counts).toMatchObject({ orders: 4, messages: 1, demo_products: 79 })
  expect(counts.people).toBeGreaterThan(2)

  const answer = await start(api, admin)
  expect([answer.status, await answer.json()]).toEqual([200, { removed: counts }])
  for (const [table, verdict] of Object.entries(TABLE_VERDICTS)) {
    if (verdict !== 'gone') continue
    const { rows } = await sql`select from ${sql.table(table)} limit 1`.execute(api.db)
    expect([table, rows.length]).toEqual([table, 0])
  }
  expect(await stockOf(api, ids)).toEqual([20, 20, 20])
  // The owner and a packer stay signed in, nobody else.
  expect((await read(api, admin)).counts).toEqual({ ...zero, demo_products: 0 })
  expect(await api.db.selectFrom('users').select(['email', 'terms_version']).orderBy('email').execute()).toEqual([
    { email: api.admin.email, terms_version: null },
    { email: 'pakuje@example.test', terms_version: null },
  ])
  expect((await api.get('/api/admin/packing', { Cookie: packer })).status).toBe(200)
  const list = (await (await api.get('/api/products')).json()) as { items: { id: string }[] }
  expect(list.items.map(({ id }) => id)).toEqual([own.id])
  // Prices of the trial do not count as lowest price of thirty days.
  expect(
    await api.db.selectFrom('product_prices').select('price_grosze').where('product_id', '=', own.id).execute(),
  ).toEqual([{ price_grosze: 6000 }])
  const log = await api.db.selectFrom('audit_events').select('action').execute()
  expect(log).toEqual([{ action: 'shop.started_clean' }])
  const steps = (await (await api.get('/api/admin/setup', { Cookie: admin })).json()) as {
    steps: { key: string; done: boolean }[]
  }
  expect(steps.steps.find(({ key }) => key === 'trial')?.done).toBe(true)

  const again = await start(api, admin)
  expect([again.status, await again.json()]).toEqual([200, { removed: zero }])
})

const zero: TrialCounts = { orders: 0, people: 0, reviews: 0, cases: 0, messages: 0, mails: 0, demo_products: 0 }

test('start clean: demo products stay if wished, with the pieces of their trial orders', async ({ newApi }) => {
  const api = await newApi()
  const ids = await tryOut(api)
  expect((await start(api, await signIn(api), { word: 'ZACZYNAM', removes_demo: false })).status).toBe(200)
  expect(await stockOf(api, ids)).toEqual([20, 20, 20])
  expect(((await (await api.get('/api/products')).json()) as { total: number }).total).toBe(64)
})

test('start clean: requires the typed word and a recent proof, also for removing only the demo', async ({ newApi }) => {
  const api = await newApi()
  const admin = await signIn(api)
  for (const word of ['', 'TAK', 'ZACZYNAMY']) {
    const refused = await errorOf(await start(api, admin, { word, removes_demo: true }))
    expect(refused).toMatchObject({ status: 400, fields: { word: 'Wpisz słowo ZACZYNAM.' } })
  }
  await api.db
    .updateTable('sessions')
    .set({ proven_at: new Date(0) })
    .execute()
  expect(await errorOf(await start(api, admin))).toMatchObject({ code: 'proof_required' })
  const demo = await api.post('/api/admin/remove-demo', {}, { Cookie: admin })
  expect(await errorOf(demo)).toMatchObject({ code: 'proof_required' })
  expect((await read(api, admin)).counts.demo_products).toBe(79)
})

test('start clean: refused once an order was placed on https, or money came in live mode', async ({ newApi }) => {
  const onHttps = await newApi({ shopUrl: 'https://sklep.example' })
  const buyer = await onHttps.customer()
  const ordered = await onHttps.post('/api/create-cash-on-delivery-order', cart(await productsOnSale(onHttps, 1)), {
    Cookie: buyer.cookie,
    Origin: 'https://sklep.example',
  })
  expect(ordered.status).toBe(200)
  const live = await newApi()
  await tryOut(live)
  await live.db.updateTable('payments').set({ mode: 'live', status: 'paid', paid_at: new Date() }).execute()
  for (const api of [onHttps, live]) {
    const outcome = await startClean(api.services, { userId: null, removesDemo: true })
    expect(outcome).toEqual({ ok: false, failure: { reason: 'real_order_exists' } })
    expect(await api.db.selectFrom('orders').select('id').execute()).not.toEqual([])
    await expect(
      api.db.transaction().execute(async (trx) => {
        await sql`set local perfumeria.removes_trial = 'yes'`.execute(trx)
        await trx.deleteFrom('product_prices').execute()
      }),
    ).rejects.toThrow('append-only')
  }
})

test('start clean: an order placed at the same moment is either kept or deleted completely', async ({ newApi }) => {
  const api = await newApi()
  const items = await productsOnSale(api, 1, 1000)
  const buyers = await Promise.all(Array.from({ length: 8 }, () => api.customer()))
  const [started] = await Promise.all([
    startClean(api.services, { userId: null, removesDemo: false }),
    ...buyers.map(({ order }) => order(cart(items)).catch((error: unknown) => error)),
  ])
  expect(started.ok).toBe(true)
  const { rows } = await sql<{ orders: number; items: number; taken: number }>`
    select (select count(*) from orders)::int as orders, (select count(*) from order_items)::int as items,
      (select 1000 - stock_quantity from products where id = ${items[0]?.id ?? ''}) as taken`.execute(api.db)
  expect(rows[0]?.items).toBe(rows[0]?.orders)
  expect(rows[0]?.taken).toBe(rows[0]?.orders)
})

test('terms: before the first real order they apply at once, replace those of that day, and nobody is notified', async ({
  newApi,
}) => {
  const api = await newApi()
  await tryOut(api)
  const Cookie = await signIn(api)
  const archive = async () => (await (await api.get('/api/admin/terms', { Cookie })).json()) as TermsArchive
  const { body, earliest, at_once, accounts } = await archive()
  expect([at_once, accounts]).toEqual([true, 0])
  for (const hours of ['48 godzin', '36 godzin']) {
    const text = body.replace(/\d+ godzin(?= w Dni robocze)/, hours)
    const published = await api.post('/api/admin/terms', { version: earliest, body: text }, { Cookie })
    expect([published.status, await published.json()]).toEqual([200, { version: earliest, accounts: 0 }])
    expect(await archive()).toMatchObject({ in_force: earliest, body: text })
  }
  expect(await api.db.selectFrom('mail_outbox').select('id').where('template', '=', 'terms-change').execute()).toEqual(
    [],
  )
  expect((await start(api, Cookie)).status).toBe(200)
  expect((await archive()).versions.map(({ version }) => version)).toEqual([earliest])
})
