import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Catalog, replaceProducts } from '#domain/catalog/catalog.ts'
import { findSuggestions } from '#domain/catalog/lists/find-suggestions.ts'
import { NO_FILTERS, type ProductFilters } from '#domain/catalog/lists/product-filters.ts'
import { listBestsellers, listPickerBrands, listProducts } from '#domain/catalog/lists/product-list.ts'
import { listSimilarProducts } from '#domain/catalog/lists/similar-products.ts'
import { findCheapest, priceOf } from '#domain/catalog/product.ts'
import { PRODUCT_KINDS } from '#domain/catalog/scents/product-kinds.ts'
import { describeSize, scentOf } from '#domain/catalog/scents/sizes.ts'
import { makeBrand, makeCatalog, makeProduct, type SomeProduct } from '#tests/support/catalog.ts'

const BRANDS = [makeBrand(0), makeBrand(1)]
const uuid = (number: number) => `00000000-0000-4000-9000-${String(number).padStart(12, '0')}`

/** The first four products are first sizes; the others are sizes of these, or scents of their own. */
const someProducts = fc
  .array(
    fc.record({
      of: fc.option(fc.nat(3)),
      kind: fc.constantFrom(...PRODUCT_KINDS),
      volume_ml: fc.option(fc.constantFrom(2, 30, 50, 100)),
      price_grosze: fc.integer({ min: 100, max: 9000 }),
      out_of_stock: fc.boolean(),
      sold: fc.nat(3),
    }),
    { maxLength: 20 },
  )
  .map((all) =>
    all.map(
      ({ of, ...product }, at): SomeProduct => ({
        ...product,
        id: uuid(at),
        scent_id: at > 3 && of !== null ? uuid(of) : null,
        name: `Zapach ${at}`,
        brand: 0,
        gender: 'women',
        notes: ['oud'],
      }),
    ),
  )
const someFilters = fc.record({
  minPrice: fc.option(fc.integer({ min: 100, max: 9000 })),
  maxPrice: fc.option(fc.integer({ min: 100, max: 9000 })),
  sort: fc.constantFrom('newest', 'price-asc', 'price-desc', 'name-asc'),
})

const list = (catalog: Catalog, filters: Partial<ProductFilters> = {}) =>
  listProducts(catalog, { ...NO_FILTERS, ...filters }, { pageSize: 1000 })

test('a list has each matching scent once, in its order, with the sizes that match', () => {
  fc.assert(
    fc.property(someProducts, someFilters, (products, filters) => {
      const catalog = makeCatalog(BRANDS, products)
      const alone = makeCatalog(
        BRANDS,
        products.map((product) => ({ ...product, scent_id: null })),
      )
      const each = list(alone, filters).items.flatMap(({ product }) => catalog.byKey.get(product.id) ?? [])
      const grouped = list(catalog, filters)
      const scents = [...Map.groupBy(each, ({ product }) => scentOf(product))]
      expect(grouped.total).toBe(scents.length)
      // The position that the size would have by itself.
      const places = grouped.items.map((item) => each.findIndex(({ product }) => product.id === item.product.id))
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      for (const { product, card } of grouped.items) {
        const matching = scents.find(([scent]) => scent === scentOf(product))?.[1] ?? []
        if (filters.sort.startsWith('price')) {
          expect((findCheapest(card) ?? card).current_price_cents).toBe(product.current_price_cents)
        }
        const slugs = matching.map(({ product: { slug } }) => slug)
        expect(card.sizes.map(({ slug }) => slug).toSorted()).toEqual(slugs.length > 1 ? slugs.toSorted() : [])
        expect(slugs).toContain(product.slug)
        // The size that represents a scent is in stock whenever any size is.
        if (matching.some((entry) => !entry.product.out_of_stock)) expect(product.out_of_stock).toBe(false)
        const { min, max } = { min: filters.minPrice ?? 0, max: filters.maxPrice ?? Number.POSITIVE_INFINITY }
        const from = (findCheapest(card) ?? card).current_price_cents
        expect(from).toBeGreaterThanOrEqual(min)
        expect(from).toBeLessThanOrEqual(max)
      }
    }),
  )
})

