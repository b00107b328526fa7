import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe } from 'vitest'
import type { AdminProduct, ProductPrices } from '#domain/catalog/admin/admin-product.ts'
import { toBulkCsv } from '#domain/catalog/admin/bulk-change.ts'
import { awaitPriceChanges } from '#domain/catalog/prices/await-price-changes.server.ts'
import lowestPriceDuty from '#domain/catalog/prices/lowest-price.duty.server.ts'
import unitPriceDuty from '#domain/catalog/prices/unit-price.duty.server.ts'
import type { Product } from '#domain/catalog/product.ts'
import { fromWallClock, toWallClock } from '#domain/shipping/delivery-date/calendar-day.ts'
import { type Api, cookieOf } from '#tests/support/api.ts'
import { eventually, expect, test } from '#tests/support/fixtures.ts'
import { cart, errorOf } from '#tests/support/orders.ts'

const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR

let api: Api
let admin: Record<string, string>
let brandId: string
test.beforeAll(async ({ api: started }) => {
  api = started
  await api.startJobs()
  admin = { Cookie: cookieOf(await api.post('/api/admin-sign-in', api.admin)) }
  const brand = await api.db.selectFrom('brands').select('id').where('is_original', '=', true).executeTakeFirstOrThrow()
  brandId = brand.id
})

/** The Polish wall clock some hours from now. */
const clockIn = (hours: number) => toWallClock(new Date(Date.now() + hours * HOUR))
const RUNNING = () => ({ reduced_from: clockIn(-1), reduced_to: clockIn(1) })

