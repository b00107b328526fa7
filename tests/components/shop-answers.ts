import type { CardProduct, Product } from '#domain/catalog/product.ts'
import { readNamedRates } from '#domain/shipping/cost-names.ts'
import { INITIAL_PRODUCT } from '#tests/support/initial-product.ts'

/** A product as in a list. */
export const aCard = (name: string, grosze: number): CardProduct => ({
  id: crypto.randomUUID(),
  slug: name.toLowerCase().replaceAll(' ', '-'),
  name,
  brand: { name: 'Evarisse', slug: 'evarisse', is_original: true },
  gender: 'women',
  current_price_cents: grosze,
  current_price_pln: grosze / 100,
  lowest_price_cents: null,
  reduced_until: null,
  out_of_stock: false,
  pieces_left: null,
  image_key: null,
  image_url: null,
  kind: 'bottle',
  volume_ml: 100,
  sizes: [],
  concentration: 'EDP',
  average_rating: null,
  total_reviews: 0,
})

/** The answer to GET /api/shipping-costs: nothing is free, and no holiday is set. */
export const COSTS = {
  id: '00000000-0000-4000-8000-000000000001',
  kurier_prepaid: 15.99,
  kurier_cod: 19.99,
  paczkomat_prepaid: 12.99,
  paczkomat_cod: 16.99,
  kurier_prepaid_grosze: 1599,
  kurier_cod_grosze: 1999,
  paczkomat_prepaid_grosze: 1299,
  paczkomat_cod_grosze: 1699,
  free_delivery_from: null,
  free_delivery_from_grosze: null,
  cod_limit_grosze: 500_000,
  payment_means: 'karta, BLIK, Przelewy24',
  guarantee_notice: null,
  updated_at: '2026-11-01T10:00:00.000Z',
  dispatch: {
    dispatch_until: 14,
    closed_weekdays: [6, 7],
    closed_dates: [],
    holiday_from: null,
    holiday_to: null,
    holiday_selling: true,
  },
  offered: [],
}

/** The same as the browser stores it. */
export const KNOWN_COSTS = { ...COSTS, rates: readNamedRates(COSTS) }

/** The product of a card as its page shows it. */
export const aProduct = ({ brand, ...card }: CardProduct & Partial<Omit<Product, 'brand'>>): Product => ({
  ...INITIAL_PRODUCT,
  active: true,
  producer: null,
  pictures: [],
  allergens: [],
  created_at: '2026-11-01T10:00:00.000Z',
  brand_id: '00000000-0000-4000-8000-000000000002',
  ...card,
  brand: { ...brand, id: '00000000-0000-4000-8000-000000000002', description: '', is_arabic: false },
})

/** A locker as the shop lists it. */
export const LOCKER = {
  inpost_id: 'DEMO-KRK-006',
  name: 'DEMO-KRK-006',
  address: 'ul. Miodowa 6',
  city: 'Kraków',
  postal_code: '31-009',
  status: 'active' as const,
  opening_hours: null,
}
