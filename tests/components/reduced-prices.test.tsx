import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub, MemoryRouter } from 'react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import Products from '#app/admin/products/products-page.tsx'
import { writeStored } from '#app/browser-storage.ts'
import { ProductCard } from '#app/catalog/product-card.tsx'
import { LowestPrice, ProductPrice } from '#app/catalog/product-price.tsx'
import { PriceChangeNotice } from '#app/checkout/price-change-notice.tsx'
import { ProductSummary } from '#app/product/product-summary.tsx'
import { queryClient } from '#app/query-client.ts'
import SavedDialog from '#app/saved/saved-dialog.tsx'
import type { AdminProduct } from '#domain/catalog/admin/admin-product.ts'
import type { CardProduct } from '#domain/catalog/product.ts'
import { ITEM, openCart, setUpCart } from './open-cart.tsx'
import { aCard, aProduct } from './shop-answers.ts'
import { stubShop } from './stub-shop.ts'

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
  ])('of %s stands beside its percentage and the lowest price of the 30 days before', (_, element) => {
    const Page = createRoutesStub([{ path: '*', Component: () => element }])
    render(<Page />)
    screen.getByText(/^80,00.zł$/)
    screen.getByText(PERCENT)
    screen.getByText(LOWEST)
  })

  test('of a product says until when it holds', () => {
    render(
      <MemoryRouter>
        <ProductSummary product={REDUCED} delivery={null} heading="h1" />
      </MemoryRouter>,
    )
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

  test('of a saved product is announced once the shop has said that it still holds', async () => {
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

  test('a lower price is not struck through, and a reduction stands beside the lowest price before', async () => {
    answer(8_000, 10_000)
    const { cart } = await openCart()
    const note = await cart.findByText(/^Cena się zmieniła: było 119,00.zł, jest 80,00.zł$/)
    expect(note.querySelector('s')).toBeNull()
    cart.getByText(LOWEST)
    cart.getByText(/^Promocja −20.%$/)
  })

  test('a higher price strikes the earlier one, and announces nothing', async () => {
    answer(12_000, null)
    const { cart } = await openCart()
    expect((await cart.findByText(/^119,00.zł$/)).tagName).toBe('S')
    expect(cart.queryByText(/Najniższa cena/)).toBeNull()
  })
})

test('the notice of new prices strikes what became dearer, not what became cheaper', () => {
  const change = {
    items: [
      { id: '1', name: 'Tańszy', quantity: 1, oldPriceGrosze: 10_000, newPriceGrosze: 8_000 },
      { id: '2', name: 'Droższy', quantity: 1, oldPriceGrosze: 5_000, newPriceGrosze: 6_000 },
    ],
    shipping: { oldGrosze: 1_500, newGrosze: 1_500 },
    total: { oldGrosze: 16_500, newGrosze: 15_500 },
  }
  const nothing = () => {}
  const { container } = render(
    <PriceChangeNotice
      change={change}
      method={null}
      surchargeGrosze={0}
      busy={false}
      onAccept={nothing}
      onBack={nothing}
    />,
  )
  expect([...container.querySelectorAll('s')].map(({ textContent }) => textContent)).toEqual(['50,00\u00a0zł'])
})

describe('the form of a product', () => {
  const product: AdminProduct = {
    ...aProduct(aCard('Layali Zahran', 10_000)),
    regular_price_cents: 10_000,
    reduced_price_grosze: null,
    reduced_from: null,
    reduced_to: null,
    brand_name: 'Evarisse',
    producer_id: null,
    stock_quantity: 5,
    edited_at: '2026-11-01T10:00:00.000Z',
    version: 'v1',
  }
  const sent: unknown[] = []

  async function openForm() {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T11:00:00Z') })
    const price = (grosze: number, from: string, to: string | null) => ({ grosze, reduced: false, from, to })
    stubShop({
      'get /api/admin/products': () => ({
        items: [product],
        total: 1,
        page: 1,
        pageSize: 100,
        active: 1,
        limit: 200,
        brands: [{ id: product.brand_id, name: 'Evarisse' }],
      }),
      'get /api/admin/products/:id': () => product,
      'get /api/admin/products/:id/prices': () => ({
        card: aCard('Layali Zahran', 10_000),
        prices: [
          price(10_000, '2026-01-01T00:00:00.000Z', '2026-10-30T08:00:00.000Z'),
          price(9_100, '2026-10-30T08:00:00.000Z', '2026-11-03T08:00:00.000Z'),
          price(10_000, '2026-11-03T08:00:00.000Z', null),
        ],
      }),
      'patch /api/admin/products/:id': (json) => {
        sent.push(json)
        return product
      },
    })
    const Panel = createRoutesStub([
      {
        path: '/admin/produkty',
        Component: Products,
        loader: () => ({ provider: 'Stripe' }),
        HydrateFallback: () => null,
      },
    ])
    render(<Panel initialEntries={[`/admin/produkty?produkt=${product.id}`]} />)
    const form = within(await screen.findByRole('dialog', { name: 'Edytuj produkt' }))
    return { form, field: async (label: string) => form.findByLabelText(label) }
  }

  afterEach(() => {
    vi.useRealTimers()
    sent.length = 0
  })

  test('says before saving what may be announced when, and shows the card with it', async () => {
    const { form, field } = await openForm()
    const user = userEvent.setup()
    await user.type(await field('Cena promocyjna (zł)'), '80')
    const preview = within(await form.findByRole('region', { name: 'Podgląd promocji' }))
    expect(preview.getByRole('status').textContent?.replaceAll('\u00a0', ' ')).toContain('dziś −12 %, od 4.12. −20 %')
    preview.getByText(/^Najniższa cena z 30 dni przed obniżką: 91,00.zł$/)
    await user.type(await field('Promocja od'), '2026-12-04T08:00')
    preview.getByText(LOWEST)
    preview.getByText(/od 4\.12\.2026, 8:00/)
    // Nothing is wrong while the three are being typed.
    expect(form.queryByText(/^Podaj cenę promocyjną/)).toBeNull()

    await user.click(form.getByRole('button', { name: 'Zaktualizuj produkt' }))
    form.getByText('Podaj cenę promocyjną, początek i koniec promocji albo zostaw wszystkie trzy puste.')
    await user.type(await field('Promocja do'), '2026-12-11T20:00')
    expect(form.queryByText(/^Podaj cenę promocyjną/)).toBeNull()
    await user.click(form.getByRole('button', { name: 'Zaktualizuj produkt' }))
    const reduction = { reduced_price_grosze: 8_000, reduced_from: '2026-12-04T08:00', reduced_to: '2026-12-11T20:00' }
    await vi.waitFor(() => expect(sent).toMatchObject([{ version: 'v1', ...reduction }]))
  })

  test('says that a price which is not lower than before announces nothing', async () => {
    const { form, field } = await openForm()
    const user = userEvent.setup()
    await user.type(await field('Cena promocyjna (zł)'), '95')
    const preview = within(await form.findByRole('region', { name: 'Podgląd promocji' }))
    preview.getByText(/zobaczą samą cenę, bez słowa o obniżce/)
    expect(preview.queryByText(/Najniższa cena/)).toBeNull()
    expect(preview.getByRole('status').textContent).toContain('dziś bez słowa o obniżce, od 4.12.')
  })
})
