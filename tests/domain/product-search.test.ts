import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeCorrection } from '#domain/catalog/lists/describe-correction.ts'
import { findSuggestions } from '#domain/catalog/lists/find-suggestions.ts'
import { NO_FILTERS } from '#domain/catalog/lists/product-filters.ts'
import { listProducts } from '#domain/catalog/lists/product-list.ts'
import { editDistance } from '#domain/catalog/lists/typing-errors.ts'
import { findScentFamily } from '#domain/catalog/scents/scent-notes.ts'
import { GENDERS } from '#domain/kernel/gender.ts'
import { makeBrand, makeCatalog } from '#tests/support/catalog.ts'
import { all, demo, find, having, namesOf, search } from '#tests/support/demo-search.ts'

const MISSPELT: [typed: string, name: string][] = [
  ['bakur mirza', 'Bakhur Mirzan'],
  ['bakhr', 'Bakhur Mirzan'],
  ['bahkur mirzan', 'Bakhur Mirzan'],
  ['layli zahran', 'Layali Zahran'],
  ['layali zaran', 'Layali Zahran'],
  ['zafrn', 'Zafran Makhmal'],
  ['zafran makmal', 'Zafran Makhmal'],
  ['qamr al wadi', 'Qamar al-Wadi'],
  ['sahara dafina', 'Sahra Dafina'],
  ['sahra dafima', 'Sahra Dafina'],
  ['ward nachari', 'Ward Nahari'],
  ['kutban dahab', 'Kuthban Dahab'],
  ['anbar sachili', 'Anbar Sahili'],
  ['misk fajry', 'Misk Fajri'],
  ['janah hudhut', 'Janah Hudhud'],
  ['sirb gazal', 'Sirb Ghazal'],
  ['nahil asmar', 'Nakhil Asmar'],
  ['luban sarmat', 'Luban Sarmad'],
  ['tamr lajlak', 'Tamr Laylak'],
  ['kahwat badiya', 'Qahwat Badiya'],
  ['jabal ravnaq', 'Jabal Rawnaq'],
  ['riyah jasira', 'Riyah Jazira'],
  ['duhan yaqut', 'Dukhan Yaqut'],
  ['bustan mariana', 'Bustan Marjana'],
  ['chashab suhajl', 'Khashab Suhayl'],
  ['najmat cidra', 'Najmat Sidra'],
  ['jardin mirele', 'Jardin Mirelle'],
  ['soie opaliine', 'Soie Opaline'],
  ['tileuls', 'Cour aux Tilleuls'],
  ['encre tavele', 'Encre Tavelle'],
  ['piwoine octobre', 'Pivoine d’Octobre'],
  ['biel bavelny', 'Biel Bawełny'],
  ['mglizta skora', 'Mglista Skóra'],
  ['szary atals', 'Szary Atłas'],
  ['ficarela', 'Ficarella'],
  ['arancia setembre', 'Arancia Settembre'],
  ['limonra blu', 'Limonara Blu'],
  ['fourten rozes', 'Fourteen Roses'],
  ['pudrowy zmierch', 'Pudrowy Zmierzch'],
  ['przyplyf', 'Stalowy Przypływ'],
  ['bursztynova zatoca', 'Bursztynowa Zatoka'],
  ['skovmoze', 'Skovmose'],
  ['bzoskwiniowy halaz', 'Brzoskwiniowy Hałas'],
  ['pocztufka', 'Pocztówka z Wyspy'],
]

