import { vi } from 'vitest'
import { syncEditedProduct } from '#domain/catalog/provider/sync-provider-product.server.ts'
import type { Run } from '#domain/kernel/runs/run.ts'
import { readPaymentMode } from '#domain/payments/mode/payment-mode-queries.server.ts'
import { createJobQueue } from '#infra/jobs/pg-boss-queue.ts'
import { type Api, type ApiOptions, cookieOf } from '#tests/support/api.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { createMemoryProvider } from '#tests/support/memory-provider.ts'

const live = createMemoryProvider('live')
const play = createMemoryProvider('test')
const BOTH: ApiOptions = { payments: { test: play.provider, live: live.provider }, limitFactor: 100 }

/** The number of products: enough for several steps of a run. */
const PRODUCTS = 12

const test = base.extend('apiOptions', { scope: 'file' }, BOTH)

let api: Api
let shop: Awaited<ReturnType<typeof prepare>>
test.beforeAll(async ({ api: started }) => {
  api = started
  shop = await prepare(api)
  await api.startJobs()
})
test.beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  await api.db.deleteFrom('runs').execute()
  await api.db.deleteFrom('provider_products').execute()
  await api.db.updateTable('payment_settings').set({ mode: 'test' }).execute()
  await api.db.updateTable('products').set({ active: true }).where('id', 'in', shop.ids).execute()
  await api.db.updateTable('products').set({ active: false }).where('id', 'not in', shop.ids).execute()
  for (const memory of [live, play]) {
    memory.forgetProducts()
    memory.calls.length = 0
    memory.state.away = false
    memory.state.beforeAnswer = async () => {}
    memory.state.refusedProducts.clear()
  }
})

async function prepare(api: Api) {
  const stay = api.db.selectFrom('products').select('id').where('active', '=', true).orderBy('id').limit(PRODUCTS)
  await api.db.updateTable('products').set({ active: false }).where('id', 'not in', stay).execute()
  const ids = (await stay.execute()).map(({ id }) => id)
  const Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  const start = async (path: string, body: object = {}) => {
    const answer = await api.post(`/api/admin/${path}`, body, { Cookie })
    return { status: answer.status, body: (await answer.json()) as { id: string; error?: { code: string } } }
  }
  const read = async (id: string) => (await (await api.get(`/api/admin/runs/${id}`, { Cookie })).json()) as Run
  return {
    ids,
    Cookie,
    read,
    sync: () => start('product-sync'),
    switchTo: (mode: string) => start('payment-mode', { mode }),
    settings: async () => await (await api.get('/api/admin/payment-mode', { Cookie })).json(),
    ended: async (id: string) => {
      await eventually(async () => expect((await read(id)).status).not.toBe('running'))
      return read(id)
    },
  }
}

const made = ({ products }: typeof live) => [...products.values()].map(({ productId }) => productId).toSorted()

test('product sync: sends every product once, says how many, and runs once when pressed twice', async () => {
  const { ids, sync, ended } = shop
  const [first, second] = await Promise.all([sync(), sync()])
  expect([first.status, second.status, first.body.id]).toEqual([200, 200, second.body.id])
  expect(await ended(first.body.id)).toMatchObject({
    kind: 'product-sync',
    mode: 'test',
    status: 'done',
    done: PRODUCTS,
  })
  expect(made(play)).toEqual(ids)
  expect(live.calls).toEqual([])

  // A second run keeps the products at the provider and updates them.
  await api.db
    .updateTable('products')
    .set({ price_grosze: 4321, name: 'Nowa nazwa' })
    .where('id', '=', ids[0] ?? '')
    .execute()
  await api.db
    .updateTable('products')
    .set({ active: false })
    .where('id', '=', ids[1] ?? '')
    .execute()
  const again = await sync()
  expect(again.body.id).not.toBe(first.body.id)
  expect(await ended(again.body.id)).toMatchObject({ status: 'done', done: PRODUCTS, failed: 0 })
  const known = new Map([...play.products.values()].map((product) => [product.productId, product]))
  expect(made(play)).toEqual(ids)
  expect(known.get(ids[0] ?? '')).toMatchObject({ unitGrosze: 4321, name: expect.stringContaining('Nowa nazwa') })
  expect(ids.map((id) => known.get(id)?.active)).toEqual(ids.map((_, index) => index !== 1))
})

test('product sync: names the products that failed, and stops when the provider does not answer', async () => {
  const { ids, sync, ended } = shop
  play.state.refusedProducts.add(ids[3] ?? '')
  const refused = await ended((await sync()).body.id)
  expect(refused).toMatchObject({ status: 'done', done: PRODUCTS - 1, failed: 1 })
  expect(refused.errors).toEqual([
    { id: ids[3], name: expect.any(String), message: 'Dostawca płatności odrzucił dane produktu.' },
  ])
  play.state.away = true
  const silent = await ended((await sync()).body.id)
  expect(silent).toMatchObject({ status: 'done', done: 0, failed: PRODUCTS })
  expect(silent.errors[11]?.message).toBe('Dostawca płatności nie odpowiada. Spróbuj ponownie za chwilę.')
  // The run gave up before all products were tried.
  expect(play.calls.length).toBeLessThan(4 * PRODUCTS)
})

