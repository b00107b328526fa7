import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CatalogProduct, findProduct, replaceProducts } from '#domain/catalog/catalog.ts'
import { CATEGORIES, NO_FILTERS, PRODUCT_SORTS, type ProductFilters } from '#domain/catalog/lists/product-filters.ts'
import {
  type ListOrder,
  listBestsellers,
  listPickerBrands,
  listProducts,
  listScentFamilies,
} from '#domain/catalog/lists/product-list.ts'
import { listSimilarProducts } from '#domain/catalog/lists/similar-products.ts'
import { SCENT_FAMILIES } from '#domain/catalog/scents/scent-families.ts'
import { FAMILY_NOTES, findScentFamily, listNoteSlugs } from '#domain/catalog/scents/scent-notes.ts'
import { toSlug } from '#domain/catalog/slug.ts'
import { GENDERS } from '#domain/kernel/gender.ts'
import { makeBrand, makeCatalog, makeDemoCatalog, makeProduct, type SomeProduct } from '#tests/support/catalog.ts'

const BRANDS = [makeBrand(0), makeBrand(1), makeBrand(2)]
const NOTES = ['oud', 'wanilia', 'róża', 'kawa', 'cytryna', 'proch']
const ORDERS: readonly ListOrder[] = [...PRODUCT_SORTS, 'arabic-first']

const someProduct = fc.record<SomeProduct>({
  id: fc.uuid({ version: 4 }),
  name: fc.constantFrom('Łąka', 'Lato', 'lato', 'Ława', 'Źdźbło', 'Zima', 'Oud', 'Świt', 'świt', 'Ćma', 'Cień'),
  brand: fc.nat(2),
  gender: fc.constantFrom(...GENDERS),
  price_grosze: fc.integer({ min: 1000, max: 1005 }),
  notes: fc.subarray(NOTES),
  out_of_stock: fc.boolean(),
})
const someProducts = fc.uniqueArray(someProduct, { maxLength: 60, selector: ({ id }) => id })
const someCatalog = fc.tuple(someProducts, fc.boolean()).map(([products, hidesSubstitutes]) =>
  makeCatalog(
    hidesSubstitutes ? BRANDS.slice(0, 1) : BRANDS,
    products.map((some) => (hidesSubstitutes ? { ...some, brand: 0 } : some)),
    { hidesSubstitutes },
  ),
)

/** Filters, mostly null, because with every filter set hardly anything matches. */
const orNull = <Value>(...values: readonly Value[]) =>
  fc.oneof({ arbitrary: fc.constant(null), weight: 3 }, fc.constantFrom(...values))
const someFilters = fc.record<ProductFilters>({
  search: fc.constantFrom('', '', '', 'lato', 'zima', 'oud'),
  gender: orNull(...GENDERS),
  brand: orNull('marka-0', 'marka-1', BRANDS[2]?.id ?? '', 'nie-ma'),
  minPrice: orNull(1002),
  maxPrice: orNull(1003),
  sort: fc.constantFrom(...PRODUCT_SORTS),
  category: orNull(...CATEGORIES),
  family: orNull('oud', 'kawa-i-kakao'),
  note: orNull('roza', 'proch'),
  reduced: fc.constant(false),
  page: fc.integer({ min: 1, max: 9 }),
})

/** The expected condition for a product of the list, written independently of it. */
function fits({ product }: CatalogProduct, filters: ProductFilters, hidesSubstitutes: boolean): boolean {
  const { gender, brand, category, minPrice, maxPrice, family, note } = filters
  const slugs = product.notes.map(toSlug)
  const isOfBrand = hidesSubstitutes || brand === null || [product.brand.slug, product.brand.id].includes(brand)
  const isOfCategory =
    hidesSubstitutes ||
    category === null ||
    (category === 'arabic' ? product.brand.is_arabic : !product.brand.is_original)
  return (
    isOfBrand &&
    isOfCategory &&
    (gender ?? product.gender) === product.gender &&
    product.current_price_cents >= (minPrice ?? 0) &&
    product.current_price_cents <= (maxPrice ?? Infinity) &&
    (family === null || slugs.some((slug) => listNoteSlugs(family).includes(slug))) &&
    (note === null || slugs.includes(note))
  )
}

const idsOf = (items: readonly CatalogProduct[]) => items.map(({ product }) => product.id)

