// @vitest-environment jsdom
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeProduct } from '#app/seo/json-ld.server.ts'
import { readGtin } from '#domain/catalog/admin/product-input.ts'
import { writeCeneoFeed } from '#domain/feeds/ceneo-feed.ts'
import { listProblems } from '#domain/feeds/feed-problems.ts'
import { type FeedRow, recallRow } from '#domain/feeds/feed-row.ts'
import { writeGoogleFeed, writeProductTable } from '#domain/feeds/google-feed.ts'
import { readPostalAddress } from '#domain/feeds/postal-address.ts'
import { toSaleFacts } from '#domain/feeds/sale-facts.ts'
import { joinLines } from '#domain/kernel/text.ts'
import type { Producer } from '#domain/labels/producer.ts'
import { buildPictureUrl } from '#domain/pictures/picture-url.ts'
import type { DispatchCalendar } from '#domain/shipping/delivery-date/dispatch-calendar.ts'
import { makeBrand, makeProduct, type SomeProduct } from '#tests/support/catalog.ts'

const SHOP = { shopUrl: 'https://sklep.example', shopName: 'Róża & "Oud" <sklep>' }
const CALENDAR: DispatchCalendar = {
  dispatch_until: 14,
  closed_weekdays: [6, 7],
  closed_dates: [],
  holiday_from: null,
  holiday_to: null,
  holiday_selling: true,
}
const COSTS = {
  rates: {
    prepaid_courier: 1599,
    cash_on_delivery_courier: 1999,
    prepaid_locker: 1299,
    cash_on_delivery_locker: 1699,
  },
  free_delivery_from_grosze: 20_000,
  cod_limit_grosze: 500_000,
}
/** A Thursday morning. */
const NOW = new Date('2026-11-26T09:00:00Z')
const FACTS = toSaleFacts({ profile: SHOP, costs: COSTS, calendar: CALENDAR, now: NOW })

const PRODUCER: Producer = {
  name: 'Al Zahran Perfumes',
  address: 'Warehouse 12, Al Quoz 3, Dubai, Zjednoczone Emiraty Arabskie',
  contact: 'kontakt@alzahran.example',
  responsible: {
    name: 'Import sp. z o.o.',
    address: 'ul. Przykładowa 7, 00-000 Warszawa, Polska',
    contact: 'ue@import.example',
  },
}

const SOME: SomeProduct = {
  id: '00000000-0000-4000-8000-000000000007',
  name: 'Noc',
  brand: 0,
  gender: 'women',
  price_grosze: 3990,
  notes: ['róża'],
  volume_ml: 50,
  concentration: 'Woda perfumowana',
}

const PICTURE = 'a'.repeat(32)

type Given = Parameters<typeof recallRow>[0]
const entryOf = (more: Partial<Given['product']> = {}, reducedFrom: string | null = null): Given => ({
  product: {
    ...makeProduct([makeBrand(0, 'Perfumy Arabskie')], SOME),
    slug: 'noc',
    pictures: [{ image_key: PICTURE, url: buildPictureUrl(PICTURE, 960, 'webp'), alt: 'Noc' }],
    description: 'Pierwsza linia.\nDruga.',
    product_code: '5901234123457',
    producer: PRODUCER,
    warnings: 'Łatwopalne.\nNie połykać.',
    ...more,
  } as Given['product'],
  reducedFrom,
  editedAt: NOW,
  sold: 0,
  listed: {} as Given['listed'],
  card: {} as Given['card'],
  noteSlugs: [],
  notes: new Map(),
})
const rowOf = (more: Partial<Given['product']> = {}, reducedFrom: string | null = null) =>
  recallRow(entryOf(more, reducedFrom), FACTS)

function parseXml(xml: string): Document {
  const parsed = new DOMParser().parseFromString(xml, 'text/xml')
  expect(parsed.querySelector('parsererror')?.textContent).toBeUndefined()
  return parsed
}

const GOOGLE = 'http://base.google.com/ns/1.0'
/** The texts of Google's attributes in each item. */
const readItems = (xml: string) =>
  [...parseXml(xml).getElementsByTagName('item')].map(
    (item) => (name: string) => [...item.getElementsByTagNameNS(GOOGLE, name)].map((found) => found.textContent),
  )

