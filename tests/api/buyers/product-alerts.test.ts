import type { AlertKind } from '#domain/alerts/alert.ts'
import learnRefillDays from '#domain/alerts/learn-refill-days.job.server.ts'
import mailAlerts from '#domain/alerts/mail-alerts.job.server.ts'
import type { AdminProductPage } from '#domain/catalog/admin/admin-product-queries.server.ts'
import { toAllocationColumns } from '#domain/kernel/amounts/allocation.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import purge from '#domain/retention/purge.job.server.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { errorOf } from '#tests/support/orders.ts'
import { storeCheckout } from '#tests/support/stored-checkout.ts'
import { drawFreeOrderIds } from '#tests/support/stored-payment.ts'

const DAY_MS = 24 * 60 * 60 * 1000

const clock = { now: new Date('2026-11-21T12:00:00Z') }
const test = base.extend('apiOptions', { scope: 'file' }, { clock, trustedProxy: ['127.0.0.1'] })

let api: Api
let product: { id: string; name: string; slug: string; price_grosze: number }
test.beforeAll(async ({ api: started }) => {
  api = started
  product = await api.db
    .selectFrom('products')
    .select(['id', 'name', 'slug', 'price_grosze'])
    .where('slug', '=', 'layali-zahran')
    .executeTakeFirstOrThrow()
})
test.beforeEach(async () => {
  clock.now = new Date('2026-11-21T12:00:00Z')
  for (const table of ['product_alerts', 'mail_outbox', 'rate_limits'] as const)
    await api.db.deleteFrom(table).execute()
  await change({ out_of_stock: true, stock_quantity: null, price_grosze: product.price_grosze })
})

const change = async (columns: { out_of_stock?: boolean; stock_quantity?: number | null; price_grosze?: number }) => {
  await api.db.updateTable('products').set(columns).where('id', '=', product.id).execute()
  await api.services.catalog.receiveChanges()
}

const ask = (kind: AlertKind, email = 'ala@example.test', from = '203.0.113.1') =>
  api.post('/api/product-alerts', { product_id: product.id, kind, email }, { 'X-Forwarded-For': from })
const queued = () =>
  api.db.selectFrom('mail_outbox').select(['template', 'recipient']).orderBy('created_at').orderBy('key').execute()
const alertOf = (email: string) =>
  api.db.selectFrom('product_alerts').selectAll().where('email', '=', email).executeTakeFirst()
const tokenOf = async (email: string) =>
  api.services.linkTokens.create('product-alert', (await alertOf(email))?.id ?? crypto.randomUUID())
const confirm = async (email: string) => api.post('/api/product-alerts/confirm', { token: await tokenOf(email) })
const runJob = () => mailAlerts.run(api.services, {}, { last: false })

const CONFIRMATION = { template: 'alert-confirmation', recipient: 'ala@example.test' }
const ALERT = { template: 'product-alert', recipient: 'ala@example.test' }

test('back in stock: one mail, only after the address was confirmed, however many jobs run at once', async () => {
  expect(await (await ask('stock', 'Ala@Example.test')).json()).toEqual({ ok: true })
  await change({ out_of_stock: false })
  await runJob()
  expect(await queued(), 'unconfirmed').toEqual([CONFIRMATION])

  await change({ out_of_stock: true })
  for (const _ of [1, 2]) {
    expect(await (await confirm('ala@example.test')).json()).toEqual({
      kind: 'stock',
      product_name: expect.stringMatching(`^${product.name}, \\d+\\sml$`),
    })
  }
  await runJob()
  expect(await queued(), 'still sold out').toEqual([CONFIRMATION])

  await change({ out_of_stock: false })
  await Promise.all([runJob(), runJob(), runJob()])
  expect(await queued()).toEqual([CONFIRMATION, ALERT])
  expect(await alertOf('ala@example.test')).toBeUndefined()
  await runJob()
  expect(await queued()).toHaveLength(2)

  api.startMail()
  await eventually(async () => expect(await api.mailbox.messagesTo('ala@example.test')).toHaveLength(2))
  const mails = (await api.mailbox.messagesTo('ala@example.test')).map(({ text }) => text).join()
  expect(mails).toMatch(new RegExp(`/powiadom/${product.slug}#[\\w-]{64}`))
  expect(mails).toContain(`/produkt/${product.slug}`)
})

