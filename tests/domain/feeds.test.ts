// @vitest-environment jsdom
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeProduct } from '#app/seo/json-ld.server.ts'
import { writeCeneoFeed } from '#domain/feeds/ceneo-feed.ts'
import { type FeedRow, recallRow } from '#domain/feeds/feed-row.ts'
import { writeGoogleFeed, writeProductTable } from '#domain/feeds/google-feed.ts'
import { toSaleFacts } from '#domain/feeds/sale-facts.ts'
import { joinLines } from '#domain/kernel/text/dates-and-plurals.ts'
import {
  CALENDAR,
  COSTS,
  entryOf,
  FACTS,
  type Given,
  NOW,
  parseXml,
  readItems,
  readTable,
  rowOf,
  SHOP,
  SOME,
} from '#tests/support/feeds.ts'

/** Any text that a row may hold: one line, with halves of surrogate pairs, control characters and markup. */
const lines = fc
  .array(
    fc.oneof(
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      fc.constantFrom('&', '<', '>', '"', "'", ']]>', '<![CDATA[', '&amp;', '\u0000', '\t', '\n', '\r', '🌹', 'ż'),
    ),
    { maxLength: 20 },
  )
  .map((units) => joinLines(units.join('')))

/** Without what XML 1.0 cannot hold. */
const writable = (text: string) =>
  [...text].filter((sign) => /^[\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]$/u.test(sign)).join('')

const parties = fc.record({ name: lines, address: lines, contact: lines })
const anyRows = fc.array(
  fc
    .record({
      name: lines,
      title: lines,
      description: lines,
      brand: lines,
      warnings: lines,
      producer: fc.option(fc.tuple(parties, fc.option(parties))),
    })
    .map(
      ({ producer, ...texts }): FeedRow => ({
        ...rowOf(),
        ...texts,
        producer: producer && { ...producer[0], responsible: producer[1] },
      }),
    ),
  { maxLength: 4 },
)

describe('whatever the texts are', () => {
  test('Google’s file contains each of them, as far as XML allows', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const items = readItems(writeGoogleFeed(rows, FACTS))
        expect(items.map((read) => [read('title'), read('description'), read('brand')])).toEqual(
          rows.map((row) =>
            [row.title, row.description, row.brand].map((text) => (text === '' ? [] : [writable(text)])),
          ),
        )
      }),
    )
  })

  test('Ceneo’s file holds them too, and each offer refers to its own producer and person', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const xml = parseXml(writeCeneoFeed(rows))
        const offers = [...xml.getElementsByTagName('o')]
        expect(offers.map((offer) => offer.querySelector('desc')?.textContent)).toEqual(
          rows.map(({ description }) => writable(description)),
        )
        const nameOf = (offer: Element, attribute: string, list: string) => {
          const id = offer.querySelector(`a[name="${attribute}"]`)?.textContent ?? null
          const found = [...xml.querySelectorAll(`${list} > p`)].filter((party) => party.getAttribute('id') === id)
          expect(found.length).toBe(id === null ? 0 : 1)
          return found[0]?.querySelector('name')?.textContent
        }
        expect(offers.map((offer) => nameOf(offer, 'Producent odpowiedzialny', 'responsibleProducers'))).toEqual(
          rows
            .map(({ producer }) => producer?.name && writable(producer.name))
            .map((name, at) => (rows[at]?.producer ? name : undefined)),
        )
        expect(offers.map((offer) => nameOf(offer, 'Podmiot odpowiedzialny', 'responsiblePersons'))).toEqual(
          rows.map(({ producer }) => (producer?.responsible ? writable(producer.responsible.name) : undefined)),
        )
      }),
    )
  })

  test('the table has a line and all columns for each product', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const table = readTable(writeProductTable(rows))
        expect(table.map((cells) => [cells.get('title'), cells.get('brand'), cells.get('shipping')])).toEqual(
          rows.map(({ title, brand }) => [title, brand, 'PL:::12.99 PLN']),
        )
      }),
    )
  })
})

