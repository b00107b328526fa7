import { describe } from 'vitest'
import { addDays, countDays, type Day, readWarsawClock, weekdayOf } from '#domain/kernel/calendar-day.ts'
import { isPublicHoliday } from '#domain/kernel/public-holidays.ts'
import { expectDelivery } from '#domain/shipping/delivery-date/delivery-date.ts'
import type { DispatchCalendar } from '#domain/shipping/delivery-date/dispatch-calendar.ts'
import { expect, test } from '#tests/support/fixtures.ts'
import { ask } from '#tests/support/raw-request.ts'
import type { Shop } from '#tests/support/shop-process.ts'

let shop: Shop

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

type Thing = { '@type': string } & Record<string, unknown>

async function read(path: string) {
  const { status, headers, text } = await ask(shop.url, path)
  const head = text.slice(0, text.indexOf('</head>'))
  const blocks = head.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)
  const things: Thing[] = [...blocks].map(([, json = '']) => JSON.parse(json))
  const content = (name: string) => new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(head)?.[1]
  return {
    status,
    headers,
    head,
    text,
    title: /<title>([^<]*)<\/title>/.exec(head)?.[1] ?? '',
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(head)?.[1]?.replaceAll('&amp;', '&'),
    robots: content('robots'),
    content,
    typed: (type: string) => things.find((thing) => thing['@type'] === type),
  }
}

const addresses = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, loc = '']) => loc.replaceAll('&amp;', '&').replace(shop.url, ''))

describe('the map of the shop', () => {
  test('robots.txt closes what belongs to one person and names the sitemap', async () => {
    const { status, headers, text } = await ask(shop.url, '/robots.txt')
    expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(text).toMatch(/^User-agent: \*\nDisallow: \/admin\n/)
    expect(text).toContain('\nDisallow: /panel-klienta\n')
    expect(text).not.toMatch(/Disallow: \/(sklep|produkt)?\n/)
    expect(text).toContain(`\nSitemap: ${shop.url}/sitemap.xml\n`)
  })

  test('sitemap.xml names every list and product that may be found, each by its one address', async () => {
    const { status, headers, text } = await ask(shop.url, '/sitemap.xml')
    expect([status, headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8'])
    expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www.sitemaps.org/)
    const listed = addresses(text)
    expect(new Set(listed).size).toBe(listed.length)
    expect(listed).toEqual(expect.arrayContaining(['/', '/sklep', '/regulamin', '/polityka-prywatnosci']))
    expect(listed.filter((path) => path.startsWith('/produkt/'))).toHaveLength(79)
    expect(listed.filter((path) => path.includes('brand='))).toHaveLength(10)
    const looked = [...listed.filter((path) => !path.startsWith('/produkt/')), '/produkt/layali-zahran']
    for (const path of looked) {
      const page = await read(path)
      expect([page.status, page.robots, page.canonical], path).toEqual([200, undefined, `${shop.url}${path}`])
    }
  })

  test('the sitemap lists no unsold product, and with substitutes hidden no duplicate list', async () => {
    const { db } = shop.database
    await db.updateTable('products').set({ active: false }).where('slug', '=', 'anbar-sahili').execute()
    await expect
      .poll(async () => addresses((await ask(shop.url, '/sitemap.xml')).text))
      .not.toContain('/produkt/anbar-sahili')
    await db.updateTable('shop_settings').set({ hide_substitutes: true }).execute()
    await expect
      .poll(async () =>
        addresses((await ask(shop.url, '/sitemap.xml')).text).filter((path) => /brand=|category=/.test(path)),
      )
      .toEqual([])
    await db.updateTable('shop_settings').set({ hide_substitutes: false }).execute()
    await db.updateTable('products').set({ active: true }).where('slug', '=', 'anbar-sahili').execute()
  })
})

test('the privacy policy says of Google what the owner has switched on: signing in here, and no measuring', async () => {
  const { text } = await ask(shop.url, '/polityka-prywatnosci')
  expect(text).toContain('tylko gdy ktoś wybierze logowanie przez Google')
  expect(text).not.toContain('wyłącznie za zgodą: adresy odwiedzonych stron')
})

describe('the head of a page', () => {
  test.for([
    ['/sklep', 'Sklep | Perfumeria'],
    ['/sklep?page=2', 'Sklep, strona 2 | Perfumeria'],
    ['/sklep?gender=women', 'Perfumy damskie | Perfumeria'],
    ['/sklep?category=arabic', 'Perfumy arabskie | Perfumeria'],
    ['/sklep?brand=orsolay', 'Orsolay | Perfumeria'],
    ['/', 'Perfumeria | Zmieniasz cenę, nie jakość.'],
    ['/regulamin', 'Regulamin sklepu internetowego Perfumeria'],
  ] as const)('%s is found under its own title', async ([path, title]) => {
    const page = await read(path)
    expect([page.title, page.robots, page.canonical]).toEqual([title, undefined, `${shop.url}${path}`])
    expect(page.content('og:title')).toBe(title)
    expect(page.content('og:url')).toBe(`${shop.url}${path}`)
    expect(page.content('og:image')).toBe(`${shop.url}/hero/og.jpg`)
    expect(page.content('description')?.length).toBeGreaterThan(40)
    expect(page.content('og:description')).toBe(page.content('description'))
  })

  test.for([
    '/sklep?search=oud',
    '/sklep?gender=women&brand=orsolay',
    '/sklep?gender=women&category=arabic',
    '/sklep?minPrice=20',
    '/sklep?sort=price-asc',
    '/sklep?brand=nie-ma-takiej',
  ])('%s is no page of its own: noindex, and no canonical address', async (path) => {
    const page = await read(path)
    expect([page.robots, page.canonical]).toEqual(['noindex, follow', undefined])
    expect(page.typed('BreadcrumbList')).toBeUndefined()
  })
})

test('addresses of a renamed product and brand lead to the present ones for good', async () => {
  const { db } = shop.database
  await db.updateTable('products').set({ slug: 'qamar-nowy' }).where('slug', '=', 'qamar-al-wadi').execute()
  await db.updateTable('brands').set({ slug: 'orsolay-nowy' }).where('slug', '=', 'orsolay').execute()
  for (const [former, present] of [
    ['/produkt/qamar-al-wadi', '/produkt/qamar-nowy'],
    ['/sklep?gender=women&brand=orsolay', '/sklep?gender=women&brand=orsolay-nowy'],
  ] as const) {
    await expect
      .poll(async () => {
        const { status, headers } = await ask(shop.url, former)
        return [status, headers.location]
      })
      .toEqual([301, present])
    expect((await ask(shop.url, present)).status).toBe(200)
  }
})

describe('what a page says in the words of schema.org', () => {
  test('the landing page: the shop, its search and its questions as they stand there', async () => {
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

  test('a product: its offer, delivery and return, the way to it, and stars only from approved reviews', async () => {
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

  test('a reduced price: beside it the lowest one before, its end, and the price of a litre', async () => {
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

  test('an offer follows the calendar: when parcels leave and arrive, and nothing is in stock during a break', async () => {
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

  test('only the number of a producer is given as GTIN, never a code of the shop', async () => {
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

  test('a name that would end its block stays a name', async () => {
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