test('during a break in sale nobody is mailed; who waits is mailed once the shop takes orders again', async () => {
  const stop = (columns: { holiday_from: string | null; holiday_to: string | null; holiday_selling: boolean }) =>
    api.db.updateTable('shop_settings').set(columns).execute()
  await ask('stock')
  await confirm('ala@example.test')
  await change({ out_of_stock: false })
  await stop({ holiday_from: '2026-11-20', holiday_to: '2026-11-21', holiday_selling: false })
  await runJob()
  expect(await queued()).toEqual([CONFIRMATION])
  clock.now = new Date('2026-11-21T23:10:00Z')
  await runJob()
  expect(await queued()).toEqual([CONFIRMATION, ALERT])
  await stop({ holiday_from: null, holiday_to: null, holiday_selling: true })
})

test('a lower price: mailed below the price at the request, not at it; a new request takes the present price', async () => {
  await change({ out_of_stock: false })
  await ask('price')
  await confirm('ala@example.test')
  await change({ price_grosze: product.price_grosze + 500 })
  await runJob()
  await change({ price_grosze: product.price_grosze })
  await runJob()
  expect(await queued(), 'no lower price').toEqual([CONFIRMATION])

  await change({ price_grosze: product.price_grosze - 1000 })
  await ask('price')
  await runJob()
  expect(await queued(), 'asked at the lower price').toEqual([CONFIRMATION])
  await change({ price_grosze: product.price_grosze - 1001 })
  await change({ out_of_stock: true })
  await runJob()
  expect(await queued(), 'sold out').toEqual([CONFIRMATION])
  await change({ out_of_stock: false })
  await runJob()
  expect(await queued()).toEqual([CONFIRMATION, ALERT])

  api.startMail()
  await eventually(async () => {
    const mails = await api.mailbox.messagesTo('ala@example.test')
    const alert = mails.find(({ subject }) => subject.startsWith('Niższa cena'))
    expect(alert?.subject).toMatch(new RegExp(`^Niższa cena: ${product.name}, \\d+\\sml$`))
    expect(alert?.text, 'what the law wants beside it').toContain(
      `Najniższa cena z 30 dni przed obniżką: ${formatGrosze(product.price_grosze - 1000)}`,
    )
  })
})

