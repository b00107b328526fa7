import fc from 'fast-check'
import { vi } from 'vitest'
import job from '#domain/payments/mode/ask-payment-means.job.server.ts'
import { ALL_PAYMENT_MEANS, type PaymentMeans } from '#domain/payments/payment-means.ts'
import { cookieOf } from '#tests/support/api.ts'
import { test as base, expect } from '#tests/support/fixtures.ts'
import { createMemoryProvider } from '#tests/support/memory-provider.ts'
import { errorOf, prepaidCart, productsOnSale } from '#tests/support/orders.ts'

type Settings = { on: string[]; available: string[] | null; asked_at: string | null; version: string }

/** A shop with a provider in memory, its admin and a buyer. */
const test = base.extend('scene', async ({ newApi }) => {
  const memory = createMemoryProvider()
  const api = await newApi({ payments: { test: memory.provider, live: null } })
  const Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
  const read = async () => (await (await api.get('/api/admin/payment-means', { Cookie })).json()) as Settings
  const change = (means: readonly string[], version: string) =>
    api.post('/api/admin/payment-means', { means, version }, { Cookie })
  const buyer = await api.customer()
  return {
    api,
    memory,
    read,
    change,
    switchTo: async (means: readonly string[]) =>
      expect((await change(means, (await read()).version)).status).toBe(200),
    ask: () => api.post('/api/admin/payment-means/check', {}, { Cookie }),
    order: async () =>
      api.post('/api/create-checkout-session', prepaidCart(await productsOnSale(api, 1)), { Cookie: buyer.cookie }),
    pay: (orderId: string) => api.post(`/api/orders/${orderId}/pay`, {}, { Cookie: buyer.cookie }),
    mode: async () =>
      (await (await api.get('/api/admin/payment-mode', { Cookie })).json()) as { lost: string; offers_means: boolean },
    shown: async () =>
      (await (await api.get('/api/shipping-costs')).json()) as { payment_means: string; offered: { method: string }[] },
  }
})

test('payment means: the owner switches them, two windows do not overwrite each other', async ({ scene: shop }) => {
  const first = await shop.read()
  expect(first).toMatchObject({ on: ['card', 'blik', 'p24'], available: null, asked_at: null })
  expect((await shop.shown()).payment_means).toBe('karta, BLIK, Przelewy24')
  expect((await shop.change(['klarna', 'card'], first.version)).status).toBe(200)
  expect((await shop.read()).on).toEqual(['card', 'klarna'])
  expect((await shop.shown()).payment_means).toBe('karta, Klarna („Zapłać za 30 dni”)')
  expect(await errorOf(await shop.change(['card'], first.version))).toMatchObject({ status: 409 })
  expect((await shop.change(['card', 'gotowka'], (await shop.read()).version)).status).toBe(400)
  expect((await shop.read()).on).toEqual(['card', 'klarna'])
  expect(await shop.api.db.selectFrom('audit_events').select(['action', 'details']).execute()).toContainEqual({
    action: 'payment_means.changed',
    details: { names: 'karta, Klarna („Zapłać za 30 dni”)' },
  })
})

test('payment means: what the account lacks is not offered; a failed question keeps the last answer', async ({
  scene: shop,
}) => {
  await shop.switchTo(['card', 'blik', 'klarna'])
  shop.memory.state.means = ['card', 'blik']
  expect((await shop.ask()).status).toBe(200)
  const asked = await shop.read()
  expect(asked).toMatchObject({ available: ['card', 'blik'], asked_at: expect.any(String) })
  expect((await shop.shown()).payment_means).toBe('karta, BLIK')
  expect(await shop.mode()).toMatchObject({ lost: 'Klarna („Zapłać za 30 dni”)', offers_means: true })
  shop.memory.state.away = true
  expect(await errorOf(await shop.ask())).toMatchObject({
    status: 503,
    message: expect.stringContaining('poprzednia odpowiedź'),
  })
  expect(await shop.read()).toEqual(asked)
  // It comes back with the answer of the next day.
  shop.memory.state.away = false
  shop.memory.state.means = [...ALL_PAYMENT_MEANS]
  await job.run(shop.api.services, {}, { last: true })
  expect((await shop.shown()).payment_means).toBe('karta, BLIK, Klarna („Zapłać za 30 dni”)')
})

