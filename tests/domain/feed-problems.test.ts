// What marketplaces refuse: products, numbers and addresses of producers that cannot be read.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listProblems } from '#domain/feeds/feed-problems.ts'
import { readPostalAddress } from '#domain/feeds/postal-address.ts'
import { readGtin } from '#domain/kernel/numbers/gtin.ts'
import { type Given, PRODUCER, rowOf, SOME } from '#tests/support/feeds.ts'

describe('numbers of producers', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 12 })
  const withCheckDigit = (first: readonly number[]) => {
    const sum = first.reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 1 : 3), 0)
    return [...first, (10 - (sum % 10)) % 10]
  }
  const IN_STORE = /^(2|02|04|05|98|99)/

  test('thirteen digits with their check digit are an EAN, unless shops assign such codes themselves', () => {
    fc.assert(
      fc.property(digits, fc.nat(12), fc.integer({ min: 1, max: 9 }), (first, at, by) => {
        const whole = withCheckDigit(first)
        const code = whole.join('')
        expect(readGtin(code)).toBe(IN_STORE.test(code) ? null : code)
        expect(readGtin(whole.map((digit, place) => (place === at ? (digit + by) % 10 : digit)).join(''))).toBeNull()
      }),
    )
  })

  test('a UPC and a short EAN become an EAN by leading zeros; other lengths, texts and codes of shops do not', () => {
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

  test('a complete product has none, nor has one that the shop fills for its missing EAN', () => {
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

  test('internal shop codes, and codes without their leading zeros, are distinguished from wrong ones', () => {
    const codes = ['2012345678903', '0212345678909', '0412345678907', '0512345678906', '9812345678900', '9912345678909']
    for (const product_code of codes)
      expect(tell({ product_code })[0]?.[1], product_code).toMatch(/to kod nadany w sklepie/)
    const lost = '„6141410074” zgubił zera z przodu. Przepisz EAN z opakowania, cyfra po cyfrze.'
    expect(tell({ product_code: '6141410074' })).toEqual([[null, lost, FORM]])
  })

  test('products with one EAN name each other, those without any do not', () => {
    const [first, second] = [
      { ...rowOf({}), id: '1', title: 'Layali 50 ml' },
      { ...rowOf({}), id: '2', title: 'Layali 100 ml' },
    ]
    const tellOf = (name: string) =>
      `Ten sam EAN ma „${name}”: porównywarka weźmie je za jeden produkt. Przepisz EAN z opakowania.`
    const told = listProblems([first, second]).map(({ key, problems }) => [key, ...problems.map(({ todo }) => todo)])
    expect(told).toEqual([
      ['1', tellOf('Layali 100 ml')],
      ['2', tellOf('Layali 50 ml')],
    ])
    const decants = [first, second].map((row) => ({ ...row, gtin: null, filledBy: 'shop' as const }))
    expect(listProblems(decants)).toEqual([])
  })

  test('a firm’s address or contact that Ceneo cannot read is listed once for all of its products', () => {
    const path = '/admin/ustawienia/sklad-i-producenci#producenci'
    const responsible = { name: 'UE', address: 'gdzieś w Unii', contact: 'https://ue.example' }
    const row = rowOf({ producer: { ...PRODUCER, responsible } })
    expect(listProblems([row, { ...row, id: 'inny', gtin: readGtin('96385074') }])).toEqual([
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

  test('refused products are listed first, each with its refusals first, then the others by name', () => {
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
