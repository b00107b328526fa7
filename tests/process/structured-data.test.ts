import { describe } from 'vitest'
import { addDays, countDays, type Day, readWarsawClock, weekdayOf } from '#domain/kernel/calendar-day.ts'
import { isPublicHoliday } from '#domain/kernel/public-holidays.ts'
import { expectDelivery } from '#domain/shipping/delivery-date/delivery-date.ts'
import type { DispatchCalendar } from '#domain/shipping/delivery-date/dispatch-calendar.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { readPage } from '#tests/support/page-head.ts'
import type { Shop } from '#tests/support/shop-process.ts'

let shop: Shop
const read = (path: string) => readPage(shop, path)

test.beforeAll(({ shop: started }) => {
  shop = started
})

const OPEN: DispatchCalendar = {
  dispatch_until: 14,
  closed_weekdays: [6, 7],
  closed_dates: [],
  holiday_from: null,
  holiday_to: null,
  holiday_selling: true,
}

describe('structured data of schema.org', () => {
  test('the landing page: describes the shop, its search and the questions as shown', async () => {
    const page = await read('/')
    expect(page.typed('Organization')).toMatchObject({ name: 'Perfumeria', url: `${shop.url}/` })
    expect(page.typed('WebSite')).toMatchObject({
      potentialAction: { target: { urlTemplate: `${shop.url}/sklep?search={search_term_string}` } },
    })
    const questions = page.typed('FAQPage')?.mainEntity as { name: string; acceptedAnswer: { text: string } }[]
    expect(questions).toHaveLength(8)
    for (const { name, acceptedAnswer } of questions) {
      expect(page.text).toContain(`>${name}</h3>`)
      expect(page.text).toContain(`>${acceptedAnswer.text}</p>`)
    }
    expect((await read('/?page=2')).typed('FAQPage')).toBeUndefined()
  })

  test('a product: has offer, delivery, return and breadcrumbs, and stars only from approved reviews', async () => {
    const { db } = shop.database
    const rated = await db
      .selectFrom('product_ratings as r')
      .innerJoin('products as p', 'p.id', 'r.product_id')
      .select(['p.slug', 'p.price_grosze', 'p.out_of_stock', 'r.reviews'])
      .where('r.reviews', '>', 0)
      .executeTakeFirstOrThrow()
    const page = await read(`/produkt/${rated.slug}`)
    expect(page.typed('Product')).toMatchObject({
      aggregateRating: { reviewCount: rated.reviews },
      offers: {
        price: (rated.price_grosze / 100).toFixed(2),
        priceCurrency: 'PLN',
        availability: `https://schema.org/${rated.out_of_stock ? 'OutOfStock' : 'InStock'}`,
        shippingDetails: { shippingRate: { value: '12.99', currency: 'PLN' } },
        hasMerchantReturnPolicy: {
          merchantReturnDays: 14,
          returnFees: expect.stringContaining('CustomerResponsibility'),
        },
      },
    })
    const steps = page.typed('BreadcrumbList')?.itemListElement as { item: string }[]
    expect(steps.map(({ item }) => item.replace(shop.url, ''))).toEqual([
      '/',
      '/sklep',
      expect.stringMatching(/^\/sklep\?brand=/),
      `/produkt/${rated.slug}`,
    ])
    await db.updateTable('reviews').set({ approved: false }).execute()
    await expect
      .poll(async () => (await read(`/produkt/${rated.slug}`)).typed('Product')?.aggregateRating)
      .toBeUndefined()
  })

  test('a reduced price: has the lowest price before, its end, and the price of a litre', async () => {
    const reduced = { reduced_price_grosze: 5_000, reduced_from: '2026-01-01T00:00', reduced_to: '2096-12-11T20:00' }
    const { price_grosze, volume_ml } = await shop.database.db
      .updateTable('products')
      .set(reduced)
      .where('slug', '=', 'sahra-dafina')
      .returning(['price_grosze', 'volume_ml'])
      .executeTakeFirstOrThrow()
    const lowest = (price_grosze / 100).toFixed(2)
    await expect
      .poll(async () => (await read('/produkt/sahra-dafina')).typed('Product'))
      .toMatchObject({
        offers: {
          price: '50.00',
          priceValidUntil: reduced.reduced_to,
          priceSpecification: [
            { price: '50.00', referenceQuantity: { value: volume_ml, valueReference: { value: 1, unitCode: 'LTR' } } },
            { price: lowest, priceType: 'https://schema.org/StrikethroughPrice' },
          ],
        },
      })
    for (const path of ['/produkt/sahra-dafina', '/sklep?search=sahra+dafina']) {
      const sentence = `Najniższa cena z 30 dni przed obniżką: ${lowest.replace('.', ',')}\u00a0zł`
      await expect.poll(async () => (await read(path)).text).toContain(sentence)
    }
  })

  test('an offer follows the calendar: dispatch and arrival, and out of stock during a holiday', async () => {
    const { db } = shop.database
    const { slug } = await db
      .selectFrom('products')
      .select('slug')
      .where('active', '=', true)
      .where('out_of_stock', '=', false)
      .executeTakeFirstOrThrow()
    const offer = async () => (await read(`/produkt/${slug}`)).typed('Product')?.offers
    const setCalendar = (calendar: Partial<DispatchCalendar>) =>
      db.updateTable('shop_settings').set(calendar).executeTakeFirstOrThrow()
    const { day: today } = readWarsawClock(new Date())
    const expectOffer = async (availability: string, dispatch: Day) => {
      const handling = countDays(today, dispatch)
      const arrival = expectDelivery({ ...OPEN, closed_weekdays: [] }, { day: dispatch, hour: 0 })?.arrival ?? ''
      const transit = countDays(dispatch, arrival)
      await expect.poll(offer).toMatchObject({
        availability: `https://schema.org/${availability}`,
        shippingDetails: {
          deliveryTime: {
            handlingTime: { minValue: handling, maxValue: handling },
            transitTime: { minValue: transit, maxValue: transit },
          },
        },
      })
    }
    const working = [0, 1, 2, 3, 4, 5, 6].map((days) => addDays(today, 26 + days)).find((day) => !isPublicHoliday(day))
    if (working === undefined) throw new Error('no such week')
    const closed = { closed_weekdays: [1, 2, 3, 4, 5, 6, 7].filter((weekday) => weekday !== weekdayOf(working)) }
    const holiday = { holiday_from: today, holiday_to: addDays(today, 25) }
    await setCalendar({ ...closed, ...holiday, holiday_selling: false })
    await expectOffer('OutOfStock', working)
    await setCalendar({ holiday_selling: true })
    await expectOffer('InStock', working)
    await setCalendar(OPEN)
    await expect
      .poll(offer)
      .not.toMatchObject({ shippingDetails: { deliveryTime: { handlingTime: { minValue: 26 } } } })
  })

  test('only a producer’s number is given as GTIN, never an internal code of the shop', async () => {
    const codes = ['5901234123457', '2012345678903', '0212345678909', '9912345678909', '5901234123450', 'TT-12']
    const given: unknown[] = []
    for (const product_code of codes) {
      await shop.database.db.updateTable('products').set({ product_code }).where('slug', '=', 'layali-zahran').execute()
      const product = async () => (await read('/produkt/layali-zahran')).typed('Product')
      await expect.poll(async () => (await product())?.sku).toBe(product_code)
      given.push((await product())?.gtin13)
    }
    expect(given).toEqual(['5901234123457', undefined, undefined, undefined, undefined, undefined])
  })

  test('a name cannot end the script block', async () => {
    const name = '</script><script>alert(1)</script>'
    const description = `<!-- ${name} & \u2028`
    await shop.database.db
      .updateTable('products')
      .set({ name, description })
      .where('slug', '=', 'ward-nahari')
      .execute()
    await expect
      .poll(async () => (await read('/produkt/ward-nahari')).typed('Product'))
      .toMatchObject({ name, description: `<!-- ${name} &` })
    const { text } = await read('/produkt/ward-nahari')
    expect(text).not.toContain('<script>alert')
    expect(text).not.toMatch(/<title>[^<]*<\/?script/)
  })
})