test('used up: one mail at the time that buyers of this size tell, with the price for 100 ml and larger bottles', async () => {
  await change({ out_of_stock: false })
  const { volume_ml, brand_id } = await api.db
    .selectFrom('products')
    .select(['volume_ml', 'brand_id'])
    .where('id', '=', product.id)
    .executeTakeFirstOrThrow()
  const dueAfter = async () => {
    const due = (await alertOf('ala@example.test'))?.due_at?.getTime() ?? 0
    return Math.round((due - clock.now.getTime()) / DAY_MS)
  }
  await ask('refill')
  expect(volume_ml).toBe(100)
  expect(await dueAfter(), 'by its size').toBe(150)

  // Six people buy it again after 40 to 90 days, one of them two at once; one after two days, one once.
  const gaps = [40, 50, 60, 70, 80, 90, 2, null]
  for (const [index, gap] of gaps.entries()) {
    const quantity = gap === 90 ? 2 : 1
    for (const days of gap === null ? [0] : [0, gap]) {
      const items = [{ name: product.name, brand: 'Dom', quantity, priceGrosze: 100 }]
      const [id = ''] = await drawFreeOrderIds(api.db, 1)
      await storeCheckout(api.db, [{ id, items, shippingGrosze: 0 }])
      const moment = { email: `stala-${index}@example.test`, created_at: new Date(clock.now.getTime() + days * DAY_MS) }
      await api.db.updateTable('orders').set(moment).where('id', '=', id).execute()
      await api.db.updateTable('order_items').set({ product_id: product.id }).where('order_id', '=', id).execute()
    }
  }
  // Buyers whose data were deleted have no address: they are not one who buys each week.
  for (let week = 0; week < 20; week += 1) {
    const items = [{ name: product.name, brand: 'Dom', quantity: 1, priceGrosze: 100 }]
    const [id = ''] = await drawFreeOrderIds(api.db, 1)
    await storeCheckout(api.db, [{ id, items, shippingGrosze: 0 }])
    const moment = {
      email: '',
      anonymised_at: clock.now,
      created_at: new Date(clock.now.getTime() - week * 8 * DAY_MS),
    }
    await api.db.updateTable('orders').set(moment).where('id', '=', id).execute()
    await api.db.updateTable('order_items').set({ product_id: product.id }).where('order_id', '=', id).execute()
  }
  await learnRefillDays.run(api.services, {}, { last: false })
  await ask('refill')
  expect(await dueAfter(), 'the median of 40, 45, 50, 60, 70, 80').toBe(55)

  await confirm('ala@example.test')
  // One that still waited after a week would be deleted.
  await api.db.updateTable('mail_outbox').set({ sent_at: new Date() }).execute()
  clock.now = new Date(clock.now.getTime() + 54 * DAY_MS)
  await runJob()
  await purge.run(api.services, {}, { last: false })
  expect(await queued(), 'a day early').toEqual([CONFIRMATION])
  await api.db
    .insertInto('products')
    .values({
      name: product.name,
      slug: 'layali-zahran-200',
      brand_id,
      gender: 'unisex',
      price_grosze: 19_900,
      volume_ml: 200,
      scent_id: product.id,
    })
    .execute()
  clock.now = new Date(clock.now.getTime() + DAY_MS)
  await Promise.all([runJob(), runJob()])
  expect(await queued()).toEqual([CONFIRMATION, ALERT])
  api.startMail()
  await eventually(async () => {
    const [mail] = (await api.mailbox.messagesTo('ala@example.test')).filter(({ subject }) =>
      /^Kończy się/.test(subject),
    )
    expect(mail?.text.replaceAll(/\s/g, ' ')).toContain('200 ml')
    expect(mail?.text.replaceAll(/\s/g, ' ')).toContain('199,00 zł, 99,50 zł za 100 ml')
  })
})

test('running out: who bought the bottle again is written to later, who returned it is not', async () => {
  await change({ out_of_stock: false })
  const buy = async (email: string, days: number) => {
    const items = [{ name: product.name, brand: 'Dom', quantity: 1, priceGrosze: 100 }]
    const [id = ''] = await drawFreeOrderIds(api.db, 1)
    await storeCheckout(api.db, [{ id, items, shippingGrosze: 0 }])
    const created_at = new Date(clock.now.getTime() + days * DAY_MS)
    await api.db.updateTable('orders').set({ email, created_at }).where('id', '=', id).execute()
    await api.db.updateTable('order_items').set({ product_id: product.id }).where('order_id', '=', id).execute()
    return id
  }
  const [again, back, once] = ['znowu@example.test', 'zwrot@example.test', 'raz@example.test']
  const refunded = 'zwrot-bez-sprawy@example.test'
  for (const email of [again, back, refunded, once]) {
    await buy(email, -10)
    await ask('refill', email)
    await confirm(email)
  }
  const due = (await alertOf(again))?.due_at?.getTime() ?? 0
  await buy(again, 20)
  const orders = api.db.selectFrom('orders').select('id').where('email', '=', back)
  await api.db.updateTable('order_items').set({ restocked: 1 }).where('order_id', 'in', orders).execute()
  // A broken bottle that came back, refunded on the order's page: it is not sold again.
  const item = await api.db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['order_items.id', 'order_id'])
    .where('email', '=', refunded)
    .executeTakeFirstOrThrow()
  const line = { item_id: item.id, rate: '23', pieces: 1, grosze: 100, kept_grosze: 0 }
  const columns = toAllocationColumns({ cause: 'withdrawal', lines: [line] })
  const given = { id: crypto.randomUUID(), order_id: item.order_id, amount_grosze: 100, reason: 'zbity', ...columns }
  await api.db.insertInto('transfers').values(given).execute()
  const mailed = async () =>
    (await queued()).filter(({ template }) => template === 'product-alert').map(({ recipient }) => recipient)
  clock.now = new Date(due)
  await runJob()
  expect(await mailed()).toEqual([once])
  expect([await alertOf(back), await alertOf(refunded)]).toEqual([undefined, undefined])
  clock.now = new Date(due + 20 * DAY_MS - 1)
  await runJob()
  expect(await mailed()).toEqual([once])
  clock.now = new Date(due + 20 * DAY_MS)
  await runJob()
  expect(await mailed()).toEqual([once, again])
})

