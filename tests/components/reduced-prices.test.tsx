import { render, screen, within } from '@testing-library/react'
import { createRoutesStub, MemoryRouter } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { writeStored } from '#app/browser-storage.ts'
import { ProductCard } from '#app/catalog/product-card.tsx'
import { LowestPrice, ProductPrice } from '#app/catalog/product-price.tsx'
import { PriceChangeQuestion } from '#app/checkout/price-change-question.tsx'
import PickerProducts from '#app/home/picker-products.tsx'
import { ProductSummary } from '#app/product/product-summary.tsx'
import { queryClient } from '#app/query-client.ts'
import SavedDialog from '#app/saved/saved-dialog.tsx'
import { ScentComparison } from '#app/saved/scent-comparison.tsx'
import SearchSuggestions from '#app/search/search-suggestions.tsx'
import type { CardProduct } from '#domain/catalog/product.ts'
import { ITEM, openCart, setUpCart } from './open-cart.tsx'
import { aCard, aProduct } from './shop-answers.ts'
import { refusal, stubShop } from './stub-shop.ts'

const REDUCED: CardProduct = {
  ...aCard('Layali Zahran', 8_000),
  lowest_price_cents: 10_000,
  reduced_until: '2026-12-11T20:00',
}
const LOWEST = /^Najniższa cena z 30 dni przed obniżką: 100,00.zł$/
const PERCENT = /^−20.%$/

afterEach(() => {
  writeStored('saved_products', '[]')
  queryClient.clear()
})

describe('a reduced price', () => {
  test.each([
    ['a card', <ProductCard key="card" product={REDUCED} sizes="100vw" opens="page" />],
    ['a product', <ProductSummary key="summary" product={REDUCED} delivery={null} heading="h1" />],
  ])('of %s is shown with its percentage and the lowest price of the 30 days before', (_, element) => {
    const Page = createRoutesStub([{ path: '*', Component: () => element }])
    render(<Page />)
    screen.getByText(/^80,00.zł$/)
    screen.getByText(PERCENT)
    screen.getByText(LOWEST)
  })

  test('of a suggestion of the search is shown with its percentage and the lowest price before', async () => {
    stubShop({ 'get /api/suggestions': () => ({ products: [REDUCED], total: 1, brands: [], notes: [] }) })
    const input = document.createElement('input')
    input.value = 'Layali'
    const Page = createRoutesStub([
      { path: '*', Component: () => <SearchSuggestions input={input} onLeave={() => {}} /> },
    ])
    render(<Page />)
    const option = within(await screen.findByRole('option', { name: /Layali Zahran/ }))
    option.getByText(PERCENT)
    option.getByText(LOWEST)
  })

  test('of compared scents is shown with its percentage and the lowest price before', async () => {
    const others = [aProduct(REDUCED), aProduct(aCard('Misk Fajri', 9_000))]
    const next = others.values()
    stubShop({ 'get /api/products/:id': () => next.next().value ?? refusal(404, 'product_not_found', 'Nie ma.') })
    const Page = createRoutesStub([
      { path: '*', Component: () => <ScentComparison slugs={others.map(({ slug }) => slug)} /> },
    ])
    render(<Page />)
    await screen.findByText(LOWEST)
    expect(screen.getAllByText(PERCENT)).toHaveLength(1)
  })

  test('of a tile on the landing page is shown alone: nothing is struck through or called a reduction', async () => {
    const page = { items: [aProduct(REDUCED)], total: 1, page: 1, pageSize: 100 }
    stubShop({ 'get /api/products': () => page })
    const Page = createRoutesStub([
      { path: '*', Component: () => <PickerProducts gender="women" filter={{ brand: 'evarisse' }} onBack={null} /> },
    ])
    const { container } = render(<Page />)
    await screen.findByText(/^80,00.zł$/)
    expect(container.textContent).not.toMatch(/%|100,00|promocj|obniż/i)
    expect(container.querySelector('s, del')).toBeNull()
  })

  test('of a product says until when it is valid', () => {
    const summary = <ProductSummary product={REDUCED} delivery={null} heading="h1" />
    const Page = createRoutesStub([{ path: '*', Component: () => summary }])
    render(<Page />)
    screen.getByText('Promocja do 11.12.2026, 20:00')
  })

  test('below one percent is named without a percentage', () => {
    const product = { ...REDUCED, current_price_cents: 9_950 }
    render(
      <>
        <ProductPrice product={product} />
        <LowestPrice product={product} />
      </>,
    )
    screen.getByText(LOWEST)
    expect(screen.queryByText(/%/)).toBeNull()
  })

  test('of a saved product is announced once the shop has confirmed that it is still valid', async () => {
    writeStored('saved_products', JSON.stringify([REDUCED]))
    const asked = Promise.withResolvers<Response>()
    vi.stubGlobal('fetch', () => asked.promise)
    render(
      <MemoryRouter>
        <SavedDialog open onClose={() => {}} />
      </MemoryRouter>,
    )
    await screen.findByText('Layali Zahran')
    expect(screen.queryByText(LOWEST)).toBeNull()
    const { id, name, current_price_cents, current_price_pln, lowest_price_cents, reduced_until } = REDUCED
    const state = { id, gone: false, name, current_price_cents, current_price_pln, lowest_price_cents, reduced_until }
    asked.resolve(Response.json([{ ...state, out_of_stock: false, pieces_left: null }]))
    await screen.findByText(LOWEST)
    screen.getByText(PERCENT)
  })
})

