import { act, fireEvent, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { addToCart, applyToCart, clearCart, currentCart, removeFromCart } from '#app/cart/cart-store.ts'
import { AddToCartButton, QuickAddButton } from '#app/catalog/add-to-cart-button.tsx'
import { queryClient, shippingCostsQuery } from '#app/query-client.ts'
import { toggle } from '#app/saved/saved-store.ts'
import Toaster from '#app/ui/toaster.tsx'
import type { CardProduct } from '#domain/catalog/product.ts'
import { aCard, KNOWN_COSTS } from './shop-answers.ts'

afterEach(() => {
  clearCart({ silent: true })
  queryClient.clear()
  vi.useRealTimers()
})

function OpenDialogs() {
  return <output data-testid="open">{JSON.stringify(useLocation().state)}</output>
}

const showButton = () =>
  render(
    <MemoryRouter>
      <QuickAddButton product={aCard('Layali Zahran', 11_900)} />
      <OpenDialogs />
      <Toaster successMs={4000} />
    </MemoryRouter>,
  )

/** As long as a toast is shown and fades, in steps, because React renders between two of them. */
async function untilReplaced(): Promise<void> {
  for (let passed = 0; passed <= 4500; passed += 50) await act(() => vi.advanceTimersByTimeAsync(50))
}

const press = (name: RegExp) => userEvent.setup().click(screen.getByRole('button', { name }))

test('the toast of an added product leads to the cart, with the number of its pieces', async () => {
  queryClient.setQueryData(shippingCostsQuery.queryKey, KNOWN_COSTS)
  showButton()
  await press(/^Do koszyka: Layali/)
  await press(/^Do koszyka: Layali/)
  await screen.findByText('Layali Zahran (ilość: 2)')
  await press(/^Do koszyka \(2\)$/)
  expect(screen.getByTestId('open').textContent).toBe('{"dialogs":[{"name":"cart"}]}')
})

test('toasts about one of several sizes of a scent name its size', async () => {
  const size = { lowest_price_cents: null, price_100ml_cents: null, best_value: false, out_of_stock: false }
  const sizes = [50, 100].map((ml) => ({ ...size, slug: `j-${ml}`, label: `${ml} ml`, current_price_cents: 9_900 }))
  const card: CardProduct = { ...aCard('Jaśmin', 9_900), volume_ml: 50, sizes }
  vi.useFakeTimers()
  render(<Toaster successMs={4000} />)
  act(() => void addToCart(card, () => {}))
  screen.getByText(/^Jaśmin, 50\sml$/)
  act(() => void addToCart(card, () => {}))
  screen.getByText(/^Jaśmin, 50\sml \(ilość: 2\)$/)
  act(() => removeFromCart(card.id))
  await untilReplaced()
  screen.getByText('Produkt usunięty z koszyka')
  screen.getByText(/^Jaśmin, 50\sml$/)
  act(() => toggle(card, () => {}))
  await untilReplaced()
  const added = screen.getByText('Dodano do ulubionych').closest('[role=dialog]')
  expect(added?.textContent).toMatch(/Jaśmin, 50\sml/)
})

test('the toast of an added product says how much is missing to free delivery, or that it is reached', async () => {
  queryClient.setQueryData(shippingCostsQuery.queryKey, {
    ...KNOWN_COSTS,
    free_delivery_from: 150,
    free_delivery_from_grosze: 15_000,
  })
  showButton()
  await press(/^Do koszyka: Layali/)
  await screen.findByText(/^Do darmowej dostawy brakuje 31,00.zł\.$/)
  await press(/^Do koszyka: Layali/)
  await screen.findByText('Masz darmową dostawę.')
})

test('during a holiday without sale the toast of an added product says when orders are taken again', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-24T10:00:00Z') })
  queryClient.setQueryData(shippingCostsQuery.queryKey, {
    ...KNOWN_COSTS,
    dispatch: { ...KNOWN_COSTS.dispatch, holiday_from: '2026-12-23', holiday_to: '2026-12-27', holiday_selling: false },
  })
  showButton()
  await press(/^Do koszyka: Layali/)
  await screen.findByText('Przerwa w sprzedaży od 23.12 do 27.12. Koszyk poczeka, zamówienia przyjmiemy od 28.12.')
})

test.each([
  ['of a card', QuickAddButton, 'Do koszyka'],
  ['of a product', AddToCartButton, 'Dodaj do koszyka'],
] as const)('the button %s says for 2 seconds that the product was added', async (_, Adding, words) => {
  vi.useFakeTimers()
  queryClient.setQueryData(shippingCostsQuery.queryKey, KNOWN_COSTS)
  render(
    <MemoryRouter>
      <Adding product={aCard('Layali Zahran', 11_900)} />
    </MemoryRouter>,
  )
  const button = screen.getByRole('button')
  expect(button.textContent).toBe(words)
  fireEvent.click(button)
  expect(button.textContent).toBe('Dodano do koszyka')
  await act(() => vi.advanceTimersByTimeAsync(1900))
  expect(button.textContent).toBe('Dodano do koszyka')
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(button.textContent).toBe(words)
})

test('a sold-out product cannot be added from its card', () => {
  render(
    <MemoryRouter>
      <QuickAddButton product={{ ...aCard('Luban Sarmad', 11_900), out_of_stock: true }} />
    </MemoryRouter>,
  )
  const button = screen.getByRole('button', { name: 'Wyprzedane' })
  expect(button).toHaveProperty('disabled', true)
  fireEvent.click(button)
  expect(currentCart()).toEqual([])
})

test('the cart holds at most 99 pieces of a product, however often it is added', async () => {
  queryClient.setQueryData(shippingCostsQuery.queryKey, KNOWN_COSTS)
  const product = aCard('Layali Zahran', 11_900)
  const { id, name } = product
  applyToCart({
    type: 'restore',
    cart: [{ id, name, price: 119, quantity: 98, image_url: null, brand_name: 'Evarisse' }],
  })
  render(
    <MemoryRouter>
      <QuickAddButton product={product} />
      <Toaster successMs={4000} />
    </MemoryRouter>,
  )
  await press(/^Do koszyka: Layali/)
  await press(/^Do koszyka: Layali/)
  expect(currentCart()).toMatchObject([{ id, quantity: 99 }])
})

test('in a browser without storage the cart holds the product, and says that it will be lost', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  showButton()
  await press(/^Do koszyka: Layali/)
  await screen.findByText('Koszyk zniknie po odświeżeniu lub zamknięciu strony.')
  expect(currentCart()).toHaveLength(1)
  setItem.mockRestore()
})