describe('listProducts', () => {
  test('every product of a list matches, and every matching one is in it', () => {
    fc.assert(
      fc.property(someCatalog, someFilters, (catalog, filters) => {
        const { items, total } = listProducts(catalog, { ...filters, search: '', page: 1 }, { pageSize: 1000 })
        const expected = catalog.products.filter((product) => fits(product, filters, catalog.hidesSubstitutes))
        expect(idsOf(items).toSorted()).toEqual(idsOf(expected).toSorted())
        expect(total).toBe(expected.length)
      }),
    )
  })

  test('its pages together are the whole list in order, and a page beyond the end is the last one', () => {
    fc.assert(
      fc.property(someCatalog, someFilters, fc.integer({ min: 1, max: 20 }), (catalog, filters, pageSize) => {
        const whole = listProducts(catalog, { ...filters, page: 1 }, { pageSize: 1000 })
        const count = Math.max(1, Math.ceil(whole.total / pageSize))
        const page = (number: number) => listProducts(catalog, { ...filters, page: number }, { pageSize })
        const pages = Array.from({ length: count }, (_, at) => page(at + 1))
        expect(idsOf(pages.flatMap(({ items }) => items))).toEqual(idsOf(whole.items))
        expect(page(filters.page + count)).toEqual(page(count))
        expect(pages.map((one) => one.page)).toEqual(Array.from({ length: count }, (_, at) => at + 1))
      }),
    )
  })

  test('filters narrow a list in whatever order they are applied', () => {
    fc.assert(
      fc.property(someCatalog, someFilters, (catalog, filters) => {
        const list = (part: Partial<ProductFilters>) =>
          idsOf(listProducts(catalog, { ...NO_FILTERS, sort: filters.sort, ...part }, { pageSize: 1000 }).items)
        const { search, gender, brand, minPrice, maxPrice, category, family, note } = filters
        const parts = [
          { search },
          { gender },
          { brand },
          { minPrice },
          { maxPrice },
          { category },
          { family },
          { note },
        ]
        const narrowed = parts.map((part) => new Set(list(part)))
        // Relevance changes the order of a search, not its products.
        const expected = list({}).filter((id) => narrowed.every((ids) => ids.has(id)))
        expect(list({ ...filters, page: 1 }).toSorted()).toEqual(expected.toSorted())
      }),
    )
  })

  test('orders by its key and then by the id, names by the Polish alphabet', () => {
    const { compare } = new Intl.Collator('pl')
    const bytes = (a: string, b: string) => (a < b ? -1 : Number(a > b))
    type Compare = (a: CatalogProduct['product'], b: CatalogProduct['product']) => number
    const byName: Compare = (a, b) => compare(a.name, b.name) || bytes(a.name, b.name) || bytes(a.id, b.id)
    const byPrice: Compare = (a, b) => a.current_price_cents - b.current_price_cents || bytes(a.id, b.id)
    const compares: Record<Exclude<ListOrder, 'newest'>, Compare> = {
      'price-asc': byPrice,
      'price-desc': (a, b) => byPrice(b, a),
      'name-asc': byName,
      'name-desc': (a, b) => byName(b, a),
      // None of these products is reduced: they stay as they are.
      reduction: () => 0,
      // Nor was any sold.
      best: () => 0,
      'arabic-first': (a, b) => Number(b.brand.is_arabic) - Number(a.brand.is_arabic) || byName(a, b),
    }
    fc.assert(
      fc.property(someCatalog, fc.constantFrom(...ORDERS), (catalog, order) => {
        const { items } = listProducts(catalog, NO_FILTERS, { pageSize: 1000, order })
        const products = catalog.products.map(({ product }) => product)
        const expected = order === 'newest' ? products : products.toSorted(compares[order])
        expect(idsOf(items)).toEqual(expected.map(({ id }) => id))
      }),
    )
  })
})

test('replaceProducts: the result equals a catalogue built from the changed products', () => {
  fc.assert(
    fc.property(someProducts, fc.array(fc.nat(60)), someFilters, fc.integer(), (products, at, filters, seed) => {
      const before = makeCatalog(BRANDS, products)
      // Called before the change as well, so that outdated cached values would show.
      const list = (catalog: typeof before) => listProducts(catalog, filters, { pageSize: 1000 })
      list(before)
      const changed = products.map((some, index) => ({
        ...some,
        ...(at.includes(index) && { name: seed % 2 ? 'Zima' : some.name, price_grosze: 1004, notes: ['oud'] }),
      }))
      const rows = changed
        .filter((_, index) => at.includes(index))
        .map((some) => ({ product: makeProduct(BRANDS, some), editedAt: new Date(0), reducedFrom: null, sold: 0 }))
      const after = replaceProducts(before, new Set(rows.map(({ product }) => product.id)), rows)
      if (!after) throw new Error('nothing came')
      expect(idsOf(list(after).items)).toEqual(idsOf(list(makeCatalog(BRANDS, changed)).items))
      const gone = replaceProducts(before, new Set(products.map(({ id }) => id)), [])
      expect(gone?.products).toEqual([])
    }),
  )
  const one = { id: 'neu', name: 'Neu', brand: 0, gender: 'men', price_grosze: 1, notes: [] } as const
  const row = { product: makeProduct(BRANDS, { ...one, notes: [] }), editedAt: new Date(0), reducedFrom: null, sold: 0 }
  expect(replaceProducts(makeCatalog(BRANDS, []), new Set(['neu']), [row])).toBe(null)
})

