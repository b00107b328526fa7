import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { NO_FILTERS } from '#domain/catalog/lists/product-filters.ts'
import { listProducts } from '#domain/catalog/lists/product-list.ts'
import { findScentFamily } from '#domain/catalog/scents/scent-notes.ts'
import { makeBrand, makeCatalog } from '#tests/support/catalog.ts'
import { all, demo, find, having, namesOf, search } from '#tests/support/demo-search.ts'

/** What buyers type, and the word or filter of the shop that finds the same. */
const CALLED: [typed: string, same: string][] = [
  ['cytrusowe', 'cytrusy'],
  ['owocowe', 'owoce'],
  ['drzewne', 'drewno'],
  ['waniliowe', 'wanilia'],
  ['perfumy z wanilią', 'wanilia'],
  ['różane', 'róża'],
  ['kawowe', 'kawa'],
  ['korzenne', 'przyprawy'],
  ['vanilla', 'wanilia'],
  ['musk', 'piżmo'],
  ['edp', 'woda perfumowana'],
  ['wody perfumowane', 'woda perfumowana'],
  ['edt', 'woda toaletowa'],
  ['wody toaletowe', 'woda toaletowa'],
  ['zapach oud', 'oud'],
  ['oud na prezent', 'oud'],
  ['słod', 'słodkie'],
  ['cynamonowe', 'cynamon'],
  ['malinowe', 'malina'],
  ['wiśniowe', 'wiśnia'],
  ['figowe', 'fig'],
  ['migdałowe', 'migdał'],
  ['irysowe', 'irys'],
  ['imbirowe', 'imbir'],
  ['pieprzowy', 'pieprz'],
  ['bergamotkowe', 'bergamotka'],
  ['pomarańczowe', 'pomarańcz'],
  ['piwoniowe', 'piwonia'],
  ['tonkowe', 'tonka'],
  ['fiołkowe', 'fiołek'],
  ['grapefruit', 'grejpfrut'],
  ['eau de parfum', 'woda perfumowana'],
  ['eau de toilette', 'woda toaletowa'],
  ['perfumes for women', 'damskie'],
  ['for men', 'męskie'],
  ['ładne perfumy z oud', 'oud'],
  ['szukam małych perfum oud', 'oud'],
  ['kwiatow', 'kwiatowe'],
]

test.each(CALLED)('words of buyers: %s: finds what %s finds, uncorrected', (typed, same) => {
  expect(find(typed)).not.toEqual([])
  expect([find(typed).toSorted(), search(typed).corrected]).toEqual([find(same).toSorted(), null])
})

test('words of buyers: adjectives without their own entry find the intended families', () => {
  const ofFamily = (...names: string[]) =>
    having(({ product }) => product.notes.some((note) => names.includes(findScentFamily(note)?.name ?? '')))
  expect(find('słodkie').toSorted()).toEqual(ofFamily('Słodycze i miód', 'Wanilia i tonka'))
  expect(find('kwiatowe').toSorted()).toEqual(ofFamily('Białe kwiaty', 'Kwiaty pudrowe', 'Róża i piwonia'))
  for (const typed of ['świeże', 'orientalne', 'trwałe']) expect(find(typed), typed).not.toEqual([])
})

test('words of buyers: zamienniki: finds every brand except the original line', () => {
  const substitutes = having(({ product }) => !product.brand.is_original)
  for (const typed of ['zamienniki', 'zamiennik', 'perfumy odpowiedniki']) {
    expect(find(typed).toSorted(), typed).toEqual(substitutes)
  }
})