describe('a product', () => {
  test('has Google’s attributes', () => {
    const [read] = readItems(writeGoogleFeed([rowOf()], FACTS))
    const values = (name: string) => read?.(name).join('|')
    expect(values('id')).toBe(SOME.id)
    expect(values('title')).toBe('Perfumy Arabskie Noc Woda perfumowana 50 ml')
    expect(values('description')).toBe('Pierwsza linia. Druga.')
    expect(values('link')).toBe('https://sklep.example/produkt/noc')
    expect(values('image_link')).toBe(`https://sklep.example/media/products/${'a'.repeat(32)}/960.webp`)
    expect([values('price'), values('sale_price'), values('sale_price_effective_date')]).toEqual([
      '39.90 PLN|12.99 PLN',
      '',
      '',
    ])
    expect([values('availability'), values('condition'), values('gtin'), values('identifier_exists')]).toEqual([
      'in_stock',
      'new',
      '5901234123457',
      '',
    ])
    expect([values('product_type'), values('gender'), values('size')]).toEqual([
      'Perfumy > Perfumy damskie',
      'female',
      '50 ml',
    ])
    expect([values('unit_pricing_measure'), values('unit_pricing_base_measure')]).toEqual(['50 ml', '100 ml'])
    expect(values('country')).toBe('PL')
  })

  test('of a scent in several sizes names its size and the common group', () => {
    const sizes: Given['product']['sizes'] = [
      {
        slug: 'noc',
        label: '50 ml',
        current_price_cents: 1,
        lowest_price_cents: null,
        price_100ml_cents: 2,
        best_value: false,
        out_of_stock: false,
      },
    ]
    const scent_id = '00000000-0000-4000-8000-000000000001'
    const sample = { kind: 'sample', volume_ml: 2, sizes, scent_id } satisfies Partial<Given['product']>
    const [cells] = readTable(writeProductTable([rowOf(sample)]))
    expect(['item_group_id', 'title', 'size'].map((name) => cells?.get(name))).toEqual([
      scent_id,
      'Perfumy Arabskie Noc Woda perfumowana próbka 2 ml',
      'próbka 2 ml',
    ])
    expect(readTable(writeProductTable([rowOf()]))[0]?.get('item_group_id')).toBe('')
  })

  test('at a reduced price has the lowest price of 30 days, the present price, and its period in UTC', () => {
    const reduced = { lowest_price_cents: 4990, reduced_until: '2026-12-11T20:00' }
    const [cells] = readTable(writeProductTable([rowOf(reduced, '2026-07-01T08:00')]))
    expect(['price', 'sale_price', 'sale_price_effective_date'].map((name) => cells?.get(name))).toEqual([
      '49.90 PLN',
      '39.90 PLN',
      '2026-07-01T06:00+0000/2026-12-11T19:00+0000',
    ])
    expect(readTable(writeProductTable([rowOf(reduced)]))[0]?.get('sale_price_effective_date')).toBe('')
  })

  test('has no producer’s number by its nature only where the shop filled it; of a bottle it may be unknown', () => {
    const read = (row: ReturnType<typeof rowOf>) => readTable(writeProductTable([row]))[0]?.get('identifier_exists')
    expect([read({ ...rowOf(), gtin: null }), read({ ...rowOf(), gtin: null, filledBy: 'shop' })]).toEqual(['', 'no'])
  })

  test('of several pictures has one main one, and ten more for Google', () => {
    const pictures = Array.from({ length: 13 }, (_, at) => `https://sklep.example/${at}.webp`)
    const row = { ...rowOf(), pictures }
    const [read] = readItems(writeGoogleFeed([row], FACTS))
    expect(read?.('image_link')).toEqual(pictures.slice(0, 1))
    expect(read?.('additional_image_link')).toEqual(pictures.slice(1, 11))
    const offer = parseXml(writeCeneoFeed([row])).querySelector('o imgs')
    expect([...(offer?.children ?? [])].map((picture) => picture.getAttribute('url'))).toEqual(pictures)
    expect(describeProduct(row).image).toEqual(pictures)
  })

  test('that is sold out, or of a shop on holiday, is out of stock and not in Ceneo’s file', () => {
    const stopped = { ...CALENDAR, holiday_from: '2026-11-20', holiday_to: '2026-12-01', holiday_selling: false }
    const onBreak = toSaleFacts({ profile: SHOP, costs: COSTS, calendar: stopped, now: NOW })
    for (const row of [rowOf({ out_of_stock: true }), recallRow(entryOf(), onBreak)]) {
      expect(readTable(writeProductTable([row]))[0]?.get('availability')).toBe('out_of_stock')
      expect(parseXml(writeCeneoFeed([row])).querySelector('o')).toBeNull()
      expect(describeProduct(row).offers).toMatchObject({ availability: 'https://schema.org/OutOfStock' })
    }
  })

  test('has Ceneo’s attributes, with days to dispatch by the calendar', () => {
    const xml = parseXml(writeCeneoFeed([rowOf()]))
    const offer = xml.querySelector('o')
    expect([
      offer?.getAttribute('price'),
      offer?.getAttribute('avail'),
      offer?.querySelector('cat')?.textContent,
    ]).toEqual(['39.90', '1', 'Perfumy/Perfumy damskie'])
    expect(
      [...(offer?.querySelectorAll('attrs > a') ?? [])].map((a) => [a.getAttribute('name'), a.textContent]),
    ).toEqual([
      ['Producent', 'Perfumy Arabskie'],
      ['EAN', '5901234123457'],
      ['Pojemność', '50 ml'],
      ['Producent odpowiedzialny', 'producent_1'],
      ['Podmiot odpowiedzialny', 'podmiot_1'],
      ['Informacje o bezpieczeństwie', 'Łatwopalne. Nie połykać.'],
    ])
    expect(xml.querySelector('responsiblePersons > p')?.innerHTML).toBe(
      '<name>Import sp. z o.o.</name><address><street>ul. Przykładowa 7</street><postalCode>00-000</postalCode>' +
        '<city>Warszawa</city><countryCode>PL</countryCode></address><contact><email>ue@import.example</email></contact>',
    )
    const away = { ...CALENDAR, holiday_from: '2026-11-26', holiday_to: '2026-12-06' }
    const avail = (now: string, calendar = CALENDAR) => {
      const facts = toSaleFacts({ profile: SHOP, costs: COSTS, calendar, now: new Date(now) })
      return parseXml(writeCeneoFeed([recallRow(entryOf(), facts)]))
        .querySelector('o')
        ?.getAttribute('avail')
    }
    // Friday evening, a holiday of eleven days, a shop without working days.
    expect(avail('2026-11-27T18:00:00Z')).toBe('3')
    expect(avail('2026-11-26T09:00:00Z', away)).toBe('14')
    expect(avail('2026-11-26T09:00:00Z', { ...CALENDAR, closed_weekdays: [1, 2, 3, 4, 5, 6, 7] })).toBe('99')
  })

  test('has the cheapest delivery cost, 0 from the sum of free delivery, and none while no costs are set', () => {
    expect(rowOf().deliveryGrosze).toBe(1299)
    expect(rowOf({ current_price_cents: 20_000 }).deliveryGrosze).toBe(0)
    const without = recallRow(entryOf(), toSaleFacts({ profile: SHOP, costs: undefined, calendar: CALENDAR, now: NOW }))
    expect(readItems(writeGoogleFeed([without], FACTS))[0]?.('shipping')).toEqual([])
    expect(readTable(writeProductTable([without]))[0]?.get('shipping')).toBe('')
  })

  test('keeps the same row object while the product is unchanged', () => {
    const entry = entryOf()
    const row = recallRow(entry, FACTS)
    expect(recallRow(entry, toSaleFacts({ profile: SHOP, costs: { ...COSTS }, calendar: CALENDAR, now: NOW }))).toBe(
      row,
    )
    const dearer = { ...COSTS, rates: { ...COSTS.rates, prepaid_locker: 1399 } }
    const next = recallRow(entry, toSaleFacts({ profile: SHOP, costs: dearer, calendar: CALENDAR, now: NOW }))
    expect(next).toEqual({ ...row, deliveryGrosze: 1399 })
  })
})
