import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { clearCart, currentCart } from '#app/cart/cart-store.ts'
import { OrderAgain } from '#app/panel/orders/order-again.tsx'
import Toaster from '#app/ui/toaster.tsx'

afterEach(() => {
  cleanup()
  clearCart({ silent: true })
  vi.unstubAllGlobals()
})

const ITEM = { product_id: 'p1', product_name: 'Misk Fajri', facts: '50\u00a0ml', quantity: 2 }

function show(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', answer)
  const Page = createRoutesStub([
    {
      path: '/',
      Component: () => (
        <>
          <OrderAgain items={[ITEM]} />
          <Toaster successMs={4000} />
        </>
      ),
    },
  ])
  render(<Page />)
  return userEvent.setup()
}

test('a product that is no longer sold is named', async () => {
  const gone = { error: { code: 'product_not_found', message: 'Nie ma takiego produktu.' } }
  const user = show(async () => Response.json(gone, { status: 404 }))
  await user.click(screen.getByRole('button', { name: 'Zamów ponownie' }))
  await screen.findByText('Niedostępne: Misk Fajri, 50 ml')
})

test('without an answer of the shop no product is called unavailable, and the cart stays as it was', async () => {
  const user = show(async () => {
    throw new TypeError('Failed to fetch')
  })
  await user.click(screen.getByRole('button', { name: 'Zamów ponownie' }))
  await screen.findByText('Brak połączenia ze sklepem. Spróbuj ponownie.')
  expect(screen.queryByText(/Niedostępne/)).toBeNull()
  expect(currentCart()).toEqual([])
})
