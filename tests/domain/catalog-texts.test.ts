import { describe, expect, test } from 'vitest'
import { listActiveFilters } from '#app/shop/active-filters.tsx'
import { parseFilters } from '#domain/catalog/lists/product-filters.ts'
import { describeFacts, describeStock, inflectProducts } from '#domain/catalog/product.ts'
import type { ProductKind } from '#domain/catalog/scents/product-kinds.ts'
import type { ShippingCosts } from '#domain/kernel/order-words/shipping-method.ts'
import { reviewAuthor } from '#domain/reviews/review.ts'
import { describeDelivery } from '#domain/shipping/delivery-offer.ts'

test.each([
  [0, 'produktów'],
  [1, 'produkt'],
  [2, 'produkty'],
  [4, 'produkty'],
  [5, 'produktów'],
  [12, 'produktów'],
  [21, 'produktów'],
  [22, 'produkty'],
  [112, 'produktów'],
  [124, 'produkty'],
])('product after a number: %i %s', (count, noun) => {
  expect(inflectProducts(count)).toBe(noun)
})

test('stock text: counts the last pieces only', () => {
  expect(describeStock({ out_of_stock: false, pieces_left: null })).toBe('Dostępny')
  expect(describeStock({ out_of_stock: false, pieces_left: 2 })).toBe('Ostatnie 2 szt.')
  expect(describeStock({ out_of_stock: false, pieces_left: 1 })).toBe('Ostatnia sztuka')
  expect(describeStock({ out_of_stock: true, pieces_left: 0 })).toBe('Produkt wyprzedany')
})

test('product facts: leave out what is unknown, and name what is no bottle', () => {
  const describe = (kind: ProductKind, volume_ml: number | null, concentration: string | null) =>
    describeFacts({ kind, volume_ml, concentration })
  expect(describe('bottle', 100, 'Woda perfumowana')).toBe('100\u00a0ml · Woda perfumowana')
  expect(describe('bottle', null, 'Ekstrakt')).toBe('Ekstrakt')
  expect(describe('bottle', null, null)).toBe('')
  expect(describe('sample', 2, 'Woda perfumowana')).toBe('próbka 2\u00a0ml · Woda perfumowana')
  expect(describe('sample', null, null)).toBe('próbka')
  expect(describe('set', null, 'Ekstrakt')).toBe('zestaw · Ekstrakt')
})

test('reviewAuthor: returns a first name, otherwise Klient', () => {
  expect(reviewAuthor(' Anna ')).toBe('Anna')
  expect(reviewAuthor('Anna Maria Kowalska')).toBe('Anna')
  expect(reviewAuthor('anna@example.pl')).toBe('Klient')
  for (const name of ['Żółć-Nowak', "D'Arcy", 'O’Neill', '李']) expect(reviewAuthor(name)).toBe(name)
  for (const name of ['Promocja!', 'sklep.pl', '<b>Ala</b>', '600100200', 'Ala🌹', '---', 'a'.repeat(31)]) {
    expect(reviewAuthor(name)).toBe('Klient')
  }
  expect(reviewAuthor('  ')).toBe('Klient')
  expect(reviewAuthor(null)).toBe('Klient')
})

test('describeDelivery: names the cheapest offered method, and the sum from which delivery is free', () => {
  const rates = {
    prepaid_courier: 1599,
    cash_on_delivery_courier: 1999,
    prepaid_locker: 1299,
    cash_on_delivery_locker: 1699,
  }
  const costs = { rates, free_delivery_from_grosze: null, cod_limit_grosze: 500_000 }
  const said = (more: Partial<ShippingCosts>) =>
    describeDelivery({ ...costs, ...more }, 11_900).replaceAll('\u00a0', ' ')
  expect(said({})).toBe('Dostawa od 12,99 zł')
  expect(said({ rates: { ...rates, cash_on_delivery_courier: 999 } })).toBe('Dostawa od 9,99 zł')
  expect(said({ free_delivery_from_grosze: 19_900 })).toBe('Dostawa od 12,99 zł, darmowa od 199,00 zł')
  expect(said({ free_delivery_from_grosze: 11_901 })).toBe('Dostawa od 12,99 zł, darmowa od 119,01 zł')
  expect(said({ free_delivery_from_grosze: 11_900 })).toBe('Darmowa dostawa')
})

describe('active filters', () => {
  const brand = {
    id: 'a',
    name: 'Orsolay',
    slug: 'orsolay',
    description: '',
    is_original: false,
    is_arabic: false,
    active: true,
  }
  const activeOf = (query: string) =>
    listActiveFilters(parseFilters(new URLSearchParams(query)), { brands: [brand], noteName: 'róża damasceńska' })

  test('name a family and a note in words', () => {
    expect(activeOf('family=roza&note=roza-damascenska')).toEqual([
      { name: 'family', label: 'Róża i piwonia', without: '/sklep?note=roza-damascenska' },
      { name: 'note', label: 'nuta: róża damasceńska', without: '/sklep?family=roza' },
    ])
  })

  test('name each filter, with the link to the list without it, from page one', () => {
    expect(activeOf('gender=men&brand=orsolay&maxPrice=60&sort=price-asc&page=2')).toEqual([
      { name: 'gender', label: 'Męskie', without: '/sklep?brand=orsolay&maxPrice=60&sort=price-asc' },
      { name: 'brand', label: 'Orsolay', without: '/sklep?gender=men&maxPrice=60&sort=price-asc' },
      { name: 'maxPrice', label: 'do 60,00\u00a0zł', without: '/sklep?gender=men&brand=orsolay&sort=price-asc' },
    ])
  })

  test('do not include sort order and page', () => {
    expect(activeOf('sort=name-asc&page=3')).toEqual([])
  })
})