const demo = makeDemoCatalog()

test('findProduct: by id and slug in any case, and by slugs that it had before', () => {
  const [some] = demo.products
  if (!some) throw new Error('no product')
  const catalog = {
    ...demo,
    formerSlugs: new Map([
      ['dawna-nazwa', some.product.id],
      ['zniknela', 'nie-ma'],
    ]),
  }
  for (const key of [some.product.id.toUpperCase(), some.product.slug, 'dawna-nazwa']) {
    expect(findProduct(catalog, key)).toBe(some)
  }
  for (const key of ['zniknela', 'nie-ma', '']) expect(findProduct(catalog, key)).toBe(null)
})

test('listProducts: a brand is found by its id, and by a slug that it had before', () => {
  const catalog = { ...demo, formerBrandSlugs: new Map([['dawny', 'orsolay']]) }
  const list = (brand: string) => idsOf(listProducts(catalog, { ...NO_FILTERS, brand }, { pageSize: 99 }).items)
  expect(list('orsolay')).toHaveLength(5)
  expect(list('dawny')).toEqual(list('orsolay'))
  expect(list(demo.brands.find(({ slug }) => slug === 'orsolay')?.id ?? '')).toEqual(list('orsolay'))
})

test('listScentFamilies: returns the families that products have', () => {
  expect(listScentFamilies(demo).map(({ slug }) => slug)).toEqual(SCENT_FAMILIES.map(({ slug }) => slug))
  fc.assert(
    fc.property(someCatalog, (catalog) => {
      const notes = catalog.products.flatMap(({ product }) => product.notes)
      const expected = new Set(notes.map((note) => findScentFamily(note)?.slug).filter(Boolean))
      expect(new Set(listScentFamilies(catalog).map(({ slug }) => slug))).toEqual(expected)
    }),
  )
  expect(Object.keys(FAMILY_NOTES)).toHaveLength(SCENT_FAMILIES.length)
})

test('listPickerBrands: the original line first, then by sales, products and name, with counts by gender', () => {
  const slugs = (catalog: typeof demo) => listPickerBrands(catalog).map(({ slug }) => slug)
  const [original, ...others] = slugs(demo)
  expect([original, others.length]).toEqual(['perfumy-arabskie', 9])
  const last = demo.brands.find(({ slug }) => slug === others.at(-1))
  const sold = { ...demo, brandSales: new Map([[last?.id ?? '', 3]]) }
  expect(slugs(sold)).toEqual([original, last?.slug, ...others.slice(0, -1)])
  for (const { slug, women, men } of listPickerBrands(demo)) {
    const own = demo.products.filter(({ product }) => product.brand.slug === slug)
    const count = (without: string) => own.filter(({ product }) => product.gender !== without).length
    expect([women.total, men.total], slug).toEqual([count('men'), count('women')])
  }
})

test('listSimilarProducts: those in stock, most shared notes first, with the notes in the product’s spelling', () => {
  fc.assert(
    fc.property(someCatalog, fc.nat(), (catalog, at) => {
      const own = catalog.products[at % catalog.products.length]
      if (!own) return
      const { id, gender, notes } = own.product
      const similar = listSimilarProducts(catalog, own).items
      const genders = gender === 'unisex' ? GENDERS : [gender, 'unisex']
      const others = catalog.products.filter(({ product }) => product.id !== id && genders.includes(product.gender))
      const share = (other: { notes: string[] }) => notes.filter((note) => other.notes.includes(note))
      const best = others
        .map(({ product }) => [Number(product.out_of_stock), -share(product).length])
        .sort(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d)
      expect(
        similar.map(({ product, shared_notes: shared }) => [Number(product.out_of_stock), -shared.length]),
      ).toEqual(best.slice(0, 4))
      for (const { product, shared_notes: shared } of similar) {
        expect(shared).toEqual(share(catalog.byKey.get(product.id)?.product ?? { notes: [] }))
      }
    }),
  )
})

test('listBestsellers: the best-selling available products', () => {
  const some = (name: string, sold: number, out_of_stock = false): SomeProduct => ({
    ...{ id: randomUUID(), sold, out_of_stock, name, brand: 0, gender: 'men', price_grosze: 1, notes: [] },
  })
  const catalog = makeCatalog(BRANDS, [some('a', 0), some('b', 5), some('c', 9, true), some('d', 7), some('e', 0)])
  expect(listBestsellers(catalog, 3).map(({ product }) => product.name)).toEqual(['d', 'b', 'a'])
})
