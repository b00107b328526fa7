import { sql } from 'kysely'
import { beforeEach, describe } from 'vitest'
import type { ProductPrices } from '#domain/catalog/admin/admin-product-queries.server.ts'
import { toProductRows } from '#domain/catalog/admin/bulk-change.ts'
import { awaitPriceChanges } from '#domain/catalog/prices/price-store.server.ts'
import type { Product } from '#domain/catalog/product.ts'
import { fromWallClock } from '#domain/kernel/calendar-day.ts'
import type { Api } from '#tests/support/api.ts'
import { findGapsOf } from '#tests/support/checks.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { errorOf } from '#tests/support/orders.ts'
import { clockIn, openPriceDesk, type PriceDesk, RUNNING } from '#tests/support/reduced-product.ts'

let api: Api
let desk: PriceDesk
test.beforeAll(async ({ api: started }) => {
  api = started
  await api.startJobs()
  desk = await openPriceDesk(api)
})
beforeEach(() => desk.addProduct())

async function shown() {
  const { current_price_cents, lowest_price_cents, reduced_until } = (await (
    await api.get(`/api/products/${desk.product.id}`)
  ).json()) as Product
  return { current_price_cents, lowest_price_cents, reduced_until }
}
const inCart = async () => {
  const [state] = (await (await api.post('/api/cart', { ids: [desk.product.id] })).json()) as Product[]
  return state
}
/** Sets the reduced price from and until some seconds from now, as the admin's form does. */
const reduceIn = (grosze: number, from: number, to: number) =>
  api.db.transaction().execute(async (trx) => {
    await sql`
      update products set reduced_price_grosze = ${grosze},
        reduced_from = (clock_timestamp() + ${from} * interval '1 second') at time zone 'Europe/Warsaw',
        reduced_to = (clock_timestamp() + ${to} * interval '1 second') at time zone 'Europe/Warsaw'
      where id = ${desk.product.id}`.execute(trx)
    await awaitPriceChanges({ trx, jobs: api.services.jobs }, desk.product.id)
  })
const priceAtProvider = async () => {
  const row = await api.db
    .selectFrom('provider_products')
    .select('synced')
    .where('product_id', '=', desk.product.id)
    .executeTakeFirst()
  return row?.synced ? (JSON.parse(row.synced) as { unitGrosze: number }).unitGrosze : null
}

