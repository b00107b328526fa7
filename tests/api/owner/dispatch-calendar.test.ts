import type { DispatchSettings } from '#domain/settings/admin-settings.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import {
  cart,
  errorOf,
  orderAhead,
  prepaidCart,
  productsOnSale,
  startedAhead,
  storedByOrders,
} from '#tests/support/orders.ts'
import { openUnpaidOrders } from '#tests/support/unpaid-orders.ts'

// A Wednesday, 12:00 in Warsaw.
const clock = { now: new Date('2026-11-25T11:00:00Z') }
const test = base.extend('apiOptions', { scope: 'file' }, { clock })

let api: Api
let Cookie: string
test.beforeAll(async ({ api: started }) => {
  api = started
  Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
})

const read = async () => (await (await api.get('/api/admin/dispatch-calendar', { Cookie })).json()) as DispatchSettings
const save = async (change: Partial<DispatchSettings>) =>
  api.post('/api/admin/dispatch-calendar', { ...(await read()), ...change }, { Cookie })

test('the calendar is stored as it was sent, shown to everybody, and logged', async () => {
  const change = { dispatch_until: 12, closed_weekdays: [1, 6, 7], closed_dates: ['2026-12-31'] }
  expect((await save(change)).status).toBe(200)
  expect(await read()).toMatchObject(change)
  expect(await (await api.get('/api/shipping-costs')).json()).toMatchObject({
    dispatch: { ...change, holiday_from: null, holiday_to: null, holiday_selling: true },
  })
  const { action } = await api.db
    .selectFrom('audit_events')
    .select('action')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(action).toBe('dispatch_calendar.changed')
})

test('an invalid calendar is refused at its field, an outdated one as a conflict', async () => {
  const refusals: [Partial<DispatchSettings>, string][] = [
    [{ dispatch_until: 24 }, 'dispatch_until'],
    [{ closed_weekdays: [1, 2, 3, 4, 5, 6, 7] }, 'closed_weekdays'],
    [{ closed_dates: ['2026-02-30'] }, 'closed_dates'],
    [{ holiday_from: '2026-12-01', holiday_to: null }, 'holiday_to'],
    [{ holiday_from: '2026-12-02', holiday_to: '2026-12-01' }, 'holiday_to'],
  ]
  for (const [change, field] of refusals) {
    const answer = await save(change)
    expect(answer.status, JSON.stringify(change)).toBe(400)
    const { error } = (await answer.json()) as { error: { fields: Record<string, string> } }
    expect(Object.keys(error.fields)[0]).toMatch(new RegExp(`^${field}`))
  }
  const seen = await read()
  expect((await save({ dispatch_until: 14 })).status).toBe(200)
  expect((await api.post('/api/admin/dispatch-calendar', seen, { Cookie })).status).toBe(409)
})

test('a holiday without sale refuses every order with a sentence, and takes them again when it is over', async () => {
  const days = { holiday_from: '2026-11-25', holiday_to: '2026-11-27', holiday_selling: false }
  expect((await save(days)).status).toBe(200)
  const products = await productsOnSale(api, 1)
  const buyer = await api.customer()
  const before = await storedByOrders(api)
  const sentence = 'Przerwa w sprzedaży od 25.11 do 27.11. Koszyk poczeka, zamówienia przyjmiemy od 28.11.'
  const key = crypto.randomUUID()
  for (const answer of [await buyer.order(cart(products), key), await orderAhead(api, buyer, prepaidCart(products))]) {
    expect(answer.status).toBe(409)
    expect(await errorOf(answer)).toMatchObject({ code: 'sale_stopped', message: sentence })
  }
  expect(await storedByOrders(api)).toEqual(before)

  clock.now = new Date('2026-11-27T23:00:00Z')
  // A retry under the same key.
  expect((await buyer.order(cart(products), key)).status).toBe(200)
  clock.now = new Date('2026-11-25T11:00:00Z')
  expect((await save({ holiday_selling: true })).status).toBe(200)
  expect((await buyer.order(cart(products))).status).toBe(200)
  expect((await save({ holiday_from: null, holiday_to: null })).status).toBe(200)
})

test('a holiday without sale lets an open payment end, but takes no unpaid order up again', async () => {
  const unpaid = openUnpaidOrders(api)
  const buyer = await api.customer()
  const item = await unpaid.anItem(5)
  const open = await startedAhead(api, buyer, prepaidCart([item]))
  const days = { holiday_from: '2026-11-25', holiday_to: '2026-11-26', holiday_selling: false }
  expect((await save(days)).status).toBe(200)
  expect((await unpaid.paid(buyer, open.orderId)).sessionId).toBe(open.sessionId)

  await unpaid.runOut(open.orderId)
  expect(await unpaid.refused(buyer, open.orderId)).toMatchObject({
    code: 'sale_stopped',
    message: 'Przerwa w sprzedaży od 25.11 do 26.11. Koszyk poczeka, zamówienia przyjmiemy od 27.11.',
  })
  expect((await unpaid.stockOf(item)).stock_quantity).toBe(5)
  expect((await save({ holiday_from: null, holiday_to: null, holiday_selling: true })).status).toBe(200)
  expect((await unpaid.paid(buyer, open.orderId)).sessionId).not.toBe(open.sessionId)
})
