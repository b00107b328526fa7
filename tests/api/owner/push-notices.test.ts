import { randomUUID } from 'node:crypto'
import type { NoticeSettings } from '#domain/owner-notices/owner-notices.ts'
import type { PushDevice } from '#domain/owner-notices/owner-notices-queries.server.ts'
import pushNotices from '#domain/owner-notices/push/push-notices.job.server.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'
import { controlPush } from '#tests/support/push.ts'

const clock = { now: new Date() }
const test = base.extend('apiOptions', { scope: 'file' }, { clock })

const MINUTE = 60_000

let api: Api
let Cookie: string
let push: ReturnType<typeof controlPush>
/** Number of messages before the test. */
let before: number
test.beforeAll(async ({ api: started }) => {
  api = started
  push = controlPush(api.sandbox)
  Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
})
test.beforeEach(async () => {
  for (const table of ['owner_notices', 'push_devices'] as const) await api.db.deleteFrom(table).execute()
  clock.now = new Date(Date.now() + MINUTE)
  const settings = await readSettings()
  const on = { order_push: true, message_push: true, stock_push: true, payment_push: true, refund_push: true }
  await set({ ...settings, ...on, quiet_from: null, quiet_to: null })
  before = (await push.messages()).length
})

const readSettings = async () =>
  (await (await api.get('/api/admin/notice-settings', { Cookie })).json()) as NoticeSettings
const set = async (change: Partial<NoticeSettings>) => {
  const settings = { ...(await readSettings()), ...change, version: (await readSettings()).version }
  expect((await api.post('/api/admin/notice-settings', settings, { Cookie })).status).toBe(200)
}
const list = async () =>
  (await (await api.get('/api/admin/push-devices', { Cookie })).json()) as { public_key: string; devices: PushDevice[] }
const add = (subscription: object, headers = {}) =>
  api.post('/api/admin/push-devices', subscription, { Cookie, ...headers })
async function addDevice() {
  const subscription = await push.addDevice((await list()).public_key)
  const answer = await add(subscription)
  expect(answer.status).toBe(200)
  const { id } = (await answer.json()) as { id: string }
  return { id, subscription }
}
const run = () => pushNotices.run(api.services, {}, { last: false })
const arrived = async () => (await push.messages()).slice(before)
const order = async () => {
  const products = await productsOnSale(api, 1)
  expect((await (await api.customer()).order(cart(products))).status).toBe(200)
}
async function sendMessage() {
  const message = { name: 'Łucja', email: 'lucja@example.test', message: 'Czy ten zapach jest słodki?' }
  expect((await api.post('/api/send-contact-email', message)).status).toBe(200)
}
const send = (id: string) => api.post(`/api/admin/push-devices/${id}/test`, {}, { Cookie })
const codeOf = async (answer: Response) => ((await answer.json()) as { error: { code: string } }).error.code

test('every device gets a message about an order, with its number, its page and the number of waiting tasks', async () => {
  await addDevice()
  await addDevice()
  await order()
  await run()
  const [message, ...others] = await arrived()
  expect(others).toEqual([message])
  expect(message).toMatchObject({ title: expect.stringMatching(/^Nowe zamówienie \d{8}, .+zł$/), body: '' })
  expect(message?.url).toMatch(/^\/admin\/zamowienia\/[0-9a-f-]{36}$/)
  expect(message?.waiting).toBeGreaterThan(0)
})

test('several events are one message, which shows nothing private on a locked screen', async () => {
  await addDevice()
  for (let i = 0; i < 4; i++) await order()
  await sendMessage()
  await run()
  const [message, ...others] = await arrived()
  expect(others).toEqual([])
  expect(message).toMatchObject({ title: expect.stringMatching(/^5.zdarzeń w.sklepie$/), url: '/admin' })
  expect(message?.body.split('\n')).toHaveLength(5)
  expect(message?.body).toMatch(/i jeszcze 1$/)
  expect(JSON.stringify(message)).not.toMatch(/lucja@|słodki/)
})

