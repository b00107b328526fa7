import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { shapeLockerTerm, toLockerQuery } from '#app/checkout/lockers/locker-search.tsx'
import {
  applyNewPrices,
  type Buyer,
  buildCartOrderBody,
  buildPrepaidOrderBody,
  buildProductOrderBody,
  type ShownOrder,
} from '#app/checkout/order-body.ts'
import { submitOrder } from '#app/checkout/submit-order.ts'
import { EMPTY_VALUES } from '#app/checkout/use-checkout-form.ts'

const shown: ShownOrder = {
  items: [
    {
      id: 'a',
      name: 'Perfumy A',
      brand_name: 'Perfumy Arabskie',
      image_url: '/a.webp',
      quantity: 2,
      priceGrosze: 11_990,
    },
    { id: 'b', name: 'Perfumy B', brand_name: 'Evarisse', image_url: null, quantity: 1, priceGrosze: 5990 },
  ],
  shippingGrosze: 1999,
  code: null,
}

const values = {
  ...EMPTY_VALUES,
  firstName: 'Anna',
  lastName: 'Nowak',
  phone: '600 100 200',
  receiverEmail: 'odbiorca@example.pl',
  street: 'Prosta',
  houseNumber: '1',
  city: 'Łódź',
  postalCode: '90-001',
  selectedLocker: {
    inpost_id: 'DEMO-WAW-001',
    name: 'DEMO-WAW-001',
    address: 'Prosta 1',
    city: 'Warszawa',
    postal_code: '00-001',
    status: 'active' as const,
    opening_hours: '24/7',
  },
}
const courier: Buyer = { email: 'anna@example.pl', values, method: 'cash_on_delivery_courier' }
const locker: Buyer = { ...courier, method: 'cash_on_delivery_locker' }

describe('the request of an order', () => {
  it('contains exactly the shown sums, in zł, and only the data that its delivery needs', () => {
    expect(buildCartOrderBody(shown, courier)).toEqual({
      items: [
        { id: 'a', name: 'Perfumy A', price: 119.9, quantity: 2 },
        { id: 'b', name: 'Perfumy B', price: 59.9, quantity: 1 },
      ],
      customerData: {
        email: 'anna@example.pl',
        firstName: 'Anna',
        lastName: 'Nowak',
        phone: '600 100 200',
        shippingMethod: 'cash_on_delivery_courier',
        street: 'Prosta',
        houseNumber: '1',
        city: 'Łódź',
        postalCode: '90-001',
      },
      shippingCost: 19.99,
    })
    expect(buildProductOrderBody(shown, locker)).toEqual({
      productId: 'a',
      productData: { name: 'Perfumy A', price: 119.9, brand_name: 'Perfumy Arabskie', quantity: 2 },
      customerData: {
        email: 'anna@example.pl',
        firstName: 'Anna',
        lastName: 'Nowak',
        phone: '600 100 200',
        shippingMethod: 'cash_on_delivery_locker',
        selectedLocker: 'DEMO-WAW-001',
        receiverEmail: 'odbiorca@example.pl',
      },
      shippingCost: 19.99,
    })
  })

  it('of a prepaid order has prices in grosze, and e-mail and method next to the recipient’s data', () => {
    expect(buildPrepaidOrderBody(shown, { ...locker, method: 'prepaid_locker' })).toEqual({
      items: [
        {
          id: 'a',
          name: 'Perfumy A',
          brand_name: 'Perfumy Arabskie',
          image_url: '/a.webp',
          price: 11_990,
          quantity: 2,
        },
        { id: 'b', name: 'Perfumy B', brand_name: 'Evarisse', image_url: null, price: 5990, quantity: 1 },
      ],
      email: 'anna@example.pl',
      shippingMethod: 'prepaid_locker',
      shippingCost: 19.99,
      customerData: {
        firstName: 'Anna',
        lastName: 'Nowak',
        phone: '600 100 200',
        selectedLocker: 'DEMO-WAW-001',
        receiverEmail: 'odbiorca@example.pl',
      },
    })
  })

  it('uses the figures that the buyer has agreed to', () => {
    const change = {
      items: [
        {
          id: 'a',
          name: 'Perfumy A',
          facts: '50\u00a0ml',
          quantity: 2,
          oldPriceGrosze: 11_990,
          newPriceGrosze: 12_490,
        },
        { id: 'b', name: 'Perfumy B', facts: '50\u00a0ml', quantity: 1, oldPriceGrosze: 5990, newPriceGrosze: 5990 },
      ],
      discount: { oldGrosze: 0, newGrosze: 0 },
      shipping: { oldGrosze: 1999, newGrosze: 2099 },
      total: { oldGrosze: 31_969, newGrosze: 33_069 },
    }
    const agreed = applyNewPrices(shown, change)
    const items = agreed.items.reduce((sum, item) => sum + item.priceGrosze * item.quantity, 0)
    expect(items + agreed.shippingGrosze).toBe(change.total.newGrosze)
  })
})