describe('search', () => {
  test.each(MISSPELT)('%s: finds the intended products first, and says so', (typed, name) => {
    const { items, corrected } = search(typed)
    expect(namesOf(items)[0]).toBe(name)
    expect(corrected).not.toBe(null)
    // The corrected search finds what is shown.
    expect(find(corrected ?? '')).toEqual(namesOf(items))
  })

  test('every product is found first by its name, in any case and without diacritics', () => {
    for (const name of namesOf(all)) {
      for (const typed of [
        name,
        name.toUpperCase(),
        name
          .normalize('NFKD')
          .replace(/[\u0300-\u036f’]/g, '')
          .replaceAll('ł', 'l'),
      ]) {
        const { items, corrected } = search(typed)
        expect([namesOf(items)[0], corrected], typed).toEqual([name, null])
      }
    }
  })

  test('every brand finds its products before others', () => {
    for (const { name } of demo.brands) {
      const own = having(({ product }) => product.brand.name === name)
      expect(find(name).slice(0, own.length).toSorted(), name).toEqual(own)
    }
  })

  test('every note and every scent family finds its products', () => {
    for (const note of new Set(all.flatMap(({ product }) => product.notes))) {
      expect(find(note).toSorted(), note).toEqual(
        expect.arrayContaining(having(({ product }) => product.notes.includes(note))),
      )
    }
    for (const { product } of all) {
      for (const note of product.notes) expect(find(findScentFamily(note)?.name ?? ''), note).toContain(product.name)
    }
  })

  test('words of a gender find its products, and unisex ones after them', () => {
    const WORDS = {
      women: ['damskie', 'dla niej', 'DAMSKI', 'perfumy damskie', 'kobieta', 'dla żony', 'zapachy damskie'],
      men: ['męskie', 'meskie', 'dla niego', 'perfumy męskie', 'mężczyzna', 'dla chłopaka', 'prezent dla taty'],
      unisex: ['unisex', 'Unisex'],
    }
    for (const gender of GENDERS) {
      const own = having(({ product }) => product.gender === gender)
      const also = gender === 'unisex' ? [] : having(({ product }) => product.gender === 'unisex')
      for (const word of WORDS[gender]) {
        expect(find(word).slice(0, own.length).toSorted(), word).toEqual(own)
        expect(find(word).slice(own.length).toSorted(), word).toEqual(also)
      }
    }
    const oud = having(({ product }) => product.gender === 'men' && product.notes.includes('oud'))
    expect(oud).not.toEqual([])
    expect(find('oud męskie')).toEqual(expect.arrayContaining(oud))
  })

  test('volume and concentration find their products, and a volume finds no larger one', () => {
    for (const volume of new Set(all.map(({ product }) => product.volume_ml))) {
      const own = having(({ product }) => product.volume_ml === volume)
      for (const typed of [`${volume} ml`, `${volume}ml`]) expect(find(typed).toSorted(), typed).toEqual(own)
    }
    for (const { product } of all) expect(find(product.concentration ?? '')).toContain(product.name)
    expect(find('1 ml')).toEqual([])
  })

  test('nonsense finds nothing, and corrects nothing', () => {
    for (const typed of ['qqqq', 'xyzzy', 'asdfgh', 'blablabla', '%', '!!!', 'qwertyuiop', '123456', 'lorem ipsum']) {
      expect(search(typed), typed).toMatchObject({ total: 0, corrected: null })
    }
  })

  test('words that no product combines find nothing, and are not corrected', () => {
    expect(search('orsolay zagiel')).toMatchObject({ total: 0, corrected: null })
  })

  test('ranks a whole word before a prefix, a name before a brand before a note', () => {
    const product = (name: string, brand: number, notes: string[] = []) => ({
      ...{ name, brand, notes, id: randomUUID(), gender: 'unisex' as const, price_grosze: 100 },
    })
    const catalog = makeCatalog(
      [makeBrand(0, 'Oud'), makeBrand(1, 'Zima')],
      [
        product('Oudana', 1),
        product('Noc', 1, ['oud']),
        product('Dzień', 0),
        product('Drzewo i oud', 1),
        product('Oud', 1),
        product('Proud', 1),
      ],
    )
    const { items } = listProducts(catalog, { ...NO_FILTERS, search: 'oud' }, { pageSize: 9 })
    expect(namesOf(items)).toEqual(['Oud', 'Drzewo i oud', 'Dzień', 'Noc', 'Oudana'])
    const inside = listProducts(catalog, { ...NO_FILTERS, search: 'roud' }, { pageSize: 9 })
    expect([namesOf(inside.items), inside.corrected]).toEqual([['Proud'], null])
  })

  test('a chosen order replaces the relevance', () => {
    const { items } = listProducts(demo, { ...NO_FILTERS, search: 'oud', sort: 'price-asc' }, { pageSize: 1000 })
    const prices = items.map(({ product }) => product.current_price_cents)
    expect(prices).toEqual(prices.toSorted((a, b) => a - b))
    expect(namesOf(items).toSorted()).toEqual(find('oud').toSorted())
  })

  test('a word of four to seven letters may have one wrong letter, a longer one two, a shorter one none', () => {
    expect(search('tpt')).toMatchObject({ total: 0, corrected: null })
    expect(search('vnilla').corrected).toBe('Vanilla')
    expect(search('wnilja')).toMatchObject({ total: 0 })
    expect(search('bursxtynowx').corrected).toBe('Bursztynowa')
    expect(search('bxrsxtxnowa').total).toBe(0)
  })
})