let product: { id: string; name: string }
/** A product that has been sold at 100 zł for 90 days. */
beforeEach(async () => {
  const name = `Zapach ${randomUUID().slice(0, 8)}`
  const { id } = await api.db
    .insertInto('products')
    .values({
      name,
      slug: name.toLowerCase().replace(' ', '-'),
      brand_id: brandId,
      price_grosze: 10_000,
      notes_pyramid: null,
      created_at: new Date(Date.now() - 90 * DAY),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  product = { id, name }
})

const call = (method: string, path: string, body?: object) =>
  api.call(`/api/admin/products${path}`, {
    method,
    ...(body && { body: JSON.stringify(body) }),
    headers: { ...(body && { 'Content-Type': 'application/json' }), Origin: api.base, ...admin },
  })
async function find() {
  return (await (await call('GET', `/${product.id}`)).json()) as AdminProduct
}
async function edit(changes: object): Promise<Response> {
  const { version } = await find()
  return call('PATCH', `/${product.id}`, { version, ...changes })
}
async function shown() {
  const { current_price_cents, lowest_price_cents, reduced_until } = (await (
    await api.get(`/api/products/${product.id}`)
  ).json()) as Product
  return { current_price_cents, lowest_price_cents, reduced_until }
}
const inCart = async () => {
  const [state] = (await (await api.post('/api/cart', { ids: [product.id] })).json()) as Product[]
  return state
}
/** A price that was in force for a time in the past. */
const insertPast = (grosze: number, daysAgo: number, days: number) =>
  api.db
    .insertInto('product_prices')
    .values({
      product_id: product.id,
      price_grosze: grosze,
      valid_from: new Date(Date.now() - daysAgo * DAY),
      valid_to: new Date(Date.now() - (daysAgo - days) * DAY),
    })
    .execute()
/** Sets the reduced price from and until some seconds from now, as the admin's form does. */
const reduceIn = (grosze: number, from: number, to: number) =>
  api.db.transaction().execute(async (trx) => {
    await sql`
      update products set reduced_price_grosze = ${grosze},
        reduced_from = (clock_timestamp() + ${from} * interval '1 second') at time zone 'Europe/Warsaw',
        reduced_to = (clock_timestamp() + ${to} * interval '1 second') at time zone 'Europe/Warsaw'
      where id = ${product.id}`.execute(trx)
    await awaitPriceChanges({ trx, jobs: api.services.jobs }, product.id)
  })
const priceAtProvider = async () => {
  const row = await api.db
    .selectFrom('provider_products')
    .select('synced')
    .where('product_id', '=', product.id)
    .executeTakeFirst()
  return row?.synced ? (JSON.parse(row.synced) as { unitGrosze: number }).unitGrosze : null
}

describe('a reduced price', () => {
  test('shows at once with the lowest price of the 30 days before, in the shop, its lists and the cart', async () => {
    const reduction = RUNNING()
    expect((await edit({ reduced_price_grosze: '80,00', ...reduction })).status).toBe(200)
    const seen = { current_price_cents: 8_000, lowest_price_cents: 10_000, reduced_until: reduction.reduced_to }
    expect(await shown()).toEqual(seen)
    expect(await inCart()).toMatchObject(seen)
    const found = await api.get(`/api/products?${new URLSearchParams({ search: product.name, maxPrice: '85' })}`)
    expect(((await found.json()) as { items: Product[] }).items).toMatchObject([seen])
    expect(await find()).toMatchObject({ current_price_cents: 8_000, regular_price_cents: 10_000 })
    const prices = (await (await call('GET', `/${product.id}/prices`)).json()) as ProductPrices
    expect(prices.prices.map(({ grosze }) => grosze)).toEqual([10_000, 8_000])
    expect(prices.card).toMatchObject(seen)
    await eventually(async () => expect(await priceAtProvider()).toBe(8_000))

    await edit({ reduced_to: clockIn(-0.5) })
    expect(await shown()).toEqual({ current_price_cents: 10_000, lowest_price_cents: null, reduced_until: null })
  })

  test('is nowhere before it begins', async () => {
    await edit({ reduced_price_grosze: 8_000, reduced_from: clockIn(1), reduced_to: clockIn(2) })
    const answer = await (await api.get(`/api/products/${product.id}`)).text()
    expect(answer).toContain('"current_price_cents":10000')
    expect(answer).not.toContain('8000')
    expect(answer).not.toContain('reduced_from')
  })

  test('is compared with a lower price of the 30 days before, and says nothing where it is not lower', async () => {
    await insertPast(9_100, 25, 4)
    await insertPast(5_000, 60, 10)
    await edit({ reduced_price_grosze: 8_000, ...RUNNING() })
    expect(await shown()).toMatchObject({ current_price_cents: 8_000, lowest_price_cents: 9_100 })
    // A second cut counts the first, and a higher price after it is none.
    await edit({ reduced_price_grosze: 7_000 })
    expect(await shown()).toMatchObject({ current_price_cents: 7_000, lowest_price_cents: 8_000 })
    await edit({ reduced_price_grosze: 7_500 })
    expect(await shown()).toEqual({ current_price_cents: 7_500, lowest_price_cents: null, reduced_until: null })
  })

  test('says nothing of a plain lower price, and stays while the price outside of it changes', async () => {
    await edit({ price: 90 })
    expect(await shown()).toMatchObject({ current_price_cents: 9_000, lowest_price_cents: null })
    await edit({ reduced_price_grosze: 8_000, ...RUNNING() })
    await edit({ price: 120 })
    expect(await shown()).toMatchObject({ current_price_cents: 8_000, lowest_price_cents: 9_000 })
  })

  test('is none where the product costs what it cost before', async () => {
    await edit({ price: 80 })
    expect((await edit({ price: 100, reduced_price_grosze: 8_000, ...RUNNING() })).status).toBe(200)
    expect(await shown()).toEqual({ current_price_cents: 8_000, lowest_price_cents: null, reduced_until: null })
  })

  test('begins and ends in its second, with its history, and the provider hears of both', async () => {
    await reduceIn(8_000, 2, 5)
    const { version } = await find()
    expect(await shown()).toMatchObject({ current_price_cents: 10_000 })
    await eventually(async () => expect(await shown()).toMatchObject({ current_price_cents: 8_000 }), 4_000)
    await eventually(async () => expect(await priceAtProvider()).toBe(8_000))
    await eventually(async () => expect(await shown()).toMatchObject({ current_price_cents: 10_000 }), 6_000)
    await eventually(async () => expect(await priceAtProvider()).toBe(10_000))
    const history = await api.db
      .selectFrom('product_prices')
      .select(['price_grosze', sql<number>`extract(epoch from valid_to - valid_from)::float8`.as('seconds')])
      .where('product_id', '=', product.id)
      .orderBy('id')
      .execute()
    expect(history.map(({ price_grosze }) => price_grosze)).toEqual([10_000, 8_000, 10_000])
    expect(Math.abs((history[1]?.seconds ?? 0) - 3)).toBeLessThan(2)
    // A form that was open meanwhile does not collide with the job.
    expect((await find()).version).toBe(version)
  }, 40_000)

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
  ])('with %s is refused in words at its field', async (_, changes, code, field) => {
    const error = await errorOf(await edit(changes))
    expect([error.code, Object.keys(error.fields ?? {})]).toEqual([code, [field]])
    expect(await find()).toMatchObject({ reduced_price_grosze: null, reduced_from: null, reduced_to: null })
  })

  test('stays in the file of products, and a bulk change of prices does not go below it', async () => {
    const [reduced_from, reduced_to] = ['2096-12-04T08:00', '2096-12-05T20:00']
    const lines = (csv: string) => api.post('/api/admin/products/import', { csv, token: null }, { ...admin })
    const csv = `ID;Cena promocyjna (zł);Promocja od;Promocja do\n${product.id};79,90;4.12.2096 8:00;2096-12-05 20:00`
    const report = (await (await lines(csv)).json()) as { token: string; lines: { changes: unknown[] }[] }
    expect(report.lines[0]?.changes).toEqual([
      { column: 'Cena promocyjna (zł)', from: '', to: '79,90\u00a0zł' },
      { column: 'Promocja od', from: '', to: '4.12.2096, 8:00' },
      { column: 'Promocja do', from: '', to: '5.12.2096, 20:00' },
    ])
    await api.post('/api/admin/products/import', { csv, token: report.token }, { ...admin })
    expect(await find()).toMatchObject({ reduced_price_grosze: 7_990, reduced_from, reduced_to })

    const bulk = async (percent: number) => {
      const change = { kind: 'price-percent', percent, endIn99: false } as const
      return (await (await lines(toBulkCsv([await find()], change))).json()) as { lines: { problems: string[] }[] }
    }
    expect((await bulk(-10)).lines[0]?.problems).toEqual([])
    expect((await bulk(-30)).lines[0]?.problems).toEqual([
      'Cena promocyjna musi być niższa od ceny. Zmień ją albo usuń promocję.',
    ])
  })
})