test('payment mode: changes once every product exists in the new mode, and can change back', async () => {
  const { ids, switchTo, ended, settings } = shop
  expect((await switchTo('test')).body.error?.code).toBe('payment_mode_unchanged')
  const [here, there] = await Promise.all([switchTo('live'), switchTo('live')])
  expect([here.status, there.status, here.body.id]).toEqual([200, 200, there.body.id])
  expect(await settings()).toMatchObject({
    mode: 'test',
    provider: 'Stripe',
    keys: { test: true, live: true },
    run_id: here.body.id,
  })
  expect(await ended(here.body.id)).toMatchObject({
    kind: 'payment-mode',
    mode: 'live',
    status: 'done',
    done: PRODUCTS,
  })
  expect([await readPaymentMode(api.db), made(live)]).toEqual(['live', ids])
  expect((await ended((await switchTo('test')).body.id)).status).toBe('done')
  expect(await settings()).toMatchObject({ mode: 'test', run_id: null })
  const audit = await api.db
    .selectFrom('audit_events')
    .select('details')
    .where('action', '=', 'payment_mode.changed')
    .execute()
  expect(audit.map(({ details }) => details)).toEqual([
    { from: 'test', to: 'live' },
    { from: 'live', to: 'test' },
  ])
})

test('payment mode: when one product fails, the old mode stays in force', async () => {
  const { ids, switchTo, ended, settings } = shop
  live.state.refusedProducts.add(ids[7] ?? '')
  const run = await ended((await switchTo('live')).body.id)
  expect(run).toMatchObject({
    status: 'failed',
    failure: 'Nie wszystkie produkty udało się przenieść. Tryb się nie zmienił.',
    done: PRODUCTS - 1,
    failed: 1,
  })
  expect(await settings()).toMatchObject({ mode: 'test', run_id: null })
  expect(play.calls).toEqual([])
  live.state.refusedProducts.clear()
  expect((await ended((await switchTo('live')).body.id)).status).toBe('done')
  expect(made(live)).toEqual(ids)
})

test('payment mode: a product added during the migration is migrated, too', async () => {
  const { ids, switchTo, ended } = shop
  const late = await api.db
    .selectFrom('products')
    .select('id')
    .where('active', '=', false)
    .limit(1)
    .executeTakeFirstOrThrow()
  live.state.beforeAnswer = async () => {
    await api.db.updateTable('products').set({ active: true }).where('id', '=', late.id).execute()
  }
  expect(await ended((await switchTo('live')).body.id)).toMatchObject({ status: 'done', total: PRODUCTS + 1 })
  expect(made(live)).toEqual([...ids, late.id].toSorted())
  // An edit from now on reaches both modes.
  await api.db.updateTable('products').set({ price_grosze: 7777 }).where('id', '=', late.id).execute()
  expect((await syncEditedProduct(api.services, late.id)).ok).toBe(true)
  const arrived = [...live.products.values()].find(({ productId }) => productId === late.id)
  expect(arrived?.unitGrosze).toBe(7777)
})

test('payment mode: without keys no migration begins', async ({ newApi }) => {
  const bare = await newApi({ payments: { test: play.provider, live: null } })
  const { switchTo, settings, Cookie } = await prepare(bare)
  expect(await settings()).toMatchObject({ keys: { test: true, live: false } })
  expect(await switchTo('live')).toMatchObject({ status: 409, body: { error: { code: 'payment_keys_missing' } } })
  await bare.db.updateTable('payment_settings').set({ mode: 'live' }).execute()
  const sync = await bare.post('/api/admin/product-sync', {}, { Cookie })
  expect([sync.status, await sync.json()]).toMatchObject([
    409,
    { error: { message: 'Brak kluczy produkcyjnych. Dodaj je do ustawień sklepu i uruchom go ponownie.' } },
  ])
  await bare.db.updateTable('sessions').set({ proven_at: null }).execute()
  expect(await switchTo('test')).toMatchObject({ status: 403, body: { error: { code: 'proof_required' } } })
  expect(await bare.db.selectFrom('runs').select('id').execute()).toEqual([])
})

test('when a run’s process hangs, another continues it and sends no product twice', async ({ database }) => {
  const { ids, switchTo, ended, read } = shop
  // The process hangs in the middle: the provider has made products and the shop does not know yet.
  const hung = Promise.withResolvers<void>()
  let answered = 0
  live.state.beforeAnswer = () => (++answered > 4 ? hung.promise : Promise.resolve())
  const { id } = (await switchTo('live')).body
  await eventually(async () => expect(answered).toBe(8))
  expect(await read(id)).toMatchObject({ status: 'running', done: 4, failed: 0 })
  expect(made(live)).toHaveLength(8)
  live.state.beforeAnswer = async () => {}

  // Another process continues the run while the first one still waits for its calls.
  const errors: unknown[] = []
  const other = await createJobQueue({ databaseUrl: database.url, onError: (...error) => errors.push(error) })
  await api.db.transaction().execute((trx) => other.enqueue(trx, 'continue-run', { runId: id }))
  await other.startWorkers(api.services)
  expect(await ended(id)).toMatchObject({ status: 'done', done: PRODUCTS, failed: 0 })
  hung.resolve()
  await other.stop()
  expect([made(live), await readPaymentMode(api.db), errors]).toEqual([ids, 'live', []])
})