describe('a reduced price', () => {
  test('shows at once with the lowest price of the 30 days before, in the shop, its lists and the cart', async () => {
    const reduction = RUNNING()
    expect((await desk.edit({ reduced_price_grosze: '80,00', ...reduction })).status).toBe(200)
    const seen = { current_price_cents: 8_000, lowest_price_cents: 10_000, reduced_until: reduction.reduced_to }
    expect(await shown()).toEqual(seen)
    expect(await inCart()).toMatchObject(seen)
    const found = await api.get(`/api/products?${new URLSearchParams({ search: desk.product.name, maxPrice: '85' })}`)
    expect(((await found.json()) as { items: Product[] }).items).toMatchObject([seen])
    const reduced = await api.get('/api/products?promocja=tak&sort=reduction&pageSize=1000')
    const { items } = (await reduced.json()) as { items: Product[] }
    expect(items.map(({ id }) => id)).toContain(desk.product.id)
    expect(items.filter(({ lowest_price_cents }) => lowest_price_cents === null)).toEqual([])
    expect(await desk.find()).toMatchObject({ current_price_cents: 8_000, regular_price_cents: 10_000 })
    const prices = (await (await desk.call('GET', `/${desk.product.id}/prices`)).json()) as ProductPrices
    expect(prices.prices.map(({ grosze }) => grosze)).toEqual([10_000, 8_000])
    expect(prices.card).toMatchObject(seen)
    await eventually(async () => expect(await priceAtProvider()).toBe(8_000))

    await desk.edit({ reduced_to: clockIn(-0.5) })
    expect(await shown()).toEqual({ current_price_cents: 10_000, lowest_price_cents: null, reduced_until: null })
  })

  test('is shown nowhere before it begins', async () => {
    await desk.edit({ reduced_price_grosze: 8_000, reduced_from: clockIn(1), reduced_to: clockIn(2) })
    const answer = await (await api.get(`/api/products/${desk.product.id}`)).text()
    expect(answer).toContain('"current_price_cents":10000')
    expect(answer).not.toContain('8000')
    expect(answer).not.toContain('reduced_from')
  })

  test('is compared with the lowest price of the 30 days before, and announces nothing if it is not lower', async () => {
    await desk.insertPast(9_100, 25, 4)
    await desk.insertPast(5_000, 60, 10)
    await desk.edit({ reduced_price_grosze: 8_000, ...RUNNING() })
    expect(await shown()).toMatchObject({ current_price_cents: 8_000, lowest_price_cents: 9_100 })
    // A second cut counts the first, and a higher price after it is none.
    await desk.edit({ reduced_price_grosze: 7_000 })
    expect(await shown()).toMatchObject({ current_price_cents: 7_000, lowest_price_cents: 8_000 })
    await desk.edit({ reduced_price_grosze: 7_500 })
    expect(await shown()).toEqual({ current_price_cents: 7_500, lowest_price_cents: null, reduced_until: null })
  })

  test('is not announced for a permanent lower price, and stays while the regular price changes', async () => {
    await desk.edit({ price: 90 })
    expect(await shown()).toMatchObject({ current_price_cents: 9_000, lowest_price_cents: null })
    await desk.edit({ reduced_price_grosze: 8_000, ...RUNNING() })
    await desk.edit({ price: 120 })
    expect(await shown()).toMatchObject({ current_price_cents: 8_000, lowest_price_cents: 9_000 })
  })

  test('is not announced if the product costs as much as before', async () => {
    await desk.edit({ price: 80 })
    expect((await desk.edit({ price: 100, reduced_price_grosze: 8_000, ...RUNNING() })).status).toBe(200)
    expect(await shown()).toEqual({ current_price_cents: 8_000, lowest_price_cents: null, reduced_until: null })
  })

  test('of a new product that begins with it announces nothing, and ends like any other', async () => {
    const { brand_id } = await desk.find()
    const added = { name: `${desk.product.name} nowy`, brand_id, price: 100, reduced_price_grosze: 8_000, ...RUNNING() }
    const { id } = (await (await desk.call('POST', '', added)).json()) as { id: string }
    const read = async () => (await (await api.get(`/api/products/${id}`)).json()) as Product
    expect(await read()).toMatchObject({ current_price_cents: 8_000, lowest_price_cents: null, reduced_until: null })
    const { version } = (await (await desk.call('GET', `/${id}`)).json()) as { version: string }
    await desk.call('PATCH', `/${id}`, { version, reduced_to: clockIn(-0.5) })
    expect(await read()).toMatchObject({ current_price_cents: 10_000, lowest_price_cents: null })
  })

  test('begins and ends to the second, with its price history, and the provider gets both prices', async () => {
    await reduceIn(8_000, 2, 12)
    const { version } = await desk.find()
    expect(await shown()).toMatchObject({ current_price_cents: 10_000 })
    await eventually(async () => expect(await shown()).toMatchObject({ current_price_cents: 8_000 }), 9_000)
    await eventually(async () => expect(await priceAtProvider()).toBe(8_000))
    await eventually(async () => expect(await shown()).toMatchObject({ current_price_cents: 10_000 }), 20_000)
    await eventually(async () => expect(await priceAtProvider()).toBe(10_000))
    const history = await api.db
      .selectFrom('product_prices')
      .select(['price_grosze', sql<number>`extract(epoch from valid_to - valid_from)::float8`.as('seconds')])
      .where('product_id', '=', desk.product.id)
      .orderBy('id')
      .execute()
    expect(history.map(({ price_grosze }) => price_grosze)).toEqual([10_000, 8_000, 10_000])
    expect(Math.abs((history[1]?.seconds ?? 0) - 10)).toBeLessThan(2)
    // A form that was open meanwhile does not collide with the job.
    expect((await desk.find()).version).toBe(version)
  }, 90_000)

  test.each([
    ['its price alone', { reduced_price_grosze: 8_000 }, 'reduction_incomplete', 'reduced_to'],
    [
      'an end before its begin',
      { reduced_price_grosze: 8_000, reduced_from: '2096-12-04T08:00', reduced_to: '2096-12-04T08:00' },
      'reduction_ends_early',
      'reduced_to',
    ],
    [
      'the price outside of it',
      { reduced_price_grosze: 10_000, reduced_from: '2096-12-04T08:00', reduced_to: '2096-12-05T08:00' },
      'reduction_not_lower',
      'reduced_price_grosze',
    ],
  ])('with %s is refused with a sentence at its field', async (_, changes, code, field) => {
    const error = await errorOf(await desk.edit(changes))
    expect([error.code, Object.keys(error.fields ?? {})]).toEqual([code, [field]])
    expect(await desk.find()).toMatchObject({ reduced_price_grosze: null, reduced_from: null, reduced_to: null })
  })

  test('stays in the file of products, and a bulk change of prices does not go below it', async () => {
    const [reduced_from, reduced_to] = ['2096-12-04T08:00', '2096-12-05T20:00']
    const lines = (csv: string) => api.post('/api/admin/products/import', { csv, token: null }, desk.admin)
    const csv = `ID;Cena promocyjna (zł);Promocja od;Promocja do\n${desk.product.id};79,90;4.12.2096 8:00;2096-12-05 20:00`
    const report = (await (await lines(csv)).json()) as { token: string; lines: { changes: unknown[] }[] }
    expect(report.lines[0]?.changes).toEqual([
      { column: 'Cena promocyjna (zł)', from: '', to: '79,90\u00a0zł' },
      { column: 'Promocja od', from: '', to: '4.12.2096, 8:00' },
      { column: 'Promocja do', from: '', to: '5.12.2096, 20:00' },
    ])
    await api.post('/api/admin/products/import', { csv, token: report.token }, desk.admin)
    expect(await desk.find()).toMatchObject({ reduced_price_grosze: 7_990, reduced_from, reduced_to })

    const bulk = async (percent: number) => {
      const change = { kind: 'price-percent', percent, endIn99: false } as const
      const rows = toProductRows([await desk.find()], change)
      const answer = await api.post('/api/admin/products/changes', { rows, token: null }, desk.admin)
      return (await answer.json()) as { lines: { problems: string[] }[] }
    }
    expect((await bulk(-10)).lines[0]?.problems).toEqual([])
    expect((await bulk(-30)).lines[0]?.problems).toEqual([
      'Cena promocyjna musi być niższa od ceny. Zmień ją albo usuń promocję.',
    ])
  })
})

