import mailNotices from '#domain/owner-notices/mail-notices.job.server.ts'
import type { NoticeSettings } from '#domain/owner-notices/owner-notices.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { test as base, eventually, expect } from '#tests/support/fixtures.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'
import { storeAttempt, storePrepaidOrder } from '#tests/support/stored-payment.ts'

const clock = { now: new Date() }
const test = base.extend('apiOptions', { scope: 'file' }, { clock })

let api: Api
let Cookie: string
test.beforeAll(async ({ api: started }) => {
  api = started
  Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
})
test.beforeEach(async () => {
  for (const table of ['owner_notices', 'mail_outbox'] as const) await api.db.deleteFrom(table).execute()
  clock.now = new Date(Date.now() + 60_000)
  await set({ order_mail: 'now', payment_mail: 'now', refund_mail: 'now', stock_mail: 'now', message_mail: 'now' })
  await set({ quiet_from: null, quiet_to: null })
})

const read = async () => (await (await api.get('/api/admin/notice-settings', { Cookie })).json()) as NoticeSettings
const save = (settings: object) => api.post('/api/admin/notice-settings', settings, { Cookie })
const set = async (change: Partial<NoticeSettings>) =>
  expect((await save({ ...(await read()), ...change })).status).toBe(200)
const run = () => mailNotices.run(api.services, {}, { last: false })
const queued = () =>
  api.db.selectFrom('mail_outbox').select(['template', 'recipient']).where('recipient', '=', api.admin.email).execute()
const noted = async () =>
  (await api.db.selectFrom('owner_notices').select('kind').orderBy('id').execute()).map(({ kind }) => kind)

const MAIL = () => ({ template: 'owner-notices', recipient: api.admin.email })

/** Causes one notice of each kind that triggers write: an order on delivery, a payment, a refund, a product. */
async function makeEvents() {
  const products = await productsOnSale(api, 1)
  expect((await (await api.customer()).order(cart(products))).status).toBe(200)
  const { orderId, paymentId, productId } = await storePrepaidOrder(api.db)
  await api.db.updateTable('payments').set({ status: 'failed' }).where('id', '=', paymentId).execute()
  const again = await storeAttempt(api.db, orderId, { attempt: 2 })
  await api.db
    .updateTable('payments')
    .set({ status: 'paid', paid_at: new Date(), provider_payment_id: crypto.randomUUID() })
    .where('id', '=', again)
    .execute()
  const refund = await api.db
    .insertInto('refunds')
    .values({ payment_id: again, amount_grosze: 100, reason: 'Zwrot', idempotency_key: crypto.randomUUID() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await api.db
    .updateTable('refunds')
    .set({ status: 'failed', failure: 'Bank odrzucił' })
    .where('id', '=', refund.id)
    .execute()
  await api.db.updateTable('products').set({ stock_quantity: 2 }).where('id', '=', productId).execute()
  await api.db.updateTable('products').set({ stock_quantity: 1 }).where('id', '=', productId).execute()
}

test('an event and its notice are stored together, and one mail lists all notices', async () => {
  await makeEvents()
  expect(await noted()).toEqual(['order', 'payment', 'order', 'refund', 'stock'])
  await run()
  expect(await queued()).toEqual([MAIL()])
  api.startMail()
  await eventually(async () => {
    const [mail] = await api.mailbox.messagesTo(api.admin.email)
    expect(mail?.subject.replaceAll('\u00a0', ' ')).toMatch(/^5 zdarzeń w sklepie /)
    for (const words of ['Nowe zamówienie', 'Nieudana płatność', 'Bank odrzucił', 'Kończy się produkt: Oud, zostało']) {
      expect(mail?.text).toContain(words)
    }
  })
})

test('each batch of notices is mailed once, even if several processes run at once, and again later', async () => {
  await makeEvents()
  await Promise.all([run(), run(), run(), run()])
  await run()
  const told = await api.db.selectFrom('owner_notices').select(['mail_batch', 'mailed_at']).execute()
  expect(told.every(({ mailed_at, mail_batch }) => mailed_at !== null && mail_batch !== null)).toBe(true)
  expect(await queued()).toHaveLength(new Set(told.map(({ mail_batch }) => mail_batch)).size)
})

test('a switched-off kind is not mailed, and not sent later when it is switched on', async () => {
  await set({ order_mail: 'off', payment_mail: 'off', refund_mail: 'off', stock_mail: 'off' })
  await makeEvents()
  await run()
  await set({ order_mail: 'now', payment_mail: 'now', refund_mail: 'now', stock_mail: 'now' })
  await run()
  expect(await queued()).toEqual([])
})

test('daily notices wait for the morning; notices of quiet hours are sent after them', async () => {
  await set({ order_mail: 'daily', payment_mail: 'off', refund_mail: 'off', stock_mail: 'off' })
  await makeEvents()
  await api.db
    .updateTable('owner_notices')
    .set({ created_at: new Date('2026-11-21T10:00:00Z') })
    .execute()
  clock.now = new Date('2026-11-22T06:59:00Z')
  await run()
  expect(await queued()).toEqual([])
  await set({ quiet_from: 22, quiet_to: 9 })
  clock.now = new Date('2026-11-22T07:01:00Z')
  await run()
  expect(await queued()).toEqual([])
  clock.now = new Date('2026-11-22T08:00:00Z')
  await run()
  expect(await queued()).toEqual([MAIL()])
})

test('a contact message is mailed at once or with the other notices, never both', async () => {
  const send = async (message: string) => {
    const body = { name: 'Łucja', email: 'lucja@example.test', message }
    expect((await api.post('/api/send-contact-email', body)).status).toBe(200)
  }
  await send('Pierwsza')
  await run()
  expect((await queued()).map(({ template }) => template)).toEqual(['contact-message'])
  await set({ message_mail: 'hourly' })
  await send('Druga')
  expect(await queued()).toHaveLength(1)
  clock.now = new Date(Date.now() + 60 * 60_000)
  await run()
  expect((await queued()).map(({ template }) => template).toSorted()).toEqual(['contact-message', 'owner-notices'])
})

test('settings: change only the version that was read, refuse invalid values with sentences, and are audited', async () => {
  const seen = await read()
  expect((await save({ ...seen, low_stock: 5 })).status).toBe(200)
  expect((await save({ ...seen, low_stock: 6 })).status).toBe(409)
  const wrong = await save({ ...(await read()), quiet_from: 22 })
  expect(wrong.status).toBe(400)
  expect(await wrong.json()).toMatchObject({ error: { fields: { quiet_to: 'Wybierz obie godziny albo żadnej' } } })
  const { action } = await api.db
    .selectFrom('audit_events')
    .select('action')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(action).toBe('notice_settings.changed')
})