test('each message is sent once, even if several processes run at once, and again later', async () => {
  await addDevice()
  await order()
  await Promise.all([run(), run(), run(), run()])
  await run()
  expect(await arrived()).toHaveLength(1)
})

test('events before a device was added, or of a switched-off kind, are not sent', async () => {
  await order()
  await run()
  await addDevice()
  await run()
  await set({ order_push: false })
  await order()
  await run()
  await set({ order_push: true })
  await run()
  expect(await arrived()).toEqual([])
})

test('notices of quiet hours are sent after them', async () => {
  await addDevice()
  await set({ quiet_from: 22, quiet_to: 7 })
  await sendMessage()
  clock.now = new Date('2030-11-21T23:00:00Z')
  await run()
  expect(await arrived()).toEqual([])
  clock.now = new Date('2030-11-22T06:01:00Z')
  await run()
  expect((await arrived()).map(({ title }) => title)).toEqual(['Wiadomość z formularza: Łucja'])
})

test('a message that certainly did not arrive is retried later, and the device shows the failure until then', async () => {
  await addDevice()
  await sendMessage()
  await push.plan('error')
  await run()
  expect((await list()).devices[0]).toMatchObject({ failed_at: clock.now.toISOString(), last_success_at: null })
  await run()
  expect(await arrived()).toEqual([])
  clock.now = new Date(clock.now.getTime() + 2 * MINUTE)
  await run()
  await run()
  expect(await arrived()).toHaveLength(1)
  expect((await list()).devices[0]).toMatchObject({ failed_at: null, last_success_at: clock.now.toISOString() })
})

test('a device that no longer accepts messages is removed from the list', async () => {
  await addDevice()
  await push.endDevices()
  const { id } = await addDevice()
  await sendMessage()
  await run()
  expect((await list()).devices.map((device) => device.id)).toEqual([id])
  await push.endDevices()
  const answer = await send(id)
  expect([answer.status, await codeOf(answer)]).toEqual([409, 'push_device_gone'])
  expect((await list()).devices).toEqual([])
})

test('a device is listed once, named by its browser, and gets a test message; a removed one gets none', async () => {
  const subscription = await push.addDevice((await list()).public_key)
  const phone = {
    'User-Agent': 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
  }
  const [first, second] = [await add(subscription, phone), await add(subscription, phone)]
  expect(await second.json()).toEqual(await first.json())
  const { devices } = await list()
  expect(devices.map(({ name }) => name)).toEqual(['Chrome, Android'])
  const id = devices[0]?.id ?? ''
  expect((await send(id)).status).toBe(200)
  expect(await arrived()).toMatchObject([{ body: 'Powiadomienia działają na tym urządzeniu.' }])
  const remove = () =>
    api.call(`/api/admin/push-devices/${id}`, { method: 'DELETE', headers: { Cookie, Origin: api.base } })
  expect((await remove()).status).toBe(200)
  expect(await codeOf(await remove())).toBe('push_device_not_found')
  expect(await codeOf(await send(id))).toBe('push_device_not_found')
  const { rows } = await listActions()
  expect(rows).toEqual(['notice_device.removed', 'notice_device.added', 'notice_device.added'])
})

async function listActions() {
  const rows = await api.db.selectFrom('audit_events').select('action').orderBy('id', 'desc').limit(3).execute()
  return { rows: rows.map(({ action }) => action) }
}

test('at most ten devices are accepted, and no private address', async () => {
  for (let i = 0; i < 10; i++) await addDevice()
  const another = await push.addDevice((await list()).public_key)
  expect(await codeOf(await add(another))).toBe('push_devices_full')
  for (const endpoint of ['https://127.0.0.1/a', 'https://localhost/a', `http://127.0.0.1:5432/${randomUUID()}`]) {
    const answer = await add({ ...another, endpoint })
    expect([answer.status, await codeOf(answer)], endpoint).toEqual([400, 'push_endpoint_refused'])
  }
  expect((await add({ ...another, auth: 'short' })).status).toBe(400)
})