test('a product lists all sizes of its scent, and is updated when one of them changes', () => {
  fc.assert(
    fc.property(someProducts, fc.nat(19), (products, changedAt) => {
      const catalog = makeCatalog(BRANDS, products)
      const changed = products[changedAt]
      const renewed =
        changed &&
        replaceProducts(catalog, new Set([changed.id]), [
          {
            product: makeProduct(BRANDS, { ...changed, price_grosze: 99_99, out_of_stock: false }),
            editedAt: new Date(0),
            reducedFrom: null,
            sold: 0,
          },
        ])
      for (const { product } of (renewed ?? catalog).products) {
        const siblings = products.filter((each) => scentOf({ scent_id: null, ...each }) === scentOf(product))
        const prices = siblings.map(({ id, price_grosze }) => (id === changed?.id ? 99_99 : price_grosze))
        const known = product.sizes.map(({ current_price_cents }) => current_price_cents)
        expect(known.toSorted((a, b) => a - b)).toEqual(siblings.length > 1 ? prices.toSorted((a, b) => a - b) : [])
      }
    }),
  )
})

test('similar products, bestsellers and suggestions name a scent once, similar ones never the product’s own', () => {
  fc.assert(
    fc.property(someProducts, (products) => {
      const catalog = makeCatalog(BRANDS, products)
      const scentOfCard = ({ id }: { id: string }) => scentOf(catalog.byKey.get(id)?.product ?? { id, scent_id: null })
      const isOnce = (scents: string[]) => expect(new Set(scents).size).toBe(scents.length)
      for (const own of catalog.products) {
        const similar = listSimilarProducts(catalog, own).items.map(({ product }) => scentOfCard(product))
        isOnce(similar)
        expect(similar).not.toContain(scentOf(own.product))
      }
      isOnce(listBestsellers(catalog, 9).map(({ product }) => scentOf(product)))
      isOnce(findSuggestions(catalog, 'zapach').products.map(scentOfCard))
      const scents = new Set(catalog.products.map(({ product }) => scentOf(product)))
      expect(listPickerBrands(catalog)[0]?.women.total ?? 0).toBe(scents.size)
    }),
  )
})

test('the cheapest size is one in stock; the best value is the bottle with the lowest price per 100 ml', () => {
  fc.assert(
    fc.property(someProducts, (products) => {
      const catalog = makeCatalog(BRANDS, products)
      const listed = catalog.products
      for (const { card, product } of list(catalog).items) {
        const scent = scentOf(product)
        const cheapest = findCheapest(card)
        if (card.sizes.length < 2) expect(cheapest).toBeNull()
        const there = card.sizes.filter(({ out_of_stock }) => !out_of_stock)
        for (const size of there) expect(cheapest?.current_price_cents).toBeLessThanOrEqual(size.current_price_cents)
        if (there.length > 0) expect(cheapest?.out_of_stock ?? false).toBe(false)

        const best = card.sizes.filter(({ best_value }) => best_value)
        const bottles = listed
          .filter(({ product }) => scentOf(product) === scent)
          .filter(({ product: { kind, volume_ml, out_of_stock } }) => kind === 'bottle' && volume_ml && !out_of_stock)
        const prices = bottles.map(({ product }) => priceOf(100, product.current_price_cents, product.volume_ml ?? 0))
        const least = Math.min(...prices)
        const isOne = bottles.length > 1 && prices.filter((price) => price === least).length === 1
        expect(best.map(({ slug }) => slug)).toEqual(
          isOne ? bottles.filter((_, at) => prices[at] === least).map(({ product }) => product.slug) : [],
        )
      }
    }),
  )
})

test('sizes are named by their differences, and sorted from the smallest', () => {
  const size = (kind: (typeof PRODUCT_KINDS)[number], volume_ml: number | null) =>
    describeSize({ kind, volume_ml }).replace('\u00a0', ' ')
  expect([size('bottle', 100), size('sample', 2), size('set', null), size('bottle', null)]).toEqual([
    '100 ml',
    'próbka 2 ml',
    'zestaw',
    'flakon',
  ])
  const volumes = [100, 50, 2].map(
    (volume_ml, at): SomeProduct => ({
      id: uuid(at),
      scent_id: at === 0 ? null : uuid(0),
      volume_ml,
      name: 'Zapach',
      brand: 0,
      gender: 'women',
      price_grosze: 1000 * (at + 1),
      notes: [],
    }),
  )
  const [entry, ...others] = list(makeCatalog(BRANDS, volumes)).items
  expect(others).toEqual([])
  expect(entry?.product.volume_ml).toBe(100)
  expect(entry?.card.sizes.map(({ label }) => label)).toEqual(['2\u00a0ml', '50\u00a0ml', '100\u00a0ml'])
})