test('asking again: one confirmation mail a day, none for a confirmed address, and the same answer', async () => {
  for (const _ of [1, 2, 3]) expect(await (await ask('stock')).json()).toEqual({ ok: true })
  expect(await queued()).toEqual([CONFIRMATION])
  clock.now = new Date('2026-11-22T12:00:00Z')
  await ask('stock')
  expect(await queued()).toEqual([CONFIRMATION, CONFIRMATION])
  await confirm('ala@example.test')
  clock.now = new Date('2026-11-23T12:00:00Z')
  expect(await (await ask('stock')).json()).toEqual({ ok: true })
  expect(await queued()).toHaveLength(2)
})

test('an alert for a product in stock or unknown, too many requests and foreign tokens are refused', async () => {
  expect((await api.post('/api/product-alerts', { product_id: product.id, kind: 'stock', email: 'ala' })).status).toBe(
    400,
  )
  const unknown = { product_id: crypto.randomUUID(), kind: 'stock', email: 'ala@example.test' }
  expect(await errorOf(await api.post('/api/product-alerts', unknown))).toMatchObject({ code: 'product_not_found' })
  for (let n = 0; n < 10; n += 1) expect((await ask('stock')).status).toBe(200)
  expect((await ask('stock')).status).toBe(429)
  expect((await ask('stock', 'ola@example.test')).status, 'another address of the network').toBe(200)
  await change({ out_of_stock: false })
  expect(await errorOf(await ask('stock', 'ela@example.test'))).toMatchObject({ code: 'product_in_stock' })

  const held = api.services.linkTokens.create('held-order', (await alertOf('ala@example.test'))?.id ?? '')
  for (const call of ['confirm', 'end']) {
    for (const token of ['', 'x', held]) {
      const answer = await api.post(`/api/product-alerts/${call}`, { token })
      expect(await errorOf(answer), `${call} ${token}`).toMatchObject({ code: 'alert_over' })
    }
  }
})

test('the link ends an alert, which then can no longer be confirmed', async () => {
  await ask('stock')
  const token = await tokenOf('ala@example.test')
  for (const _ of [1, 2]) expect((await api.post('/api/product-alerts/end', { token })).status).toBe(200)
  expect(await errorOf(await api.post('/api/product-alerts/confirm', { token }))).toMatchObject({ code: 'alert_over' })
  await change({ out_of_stock: false })
  await runJob()
  expect(await queued()).toEqual([CONFIRMATION])
})

test('the owner sees how many wait for a product; addresses are deleted after 7 days, confirmed ones after 90', async () => {
  for (const email of ['ala@example.test', 'ola@example.test', 'ela@example.test']) await ask('stock', email)
  await confirm('ala@example.test')
  await confirm('ola@example.test')
  const Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  const list = await api.get(`/api/admin/products?search=${encodeURIComponent(product.name)}`, { Cookie })
  const { items } = (await list.json()) as AdminProductPage
  expect(items.find(({ id }) => id === product.id)?.waiting).toBe(2)

  const left = async () => (await api.db.selectFrom('product_alerts').select('email').execute()).length
  const day = 24 * 60 * 60 * 1000
  for (const [days, rows] of [
    [6, 3],
    [8, 2],
    [89, 2],
    [91, 0],
  ] as const) {
    clock.now = new Date(Date.parse('2026-11-21T12:00:00Z') + days * day)
    await purge.run(api.services, {}, { last: false })
    expect(await left(), `${days} days`).toBe(rows)
  }
})