test('words of buyers: a price filters the list, a volume does not', () => {
  const upTo = (grosze: number) => having(({ product }) => product.current_price_cents <= grosze)
  for (const typed of ['do 50 zł', 'perfumy do 50', 'poniżej 50 zł', 'mniej niż 50 zł', '50 zł']) {
    expect(find(typed).toSorted(), typed).toEqual(upTo(5000))
  }
  const oud = search('oud od 50 do 100 zł').items.map(({ product }) => product)
  expect(oud.length).toBeGreaterThan(0)
  for (const { current_price_cents: price, notes } of oud) {
    expect([price >= 5000, price <= 10000, notes.includes('oud')]).toEqual([true, true, true])
  }
  expect(find('oud do 100 ml')).toEqual(find('oud 100 ml'))
  expect(find('około 50 zł').toSorted()).toEqual(
    having(({ product: { current_price_cents: price } }) => price >= 4000 && price <= 6000),
  )
  for (const typed of ['najtańsze', 'najtańszy', 'tanich perfum', 'tańszych']) {
    expect(find(typed), typed).toEqual(find('tanie'))
  }
  const cheap = search('tanie').items.map(({ product }) => product.current_price_cents)
  expect(cheap).toEqual(all.map(({ product }) => product.current_price_cents).toSorted((a, b) => a - b))
})

test('words of buyers: promocja and przecena find reduced products', () => {
  const [first, ...others] = demo.products
  if (!first) throw new Error('the demo has no products')
  const product = { ...first.product, lowest_price_cents: first.product.current_price_cents + 1000 }
  const products = [{ ...first, product }, ...others]
  const catalog = { ...demo, products, named: products }
  const list = (text: string) => listProducts(catalog, { ...NO_FILTERS, search: text }, { pageSize: 9 }).items
  for (const typed of ['promocja', 'przecena', 'perfumy w promocji']) {
    expect(namesOf(list(typed)), typed).toEqual([product.name])
  }
  expect(find('promocja')).toEqual([])
  const { items } = listProducts(catalog, { ...NO_FILTERS, sort: 'reduction' }, { pageSize: 1 })
  expect(namesOf(items)).toEqual([product.name])
})

test('words of buyers: unknown words and occasions are left out and named; an unknown name alone finds nothing', () => {
  expect(search('perfumy męskie na lato')).toMatchObject({
    total: search('perfumy męskie').total,
    corrected: 'perfumy męskie',
    ignored: ['lato'],
  })
  for (const [typed, ignored] of [
    ['na lato', ['lato']],
    ['na co dzień', ['dzień']],
  ] as const) {
    expect(search(typed), typed).toMatchObject({ total: all.length, corrected: 'perfumy', ignored })
  }
  expect(search('oud xqzw')).toMatchObject({ total: search('oud').total, corrected: 'oud', ignored: ['xqzw'] })
  for (const typed of ['lattafa', 'perfumy lattafa', 'baccarat rouge']) {
    expect(search(typed), typed).toMatchObject({ total: 0, corrected: null })
  }
})

test('words of buyers: excluded notes are left out of the list; excluding only unknown words finds nothing', () => {
  const without = having(({ product }) => !product.notes.some((note) => note.includes('oud')))
  const found = find('bez oud').toSorted()
  expect(found.length).toBeGreaterThan(0)
  for (const name of found) expect(without).toContain(name)
  expect(find('damskie bez wanilii').length).toBeLessThan(find('damskie').length)
  expect(search('bez alkoholu').total).toBe(0)
  expect(search('oud bez alkoholu')).toMatchObject({ corrected: 'oud', ignored: ['bez alkoholu'] })
  expect(find('bez').toSorted()).toEqual(having(({ product }) => product.notes.includes('bez')))
})

test('words of buyers: numbers and words of a name are found joined, separate, or with connecting words', () => {
  const named = (name: string) => ({ name, id: randomUUID(), brand: 0, gender: 'women', price_grosze: 1 }) as const
  const names = ['No. 5', 'Black & Gold', 'Ice-Tea', 'Œillet', 'Lato']
  const catalog = makeCatalog(
    [makeBrand(0)],
    names.map((name) => ({ ...named(name), notes: [] })),
  )
  const first = (text: string) =>
    namesOf(listProducts(catalog, { ...NO_FILTERS, search: text }, { pageSize: 1 }).items)[0]
  expect(['no5', 'nr 5', 'no.5'].map(first)).toEqual(['No. 5', 'No. 5', 'No. 5'])
  for (const typed of ['black and gold', 'black i gold', 'blackgold', 'black & gold']) {
    expect(first(typed), typed).toBe('Black & Gold')
  }
  expect([first('icetea'), first('oeillet'), first('lato')]).toEqual(['Ice-Tea', 'Œillet', 'Lato'])
})