/** The cells of a table by their column heads. */
function readTable(text: string): Map<string, string>[] {
  const [heads = [], ...lines] = text
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t').map((cell) => cell.replace(/^"(.*)"$/, '$1').replaceAll('""', '"')))
  return lines.map((cells) => new Map(heads.map((head, at) => [head, cells[at] ?? ''])))
}

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

  test('whose price is reduced: the lowest price of 30 days, the price now, and when it counts, in winter and summer', () => {
    const reduced = { lowest_price_cents: 4990, reduced_until: '2026-12-11T20:00' }
    const [cells] = readTable(writeProductTable([rowOf(reduced, '2026-07-01T08:00')]))
    expect(['price', 'sale_price', 'sale_price_effective_date'].map((name) => cells?.get(name))).toEqual([
      '49.90 PLN',
      '39.90 PLN',
      '2026-07-01T06:00+0000/2026-12-11T19:00+0000',
    ])
    expect(readTable(writeProductTable([rowOf(reduced)]))[0]?.get('sale_price_effective_date')).toBe('')
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

describe('numbers of producers', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 12 })
  const withCheckDigit = (first: readonly number[]) => {
    const sum = first.reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 1 : 3), 0)
    return [...first, (10 - (sum % 10)) % 10]
  }
  const IN_STORE = /^(2|02|04|05|98|99)/

  test('thirteen digits with their check digit are one, unless shops give such codes; with any other digit none', () => {
    fc.assert(
      fc.property(digits, fc.nat(12), fc.integer({ min: 1, max: 9 }), (first, at, by) => {
        const whole = withCheckDigit(first)
        const code = whole.join('')
        expect(readGtin(code)).toBe(IN_STORE.test(code) ? null : code)
        expect(readGtin(whole.map((digit, place) => (place === at ? (digit + by) % 10 : digit)).join(''))).toBeNull()
      }),
    )
  })

  test('a UPC and a short EAN are one with zeros before them; other lengths and texts, and short codes of shops, are none', () => {
    expect(readGtin('614141007349')).toBe('0614141007349')
    expect(readGtin('96385074')).toBe('0000096385074')
    for (const code of [
      '',
      'TT-12',
      '96385075',
      '20123451',
      '02345673',
      '212345678906',
      '59012341234578',
      '590123412345 7',
    ]) {
      expect(readGtin(code), code).toBeNull()
    }
  })
})

test('one-line addresses are split into all their parts, or not at all', () => {
  const read = (line: string) => {
    const found = readPostalAddress(line)
    return found && [found.street, found.postalCode, found.city, found.countryCode]
  }
  expect(read('1 rue Exemple, 06130 Grasse, Francja')).toEqual(['1 rue Exemple', '06130', 'Grasse', 'FR'])
  expect(read(PRODUCER.address)).toEqual(['Warehouse 12, Al Quoz 3', '', 'Dubai', 'AE'])
  expect(read('ul. Długa 1/2, 31-147 Nowy Sącz, POLSKA')).toEqual(['ul. Długa 1/2', '31-147', 'Nowy Sącz', 'PL'])
  expect(read('Damrak 1, 1012 AB Amsterdam, Holandia')).toEqual(['Damrak 1', '1012 AB', 'Amsterdam', 'NL'])
  expect(read('V Parku 1, 148 00 Praha 4, Czechy')).toEqual(['V Parku 1', '148 00', 'Praha 4', 'CZ'])
  expect(read('Bond Street 5, London W1S 1AA, United Kingdom')).toEqual(['Bond Street 5', 'W1S 1AA', 'London', 'GB'])
  expect(read('Via Roma 1, IT-20100 Milano, it')).toEqual(['Via Roma 1', 'IT-20100', 'Milano', 'IT'])
  for (const line of ['', 'Warszawa', 'ul. Długa 1, 00-001 Warszawa', 'Warszawa, Polska', ', , Polska']) {
    expect(read(line), line).toBeNull()
  }
})

