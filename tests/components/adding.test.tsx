import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { clearCart } from '#app/cart/cart-store.ts'
import { QuickAddButton } from '#app/catalog/add-to-cart-button.tsx'
import { queryClient, shippingCostsQuery } from '#app/query-client.ts'
import Toaster from '#app/ui/toaster.tsx'
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

const press = (name: RegExp) => userEvent.setup().click(screen.getByRole('button', { name }))

test('what was added leads to the cart, with the number of its pieces', async () => {
  queryClient.setQueryData(shippingCostsQuery.queryKey, KNOWN_COSTS)
  showButton()
  await press(/^Do koszyka: Layali/)
  await press(/^Do koszyka: Layali/)
  await screen.findByText('Layali Zahran (ilość: 2)')
  await press(/^Do koszyka \(2\)$/)
  expect(screen.getByTestId('open').textContent).toBe('{"dialogs":[{"name":"cart"}]}')
})

test('what was added says how far free delivery is, and when it is reached', async () => {
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

test('during a break without sale what was added says from when orders are taken', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-24T10:00:00Z') })
  queryClient.setQueryData(shippingCostsQuery.queryKey, {
    ...KNOWN_COSTS,
    dispatch: { ...KNOWN_COSTS.dispatch, holiday_from: '2026-12-23', holiday_to: '2026-12-27', holiday_selling: false },
  })
  showButton()
  await press(/^Do koszyka: Layali/)
  await screen.findByText('Przerwa w sprzedaży od 23.12 do 27.12. Koszyk poczeka, zamówienia przyjmiemy od 28.12.')
})
