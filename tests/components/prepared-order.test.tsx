import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { readStored, readStoredObject } from '#app/browser-storage.ts'
import { applyToCart, clearCart, currentCart } from '#app/cart/cart-store.ts'
import PreparedOrderPage from '#app/checkout/prepared-order-page.tsx'
import { queryClient } from '#app/query-client.ts'
import { toCartItem } from '#domain/cart/cart.ts'
import type { PreparedOrder } from '#domain/prepared-orders/prepared-order.ts'
import { aCard, aProduct } from './shop-answers.ts'
import { type Answers, refusal, stubShop } from './stub-shop.ts'

afterEach(() => {
  queryClient.clear()
  clearCart({ silent: true })
  sessionStorage.clear()
})

const ORDER: PreparedOrder = {
  expires_at: '2026-11-25T14:05:00.000Z',
  items: [{ product: aProduct(aCard('Oud Layl', 11_900)), quantity: 2, together: 2 }],
  missing: 0,
  email: 'anna@example.test',
  code: 'LATO10',
  place: {
    delivery: 'courier',
    firstName: 'Anna',
    lastName: 'Nowak',
    phone: '+48600100200',
    street: 'Prosta',
    houseNumber: '1',
    city: 'Łódź',
    postalCode: '90-001',
  },
  locker: null,
}

function open(answer: Answers['post /api/prepared-order']) {
  const asked = stubShop({ 'post /api/prepared-order': answer })
  const Stub = createRoutesStub([
    { path: '/zamowienie-dla-ciebie', Component: PreparedOrderPage },
    { path: '/sklep', Component: () => null },
  ])
  render(<Stub initialEntries={['/zamowienie-dla-ciebie#token']} />)
  return { asked, user: userEvent.setup() }
}

test('a press fills cart, code and form; what else is in the cart is said and stays', async () => {
  applyToCart({ type: 'add', item: toCartItem(aCard('Inny', 9_900)) })
  const { user } = open(() => ORDER)
  await screen.findByText(/^Odłożyliśmy te produkty do 25 listopada 2026 15:05\./)
  screen.getByText('Dostawa: Kurier, Anna Nowak')
  screen.getByText('W koszyku są też inne produkty (1 szt.). Zostaną w nim.')
  await user.click(screen.getByRole('button', { name: 'Przejdź do zamówienia' }))
  await waitFor(() => expect(currentCart()).toHaveLength(2))
  expect(currentCart().map(({ name, quantity }) => `${quantity} ${name}`)).toEqual(['1 Inny', '2 Oud Layl'])
  expect(readStored('discount_code')).toBe('LATO10')
  expect(readStoredObject('checkout_form')).toMatchObject({
    email: 'anna@example.test',
    firstName: 'Anna',
    phone: '+48 600 100 200',
    street: 'Prosta',
    shippingMethod: 'prepaid_courier',
    acceptedTerms: false,
  })
})

test('an order that was placed since fills nothing and says so at the press', async () => {
  let answer: PreparedOrder | Response = ORDER
  const { user } = open(() => answer)
  const button = await screen.findByRole('button', { name: 'Przejdź do zamówienia' })
  answer = refusal(409, 'prepared_order_over', 'Ten link już nie działa.')
  await user.click(button)
  await screen.findByText('Ten link już nie działa.')
  expect(currentCart()).toEqual([])
})

test('products that are no longer sold are said; without any nothing can be ordered', async () => {
  open(() => ({ ...ORDER, items: [], missing: 1 }))
  await screen.findByText('Nie wszystko jest jeszcze w sprzedaży')
  expect(screen.getByRole('button', { name: 'Przejdź do zamówienia' })).toHaveProperty('disabled', true)
})

test('pieces of the same product that another opened link holds are in the cart, too', async () => {
  const { user } = open(() => ({ ...ORDER, items: ORDER.items.map((item) => ({ ...item, together: 3 })) }))
  await user.click(await screen.findByRole('button', { name: 'Przejdź do zamówienia' }))
  await waitFor(() => expect(currentCart().map(({ quantity }) => quantity)).toEqual([3]))
})