describe('refusals of marketplaces', () => {
  const tell = (more: Partial<Given['product']>) =>
    listProblems([rowOf(more)]).flatMap(({ problems }) =>
      problems.map(({ refused_by, todo, path }) => [refused_by, todo, path]),
    )
  const FORM = `/admin/produkty?produkt=${SOME.id}`

  test('nothing of a whole product, nor that what the shop fills has no EAN', () => {
    expect(tell({})).toEqual([])
    const decant = { kind: 'sample', filled_by: 'shop', batch: 'KD-1' } as const
    expect([tell(decant), rowOf(decant).gtin]).toEqual([[], null])
  })

  test.for<[Partial<Given['product']>, string | null, string]>([
    [{ pictures: [] }, 'Google, Meta, Ceneo', 'Dodaj zdjęcie.'],
    [{ current_price_cents: 0 }, 'Google, Meta, Ceneo', 'Ustaw cenę wyższą od zera.'],
    [{ description: '\n' }, 'Google, Meta', 'Dodaj opis.'],
    [{ name: 'ż'.repeat(120) }, 'Google', 'Skróć nazwę: razem z marką i pojemnością ma 160 znaków, a może mieć 150.'],
    [{ producer: null }, 'Ceneo', 'Wybierz producenta przy marce albo przy produkcie.'],
    [{ product_code: null }, null, 'Wpisz EAN z opakowania: bez niego porównywarka nie rozpozna produktu.'],
    [
      { product_code: '5901234123450' },
      null,
      'W „5901234123450” nie zgadza się ostatnia cyfra. Przepisz EAN z opakowania.',
    ],
    [{ product_code: 'TT-12' }, null, '„TT-12” nie jest kodem EAN. Oferta idzie bez niego.'],
    [{ out_of_stock: true }, null, 'Wyprzedany: Google i Meta pokażą go jako niedostępny, do pliku Ceneo nie trafia.'],
  ])('%o: %s, %s', ([more, refusedBy, todo]) => expect(tell(more)).toEqual([[refusedBy, todo, FORM]]))

  test('internal shop codes, and codes without their leading zeros, are told apart from wrong ones', () => {
    const codes = ['2012345678903', '0212345678909', '0412345678907', '0512345678906', '9812345678900', '9912345678909']
    for (const product_code of codes)
      expect(tell({ product_code })[0]?.[1], product_code).toMatch(/to kod nadany w sklepie/)
    const lost = '„6141410074” zgubił zera z przodu. Przepisz EAN z opakowania, cyfra po cyfrze.'
    expect(tell({ product_code: '6141410074' })).toEqual([[null, lost, FORM]])
  })

  test('of firms an address or contact that Ceneo cannot read, once, whatever they made', () => {
    const path = '/admin/ustawienia/sklad-i-producenci#producenci'
    const responsible = { name: 'UE', address: 'gdzieś w Unii', contact: 'https://ue.example' }
    const row = rowOf({ producer: { ...PRODUCER, responsible } })
    expect(listProblems([row, { ...row, id: 'inny' }])).toEqual([
      {
        key: 'UE',
        name: 'UE',
        problems: [
          { refused_by: 'Ceneo', todo: 'Zapisz adres tak: ulica i numer, kod i miasto, kraj.', path },
          { refused_by: null, todo: 'Podaj e-mail: w pliku Ceneo nie ma miejsca na adres strony.', path },
        ],
      },
    ])
  })

  test('refusals stand first, of products and of each of them, then the others by name', () => {
    const rows = [
      { ...rowOf({ product_code: null }), id: '1', name: 'Żółć' },
      { ...rowOf({ product_code: null }), id: '2', name: 'Ćma' },
      { ...rowOf({ product_code: null, pictures: [], out_of_stock: true }), id: '3', name: 'Źdźbło' },
    ]
    expect(
      listProblems(rows).map(({ key, problems }) => [key, ...problems.map(({ refused_by }) => refused_by)]),
    ).toEqual([
      ['3', 'Google, Meta, Ceneo', null, null],
      ['2', null],
      ['1', null],
    ])
  })
})
