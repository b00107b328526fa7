import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ToastOptions } from '#app/ui/toast.ts'
import type { Product } from '#domain/catalog/product.ts'
import { INITIAL_PRODUCT } from '#tests/support/initial-product.ts'

/** Two tabs of one browser: a shared storage and separate module instances. */
const storage = new Map<string, string>()
const toasts: ToastOptions[] = []

const aProduct = (id: string, fields: Partial<Product> = {}): Product => ({
  ...INITIAL_PRODUCT,
  sizes: [],
  pictures: [],
  id,
  slug: id,
  name: `Perfumy ${id}`,
  brand_id: 'brand',
  brand: {
    id: 'brand',
    name: 'Perfumy Arabskie',
    slug: 'perfumy-arabskie',
    description: '',
    is_original: true,
    is_arabic: true,
  },
  active: true,
  producer: null,
  allergens: [],
  current_price_pln: 119.9,
  current_price_cents: 11_990,
  lowest_price_cents: null,
  reduced_until: null,
  out_of_stock: false,
  pieces_left: null,
  created_at: '2026-01-01T00:00:00.000Z',
  image_url: null,
  volume_ml: 100,
  average_rating: null,
  total_reviews: 0,
  ...fields,
})

async function openTab() {
  vi.resetModules()
  const tab = await import('#app/cart/cart-store.ts')
  // Each instance of the store has its own instance of the toast module.
  const { attachToaster } = await import('#app/ui/toast.ts')
  attachToaster((command) => {
    if (command.do === 'show') toasts.push(command.options)
  })
  return tab
}

const showCart = () => {}

const quantities = () =>
  JSON.parse(storage.get('cart_items') ?? '[]').map((item: { id: string; quantity: number }) => [
    item.id,
    item.quantity,
  ])

beforeEach(() => {
  storage.clear()
  toasts.length = 0
  vi.stubGlobal('window', {
    localStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
    },
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('the cart store', () => {
  it('announces each change by its toast', async () => {
    const { addToCart, removeFromCart, clearCart } = await openTab()
    addToCart(aProduct('a'), showCart)
    addToCart(aProduct('a'), showCart)
    removeFromCart('a')
    clearCart({ silent: true })
    clearCart()
    expect(toasts.map(({ title, description }) => [title, description])).toEqual([
      ['Produkt dodany do koszyka', 'Perfumy a'],
      ['Produkt dodany do koszyka', 'Perfumy a (ilość: 2)'],
      ['Produkt usunięty z koszyka', 'Perfumy a'],
      ['Koszyk wyczyszczony', 'Wszystkie produkty zostały usunięte z koszyka'],
    ])
  })

  it('puts a removed product back where it was', async () => {
    const { addToCart, setQuantity, removeFromCart } = await openTab()
    for (const id of ['a', 'b', 'c']) addToCart(aProduct(id), showCart)
    setQuantity('b', 3)
    removeFromCart('b')
    expect(quantities()).toEqual([
      ['a', 1],
      ['c', 1],
    ])
    toasts.at(-1)?.action?.onClick()
    expect(quantities()).toEqual([
      ['a', 1],
      ['b', 3],
      ['c', 1],
    ])
  })

  it('restores a cleared cart before products added since', async () => {
    const { addToCart, setQuantity, clearCart } = await openTab()
    for (const id of ['a', 'b']) addToCart(aProduct(id), showCart)
    setQuantity('b', 3)
    clearCart()
    const undo = toasts.at(-1)?.action
    expect(undo?.label).toBe('Cofnij')
    addToCart(aProduct('b'), showCart)
    addToCart(aProduct('c'), showCart)
    undo?.onClick()
    expect(quantities()).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 1],
    ])
  })

  it('does not take a sold-out product', async () => {
    const { addToCart, currentCart } = await openTab()
    addToCart(aProduct('a', { out_of_stock: true }), showCart)
    expect(currentCart()).toEqual([])
    expect(toasts.map(({ title }) => title)).toEqual(['Produkt wyprzedany'])
  })

  it('loses nothing when two tabs add in turn', async () => {
    const first = await openTab()
    first.addToCart(aProduct('a'), showCart)
    const second = await openTab()
    second.addToCart(aProduct('b'), showCart)
    first.addToCart(aProduct('c'), showCart)
    second.addToCart(aProduct('a'), showCart)
    expect(quantities()).toEqual([
      ['a', 2],
      ['b', 1],
      ['c', 1],
    ])
    expect(first.currentCart()).toEqual(second.currentCart())
  })

  it('starts empty on an unreadable saved cart, logs it, and works on', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    storage.set('cart_items', '{"not": "a cart"')
    const { addToCart, currentCart } = await openTab()
    expect(currentCart()).toEqual([])
    expect(currentCart()).toEqual([])
    expect(logged).toHaveBeenCalledTimes(1)
    addToCart(aProduct('a'), showCart)
    expect(quantities()).toEqual([['a', 1]])
  })

  it('works in memory while storage is full, and stores again when there is room', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const { addToCart, currentCart } = await openTab()
    const full = vi.spyOn(window.localStorage, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    addToCart(aProduct('a'), showCart)
    addToCart(aProduct('b'), showCart)
    expect(currentCart().map(({ id }) => id)).toEqual(['a', 'b'])
    expect(logged).toHaveBeenCalledTimes(1)
    full.mockRestore()
    addToCart(aProduct('c'), showCart)
    expect(quantities().map(([id]: [string]) => id)).toEqual(['a', 'b', 'c'])
  })

  it('works in memory where storage is blocked', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.stubGlobal('window', {
      get localStorage(): Storage {
        throw new DOMException('blocked', 'SecurityError')
      },
    })
    const { addToCart, currentCart } = await openTab()
    addToCart(aProduct('a'), showCart)
    expect(currentCart().map(({ id }) => id)).toEqual(['a'])
    expect(logged).toHaveBeenCalledTimes(1)
  })
})