describe('search by what buyers ask for', () => {
  const product = (name: string, more: object = {}) => ({
    ...{ name, brand: 0, notes: ['róża'], id: randomUUID(), gender: 'unisex' as const, price_grosze: 100 },
    ...more,
  })
  const catalog = makeCatalog(
    [makeBrand(0, 'Zima')],
    [
      product('Noc', { with_sample: true }),
      product('Noc 2 ml', { kind: 'sample', volume_ml: 2 }),
      product('Dwie noce', { kind: 'set' }),
    ],
  )
  const named = (text: string) =>
    namesOf(listProducts(catalog, { ...NO_FILTERS, search: text }, { pageSize: 9 }).items).toSorted()

  test.each(['próbka', 'próbki', 'próbkę', 'próbek', 'tester', 'testery', 'mini', 'miniatura', 'próbka róża'])(
    '%s: samples',
    (typed) => expect(named(typed)).toEqual(['Noc 2 ml']),
  )

  test.each(['zestaw', 'zestawy', 'zestaw prezentowy', 'komplet'])('%s: sets', (typed) =>
    expect(named(typed)).toEqual(['Dwie noce']),
  )

  test.each(['mocne', 'mocny', 'długotrwałe', 'trwałe', 'lekkie', 'lekki'])('%s: some products', (typed) => {
    const { total, ignored } = search(typed)
    expect(ignored).toEqual([])
    expect(total).toBeGreaterThan(0)
    expect(total).toBeLessThan(all.length)
  })

  test.each(['bestsellery', 'na prezent', 'polecane', 'najpopularniejsze'])('%s: what sells best first', (typed) => {
    const sold = search(typed).items.map((product) => product.sold)
    expect(sold).toHaveLength(search('').total)
    expect(sold).toEqual(sold.toSorted((a, b) => b - a))
  })

  test('a word after a minus is excluded', () => {
    const found = find('wanilia -oud')
    expect(found).toEqual(find('wanilia bez oud'))
    expect(found).not.toEqual([])
    expect(found).not.toEqual(expect.arrayContaining(having(({ product }) => product.notes.includes('oud'))))
    for (const name of having(({ product }) => product.notes.includes('oud'))) expect(found).not.toContain(name)
  })

  test.each(['nie-ma-takiego-zapachu', 'gucci', 'perfumy gucci', 'zapach dla gucci'])(
    '%s: unknown words alone find nothing, and are named',
    (typed) => {
      const { total, ignored, corrected } = search(typed)
      expect([total, corrected]).toEqual([0, null])
      expect(ignored).not.toEqual([])
      expect(findSuggestions(demo, typed).ignored).toEqual(ignored)
    },
  )

  test('an unknown word beside a known one is named, and an occasion leaves all perfumes', () => {
    const told = (typed: string) => {
      const { corrected, ignored } = search(typed)
      return describeCorrection(typed, corrected ?? '', ignored)
    }
    expect(told('wanilia gucci')).toBe('Nie znamy słowa „gucci”. Pokazujemy wyniki dla „wanilia”.')
    expect(told('perfumy zimowe')).toBe('Nie znamy słowa „zimowe”. Oto wszystkie perfumy.')
    expect(told('wanilia gucci prada')).toBe('Nie znamy słów „gucci”, „prada”. Pokazujemy wyniki dla „wanilia”.')
  })
})

test('suggestions: show the corrected words, with their notes and brands', () => {
  expect(findSuggestions(demo, 'szafrn')).toMatchObject({ corrected: 'szafran', notes: [{ slug: 'szafran' }] })
  expect(findSuggestions(demo, 'orsolaj')).toMatchObject({ corrected: 'Orsolay', brands: [{ slug: 'orsolay' }] })
  expect(findSuggestions(demo, 'oud').corrected).toBe(undefined)
})

test('editDistance: counts letters that are missing, added, changed or swapped, the same both ways', () => {
  expect([editDistance('bakhur', 'bakur', 2), editDistance('ab', 'ba', 2), editDistance('kot', 'kat', 2)]).toEqual([
    1, 1, 1,
  ])
  expect(editDistance('abcdef', 'ghijkl', 2)).toBe(3)
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 7 })
  fc.assert(
    fc.property(word, word, fc.nat(6), (a, b, at) => {
      expect(editDistance(a, b, 9)).toBe(editDistance(b, a, 9))
      expect(editDistance(a, a, 9)).toBe(0)
      const longer = `${a.slice(0, at)}x${a.slice(at)}`
      expect(editDistance(a, longer, 9)).toBe(1)
    }),
  )
})