test('the database and the shop convert local times alike, also in nights of clock changes', async () => {
  const clocks = ['2026-03-29', '2026-10-25', '2026-07-01'].flatMap((day) =>
    ['00:00', '01:59', '02:00', '02:30', '02:59', '03:00', '12:00'].map((time) => `${day}T${time}`),
  )
  const { rows } = await sql<{ moment: Date }>`
    select clock::timestamp at time zone 'Europe/Warsaw' as moment
    from unnest(${clocks}::text[]) with ordinality as typed (clock, position) order by position`.execute(api.db)
  expect(rows.map(({ moment }) => moment.toISOString())).toEqual(
    clocks.map((clock) => fromWallClock(clock).toISOString()),
  )
})

test('the duty of the unit price names products without a volume, until they have one', async () => {
  const gaps = () => findGapsOf(api.services, 'unit-price')
  expect(await gaps()).toContainEqual({
    about: desk.product.name,
    todo: expect.stringContaining('pojemność'),
    path: `/admin/produkty?produkt=${desk.product.id}`,
  })
  await desk.edit({ volume_ml: 100 })
  expect((await gaps()).map(({ about }) => about)).not.toContain(desk.product.name)
  await desk.edit({ reduced_price_grosze: 8_000, ...RUNNING() })
  expect(await findGapsOf(api.services, 'lowest-price')).toEqual([])
})