describe('in the cart', () => {
  const shop = setUpCart()
  const answer = (current: number, lowest: number | null) => {
    shop.answers['/api/cart'] = () =>
      Response.json([
        {
          id: ITEM.id,
          gone: false,
          name: ITEM.name,
          current_price_pln: current / 100,
          current_price_cents: current,
          lowest_price_cents: lowest,
          reduced_until: null,
          out_of_stock: false,
          pieces_left: null,
        },
      ])
  }

  test('a lower price strikes nothing through, and a reduction is shown with the lowest price before', async () => {
    answer(8_000, 10_000)
    const { cart } = await openCart()
    const note = await cart.findByText(/^Cena się zmieniła: było 119,00.zł, jest 80,00.zł$/)
    expect(note.querySelector('s')).toBeNull()
    cart.getByText(LOWEST)
    cart.getByText(/^Promocja −20.%$/)
  })

  test('a price that was lowered permanently is shown with the earlier one, which is not struck through', async () => {
    answer(8_000, null)
    const { cart } = await openCart()
    const note = await cart.findByText(/^Cena się zmieniła: było 119,00.zł, jest 80,00.zł$/)
    expect(note.querySelector('s, del')).toBeNull()
  })

  test('a higher price strikes the earlier one through, and shows no lowest price', async () => {
    answer(12_000, null)
    const { cart } = await openCart()
    expect((await cart.findByText(/^119,00.zł$/)).tagName).toBe('S')
    expect(cart.queryByText(/Najniższa cena/)).toBeNull()
  })
})

test('the notice of new prices strikes earlier lower prices through, not earlier higher ones', () => {
  const change = {
    items: [
      { id: '1', name: 'Tańszy', facts: '50\u00a0ml', quantity: 1, oldPriceGrosze: 10_000, newPriceGrosze: 8_000 },
      { id: '2', name: 'Droższy', facts: '50\u00a0ml', quantity: 1, oldPriceGrosze: 5_000, newPriceGrosze: 6_000 },
    ],
    discount: { oldGrosze: 0, newGrosze: 0 },
    shipping: { oldGrosze: 1_500, newGrosze: 1_500 },
    total: { oldGrosze: 16_500, newGrosze: 15_500 },
  }
  const nothing = () => {}
  const { container } = render(
    <PriceChangeQuestion
      change={change}
      method={null}
      surchargeGrosze={0}
      busy={false}
      onAccept={nothing}
      onBack={nothing}
    />,
  )
  expect([...container.querySelectorAll('s')].map(({ textContent }) => textContent)).toEqual(['50,00\u00a0zł'])
  const cheaper = screen.getByRole('row', { name: /^Tańszy/ })
  expect(cheaper.textContent).toBe('Tańszy50\u00a0ml100,00\u00a0zł80,00\u00a0zł')
  // The sum that the buyer saw, and the sum to agree to.
  expect(screen.getByRole('row', { name: /^Razem/ }).textContent).toBe('Razem165,00\u00a0zł155,00\u00a0zł')
})
