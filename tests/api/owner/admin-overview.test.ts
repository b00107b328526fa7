import { sql } from 'kysely'
import { vi } from 'vitest'
import { readToday } from '#domain/orders/figures/sales-figures-queries.server.ts'
import type { HideSubstitutes } from '#domain/settings/admin-settings-queries.server.ts'
import type { SystemStatus } from '#domain/system/check-system.server.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { cart, productsOnSale } from '#tests/support/orders.ts'

let api: Api
let Cookie: string
test.beforeAll(async ({ api: started }) => {
  api = started
  Cookie = cookieOf(await api.post('/api/admin-sign-in', api.admin))
})
test.beforeEach(async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
  await api.mailbox.clearFaults()
})

const read = async <Body>(path: string): Promise<Body> =>
  (await (await api.get(`/api/admin/${path}`, { Cookie })).json()) as Body
const change = async (path: string, body: object) => {
  const answer = await api.post(`/api/admin/${path}`, body, { Cookie })
  type Refused = { error?: { code: string; fields?: Record<string, string> } }
  return { status: answer.status, ...((await answer.json()) as Refused).error }
}
const newestAudit = async () => {
  const { action, details } = await api.db
    .selectFrom('audit_events')
    .select(['action', 'details'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return [action, details]
}

test('GET overview: counts only active products and brands, and lists the ten newest', async () => {
  type Overview = { products: number; brands: number; limit: number; recent: { id: string; price_grosze: number }[] }
  const before = await read<Overview>('overview')
  const newest = await api.db
    .selectFrom('products')
    .select('id')
    .where('active', '=', true)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(10)
    .execute()
  expect(before).toMatchObject({ limit: 200, recent: newest })
  const [gone] = before.recent
  await api.db
    .updateTable('products')
    .set({ active: false })
    .where('id', '=', gone?.id ?? '')
    .execute()
  const after = await read<Overview>('overview')
  expect([after.products, after.brands]).toEqual([before.products - 1, before.brands])
  expect(after.recent.map(({ id }) => id)).not.toContain(gone?.id)
  await api.db
    .updateTable('products')
    .set({ active: true })
    .where('id', '=', gone?.id ?? '')
    .execute()
})

test('POST shop-settings: hides substitutes, is logged, and refuses an outdated version', async () => {
  const { hide_substitutes, version, ...seenCounts } = await read<HideSubstitutes>('shop-settings')
  const seen = { hide_substitutes, version }
  expect(seenCounts.hidden_since).toBeNull()
  expect(seenCounts.substitutes).toBeGreaterThan(0)
  expect(seenCounts.products).toBeGreaterThan(seenCounts.substitutes)
  expect(seen.hide_substitutes).toBe(false)
  expect((await change('shop-settings', { ...seen, hide_substitutes: true })).status).toBe(200)
  expect(await newestAudit()).toEqual(['shop_settings.changed', { hide_substitutes: true }])
  expect(await (await api.get('/api/shop-settings')).json()).toMatchObject({ hide_substitutes: true })
  expect(await change('shop-settings', { ...seen, hide_substitutes: false })).toMatchObject({
    status: 409,
    code: 'changed_meanwhile',
  })
  const now = await read<HideSubstitutes>('shop-settings')
  const hiddenSince = new Date(now.hidden_since ?? 0).getTime()
  expect(Math.abs(Date.now() - hiddenSince)).toBeLessThan(60_000)
  expect([now.products, now.substitutes]).toEqual([seenCounts.products, seenCounts.substitutes])
  expect((await change('shop-settings', { hide_substitutes: false, version: now.version })).status).toBe(200)
})

type Costs = { items: { id: string; kurier_cod: number }[] }
const COSTS = {
  kurier_prepaid: 14.99,
  kurier_cod: 999.99,
  paczkomat_prepaid: 0,
  paczkomat_cod: 12.5,
  free_delivery_from: 149.99,
}

test('POST shipping-costs: adds a row that applies from now on, and keeps the earlier one', async () => {
  const { items: before } = await read<Costs>('shipping-costs')
  const seen = before[0]?.id ?? null
  expect((await change('shipping-costs', { ...COSTS, seen })).status).toBe(200)
  const { items: after } = await read<Costs>('shipping-costs')
  expect(after).toMatchObject([COSTS, ...before])
  expect(await (await api.get('/api/shipping-costs')).json()).toMatchObject(COSTS)
  expect(await newestAudit()).toEqual([
    'shipping_costs.changed',
    {
      rates_grosze: {
        prepaid_courier: 1499,
        cash_on_delivery_courier: 99999,
        prepaid_locker: 0,
        cash_on_delivery_locker: 1250,
      },
      free_delivery_from_grosze: 14_999,
    },
  ])
  expect(await change('shipping-costs', { ...COSTS, seen })).toMatchObject({ status: 409, code: 'changed_meanwhile' })
})

test('POST shipping-costs: of two changes of the same version one is accepted', async () => {
  const { items } = await read<Costs>('shipping-costs')
  const press = (kurier_cod: number) => change('shipping-costs', { ...COSTS, kurier_cod, seen: items[0]?.id })
  const answers = await Promise.all([press(1), press(2)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await read<Costs>('shipping-costs')).items).toHaveLength(items.length + 1)
})

test.for([
  ['kurier_cod', -0.01, 'Koszt nie może być ujemny'],
  ['kurier_cod', 1000, 'Koszt nie może przekroczyć 999,99 zł'],
  ['paczkomat_cod', 1.005, 'Podaj kwotę z dokładnością do grosza'],
  ['kurier_prepaid', '12', 'Niewłaściwa wartość.'],
  ['unknown', 1, 'Nieznane pole'],
] as const)('POST shipping-costs: refuses %s of %s', async ([field, value, sentence]) => {
  const { items } = await read<Costs>('shipping-costs')
  const refused = await change('shipping-costs', { ...COSTS, [field]: value, seen: items[0]?.id })
  expect(refused).toMatchObject({ status: 400, code: 'invalid_request', fields: { [field]: sentence } })
})

test('POST unproven-account-limits: accepts values within their bounds', async () => {
  const seen = await read<Record<string, number | string>>('unproven-account-limits')
  const path = 'unproven-account-limits'
  expect((await change(path, { ...seen, pieces: 40, open_payments: 2 })).status).toBe(200)
  expect(await newestAudit()).toMatchObject(['unproven_limits.changed', { pieces: 40, open_payments: 2 }])
  expect((await change(path, { ...seen, pieces: 41 })).code).toBe('changed_meanwhile')
  const now = await read<Record<string, number | string>>(path)
  for (const [field, value] of [
    ['open_checkouts', 0],
    ['pieces', 5001],
    ['mails_per_hour', 1.5],
    ['pieces_of_product', 41],
  ] as const) {
    const refused = await change(path, { ...now, [field]: value })
    expect([refused.status, Object.keys(refused.fields ?? {})], field).toEqual([400, [field]])
  }
})

test('GET system-status: checks every service, and says which does not answer', async () => {
  const status = async () => {
    const { checks } = await read<SystemStatus>('system-status')
    return Object.fromEntries(checks.map(({ name, ok }) => [name, ok]))
  }
  const all = ['products', 'brands', 'api', 'database', 'jobs', 'mail', 'payments', 'lockers', 'carrier', 'storage']
  const good = Object.fromEntries(all.map((name) => [name, true]))
  expect(await status()).toEqual(good)
  await api.mailbox.planFault({ service: 'stripe', mode: 'error', times: 50 })
  const mail = vi.spyOn(api.services.mailServer, 'check').mockRejectedValue(new Error('away'))
  const storage = vi.spyOn(api.services.pictureStorage, 'check').mockRejectedValue(new Error('away'))
  expect(await status()).toEqual({ ...good, mail: false, payments: false, storage: false })
  for (const spy of [mail, storage]) spy.mockRestore()
})

test('today’s sales count from midnight in Warsaw; today’s cancellations are shown with them', async ({ newApi }) => {
  const clock = { now: new Date() }
  const shop = await newApi({ clock })
  const [product] = await productsOnSale(shop, 1)
  if (!product) throw new Error('no product')
  const place = async () => {
    const buyer = await shop.customer()
    return (await (await buyer.order(cart([product]))).json()) as { orderId: string; totalGrosze: number }
  }
  const [first, second, cancelled, yesterday] = [await place(), await place(), await place(), await place()]
  const Cookie = cookieOf(await shop.post('/api/admin-sign-in', shop.admin))
  const reason = { seen: 'pending', reason: 'na prośbę' }
  expect((await shop.post(`/api/admin/orders/${cancelled.orderId}/cancel`, reason, { Cookie })).status).toBe(200)
  for (const table of ['orders', 'checkouts'])
    await sql`update ${sql.table(table)} set created_at =
      date_trunc('day', now() at time zone 'Europe/Warsaw') at time zone 'Europe/Warsaw' - interval '1 second'
      where id = (select ${sql.ref(table === 'orders' ? 'id' : 'checkout_id')} from orders where id = ${yesterday.orderId})`.execute(
      shop.db,
    )
  const sold = first.totalGrosze + second.totalGrosze + cancelled.totalGrosze
  expect(await readToday(shop.db, clock.now)).toEqual({
    orders: 3,
    parcels: 3,
    sold_grosze: sold,
    on_delivery_grosze: sold,
    elsewhere_grosze: 0,
    undone_grosze: cancelled.totalGrosze,
    returned_grosze: 0,
  })
})