test('payment means: without the card nobody is offered to pay ahead, and no page is requested', async ({
  scene: shop,
}) => {
  await shop.switchTo(['blik', 'p24'])
  const { offered, payment_means } = await shop.shown()
  expect(offered.map(({ method }) => method)).toEqual(['cash_on_delivery_locker', 'cash_on_delivery_courier'])
  expect(payment_means).toBe('')
  expect(await errorOf(await shop.order())).toMatchObject({ status: 400, code: 'shipping_method_not_offered' })
  expect(shop.memory.asked).toEqual([])
  expect((await shop.mode()).offers_means).toBe(false)
})

test('payment means: one that the account lost meanwhile costs no order, and the owner is told', async ({
  scene: shop,
}) => {
  await shop.switchTo(['card', 'blik', 'klarna'])
  shop.memory.state.means = ['card', 'blik', 'p24']
  expect((await shop.order()).status).toBe(200)
  expect(await shop.mode()).toMatchObject({ lost: 'Klarna („Zapłać za 30 dni”)' })
  expect((await shop.shown()).payment_means).toBe('karta, BLIK')
  expect((await shop.order()).status).toBe(200)
  expect(shop.memory.asked).toEqual([
    ['card', 'blik', 'klarna'],
    ['card', 'blik'],
  ])
})

test('payment means: if the provider cannot say what is left, the order is paid all the same', async ({
  scene: shop,
}) => {
  await shop.switchTo(['card', 'klarna'])
  shop.memory.state.means = ['card']
  shop.memory.provider.listMeans = async () => ({ ok: false, failure: { reason: 'provider_unavailable', why: 'away' } })
  expect((await shop.order()).status).toBe(200)
  expect(shop.memory.asked).toEqual([['card', 'klarna']])
})

test('payment means: a page that leaves one out does not ask about the account again within an hour', async ({
  scene: shop,
}) => {
  await shop.switchTo(['card', 'klarna'])
  expect((await shop.ask()).status).toBe(200)
  const listMeans = vi.spyOn(shop.memory.provider, 'listMeans')
  shop.memory.state.means = ['card']
  expect((await shop.order()).status).toBe(200)
  expect(listMeans).not.toHaveBeenCalled()
})

test('payment means: one that is switched off, or not at the account, never reaches the provider', async ({
  scene: shop,
}) => {
  const someMeans = fc.subarray(ALL_PAYMENT_MEANS)
  await fc.assert(
    fc.asyncProperty(someMeans, fc.option(someMeans), async (on: PaymentMeans[], available) => {
      await shop.switchTo(on)
      await shop.api.db.deleteFrom('payment_accounts').execute()
      shop.memory.state.means = available ?? [...ALL_PAYMENT_MEANS]
      if (available !== null) await shop.ask()
      const before = shop.memory.asked.length
      const { status } = await shop.order()
      const both = on.filter((means) => available?.includes(means) ?? true)
      const offered = both.includes('card') ? both : []
      expect(status).toBe(offered.length > 0 ? 200 : 400)
      expect(shop.memory.asked.slice(before)).toEqual(offered.length > 0 ? [offered] : [])
    }),
    { numRuns: 12 },
  )
})

test('payment means: repeats of one payment ask for the same page, whatever was switched meanwhile', async ({
  scene: shop,
}) => {
  await shop.switchTo(['card', 'klarna'])
  shop.memory.state.away = true
  const lost = await shop.order()
  expect(lost.status).not.toBe(200)
  shop.memory.state.away = false
  const kept = await shop.api.db.selectFrom('payments').select(['means', 'order_id']).executeTakeFirstOrThrow()
  expect(kept.means).toEqual(['card', 'klarna'])
  // The first request may have been carried out, so the next one must be the same.
  await shop.switchTo(['card'])
  expect((await shop.pay(kept.order_id)).status).toBe(200)
  expect(shop.memory.asked).toEqual([['card', 'klarna']])
})