describe('sending an order', () => {
  const keys: string[] = []
  let answer: () => Response | Promise<Response>
  const body = buildCartOrderBody(shown, courier)
  const receipt = { orderId: 'o1', orderIds: ['o1', 'o2'], checkoutId: 'c1', totalGrosze: 31_969 }
  const refusal = (status: number, error: object) => Response.json({ error }, { status })

  beforeEach(() => {
    keys.length = 0
    const saved = new Map<string, string>()
    vi.stubGlobal('window', {
      localStorage: { getItem: () => null },
      sessionStorage: {
        getItem: (key: string) => saved.get(key) ?? null,
        setItem: (key: string, value: string) => void saved.set(key, value),
        removeItem: (key: string) => void saved.delete(key),
      },
    })
    vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
      keys.push(new Headers(init.headers).get('Idempotency-Key') ?? '')
      return answer()
    })
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  it('keeps its key until the order is acknowledged, and makes a new one for other content', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    answer = () => Promise.reject(new TypeError('offline'))
    expect(await submitOrder(body)).toEqual({ kind: 'unreachable' })
    answer = () => refusal(503, { code: 'busy', message: 'Spróbuj ponownie.' })
    expect(await submitOrder(body)).toEqual({ kind: 'failed', message: 'Spróbuj ponownie.' })
    answer = () => Response.json(receipt)
    expect(await submitOrder(body)).toEqual({ kind: 'placed', order: receipt })
    expect(new Set(keys).size).toBe(1)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)

    await submitOrder(body)
    await submitOrder({ ...body, shippingCost: 20.99 })
    expect(new Set(keys).size).toBe(3)
  })

  it('returns what the shop refused', async () => {
    answer = () => refusal(401, { code: 'sign_in_required', message: 'Zaloguj się.' })
    expect((await submitOrder(body)).kind).toBe('sign_in_required')
    answer = () => refusal(409, { code: 'price_changed', message: '', details: { items: [] } })
    expect(await submitOrder(body)).toEqual({ kind: 'price_changed', change: { items: [] } })
    answer = () => refusal(409, { code: 'out_of_stock', message: 'm', details: { products: [{ id: 'a', left: 1 }] } })
    expect(await submitOrder(body)).toEqual({ kind: 'short', message: 'm', products: [{ id: 'a', left: 1 }] })
    answer = () =>
      refusal(400, { code: 'invalid_request', message: 'm', fields: { 'customerData.phone': 'Podaj numer telefonu' } })
    expect(await submitOrder(body)).toEqual({
      kind: 'wrong_fields',
      message: 'm',
      fields: { phone: 'Podaj numer telefonu' },
    })
    answer = () => new Response('<html>Bad gateway</html>', { status: 502 })
    expect(await submitOrder(body)).toEqual({ kind: 'unreachable' })
  })
})

describe('the locker search', () => {
  it('shapes digits into a postal code and leaves words alone', () => {
    expect(
      ['0', '00', '001', '00-0', '00001', '00 001', '00-0019', '00–001', 'Kraków', 'WAW01M'].map(shapeLockerTerm),
    ).toEqual(['0', '00', '00-1', '00-0', '00-001', '00-001', '00-001', '00-001', 'Kraków', 'WAW01M'])
    expect(['3 ', '3 M', '11 Listopada', ''].map(shapeLockerTerm)).toEqual(['3 ', '3 M', '11 Listopada', ''])
    fc.assert(
      fc.property(fc.stringMatching(/^\d[\d-]{0,12}$/), (typed) => {
        const shaped = shapeLockerTerm(typed)
        expect(shaped).toMatch(/^(\d{0,2}|\d{2}-\d{1,3})$/)
        expect(shapeLockerTerm(shaped)).toBe(shaped)
      }),
    )
  })

  it('waits for five characters of a postal code or three of a word', () => {
    expect(toLockerQuery('00-0')).toBeNull()
    expect(toLockerQuery('00-01')).toEqual({ post_code: '00-01' })
    expect(toLockerQuery('  Ło ')).toBeNull()
    expect(toLockerQuery(' Łódź ')).toEqual({ search: 'Łódź' })
  })
})