describe('POST order', () => {
  const order = (buyer: Awaited<ReturnType<Api['customer']>>, zl: number) =>
    buyer.order(cart([{ ...product, price: zl, quantity: 1 }]))

  test('asks the price of the moment, also before the job has written it', async () => {
    const buyer = await api.customer()
    // Without the trigger, as if the row had been written before the reduction began.
    const unwritten = async (grosze: number) => {
      await sql`alter table products disable trigger products_current_price`.execute(api.db)
      await sql`update products set current_price_grosze = ${grosze} where id = ${product.id}`.execute(api.db)
      await sql`alter table products enable trigger products_current_price`.execute(api.db)
    }
    await edit({ reduced_price_grosze: 8_000, ...RUNNING() })
    await unwritten(10_000)
    const early = await errorOf(await order(buyer, 100))
    expect(early).toMatchObject({ code: 'price_changed', details: { items: [{ newPriceGrosze: 8_000 }] } })
    expect((await order(buyer, 80)).status).toBe(200)

    await edit({ reduced_to: clockIn(-0.5) })
    await unwritten(8_000)
    const late = await errorOf(await order(buyer, 80))
    expect(late).toMatchObject({ code: 'price_changed', details: { items: [{ newPriceGrosze: 10_000 }] } })
  })

  test('at a reduced price is confirmed with the lowest price of the 30 days before, also once it is over', async () => {
    api.startMail()
    const lowest = 'Najniższa cena z 30 dni przed obniżką: 100,00 zł'
    const mailTo = async (email: string) => {
      const [mail] = await api.mailbox.messagesTo(email)
      return mail?.text.replaceAll('\u00a0', ' ') ?? ''
    }
    const [early, late] = [await api.customer(), await api.customer()]
    await edit({ reduced_price_grosze: 8_000, ...RUNNING() })
    expect((await order(early, 80)).status).toBe(200)
    await edit({ reduced_to: clockIn(-0.5) })
    expect((await order(late, 100)).status).toBe(200)
    await eventually(async () => expect(await mailTo(early.email)).toContain(lowest))
    await eventually(async () => expect(await mailTo(late.email)).toContain(product.name))
    expect(await mailTo(late.email)).not.toContain('Najniższa cena')
  })

  test('20 buyers while a reduction ends pay what they saw, or nothing', async () => {
    const buyers = await Promise.all(Array.from({ length: 20 }, () => api.customer()))
    await edit({ reduced_price_grosze: 8_000, ...RUNNING() })
    const [ended, ...orders] = await Promise.all([
      edit({ reduced_to: clockIn(-0.5) }),
      ...buyers.map((buyer) => order(buyer, 80)),
    ])
    expect(ended.status).toBe(200)
    const answers = orders.map(({ status }) => status)
    const sold = await api.db
      .selectFrom('order_items')
      .select('unit_price_grosze')
      .where('product_id', '=', product.id)
      .execute()
    expect(answers.filter((status) => status !== 200 && status !== 409)).toEqual([])
    expect(sold).toEqual(answers.filter((status) => status === 200).map(() => ({ unit_price_grosze: 8_000 })))
    expect((await order(await api.customer(), 80)).status).toBe(409)
  }, 30_000)
})

test('the database and the shop take a wall clock for the same moment, in nights of clock changes too', async () => {
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
  const gaps = () => unitPriceDuty.findGaps(api.services)
  expect(await gaps()).toContainEqual({
    about: product.name,
    todo: expect.stringContaining('pojemność'),
    path: `/admin/produkty?produkt=${product.id}`,
  })
  await edit({ volume_ml: 100 })
  expect((await gaps()).map(({ about }) => about)).not.toContain(product.name)
  await edit({ reduced_price_grosze: 8_000, ...RUNNING() })
  expect(await lowestPriceDuty.findGaps(api.services)).toEqual([])
})
