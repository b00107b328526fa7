import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import ConfirmOrder from '#app/checkout/confirm-order.tsx'
import { readOrders } from '#app/checkout/unpaid/unpaid-order-store.ts'

const sent: unknown[] = []
afterEach(() => {
  sent.length = 0
  localStorage.clear()
  vi.unstubAllGlobals()
  window.history.replaceState(null, '', '/')
})

const refused = (code: string, message: string, details?: object) =>
  Response.json({ error: { code, message, ...(details && { details }) } }, { status: 409 })

const CHANGE = {
  items: [
    { id: 'a', name: 'Layali Zahran', facts: '50\u00a0ml', quantity: 1, oldPriceGrosze: 4_590, newPriceGrosze: 5_090 },
  ],
  discount: { oldGrosze: 0, newGrosze: 0 },
  shipping: { oldGrosze: 1_699, newGrosze: 1_699 },
  total: { oldGrosze: 6_289, newGrosze: 6_789 },
}
const RECEIPT = {
  checkoutId: 'c',
  orderIds: ['12345678-0000-4000-8000-000012345678'],
  orderId: '12345678-0000-4000-8000-000012345678',
  totalGrosze: 6_789,
  gift: { name: 'Mini flakon', pieces: 1 },
  orderLink: 'https://perfumy.example.test/zamowienie#TOKEN',
  total: 67.89,
  email: 'anna@example.test',
  paymentUrl: null,
  sessionId: null,
}

/** Opens the page of the link; the shop answers the calls in this order. */
function open(...answers: (() => Response)[]) {
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    if (String(input) !== '/api/confirm-order') return Response.json({ user: null, expires_at: null })
    sent.push(JSON.parse(String(init?.body)))
    return answers.shift()?.() ?? Response.error()
  })
  window.history.replaceState(null, '', '/potwierdz-zamowienie#token')
  const Stub = createRoutesStub([
    { path: '/potwierdz-zamowienie', Component: ConfirmOrder },
    { path: '/sklep', Component: () => <p>Sklep</p> },
  ])
  render(<Stub initialEntries={['/potwierdz-zamowienie#token']} />)
  return userEvent.setup()
}

const press = (user: ReturnType<typeof userEvent.setup>, name: RegExp) =>
  screen.findByRole('button', { name }).then((button) => user.click(button))

test('after a price change the page shows old and new sum, and one button that orders at the new one', async () => {
  const user = open(
    () => refused('price_changed', 'Cena się zmieniła', CHANGE),
    () => Response.json(RECEIPT),
  )
  await press(user, /Potwierdzam zamówienie/)
  await screen.findByRole('heading', { name: 'Cena się zmieniła' })
  expect(screen.getByRole('row', { name: /Razem/ }).textContent).toMatch(/62,89.*67,89/)
  expect(screen.queryByRole('button', { name: /Spróbuj ponownie/ })).toBeNull()
  await press(user, /Zamawiam z obowiązkiem zapłaty.*67,89/)
  await screen.findByText(/do zapłaty przy odbiorze 67,89/)
  expect(sent).toEqual([{ token: 'token' }, { token: 'token', totalGrosze: 6_789 }])
})

test('after a permanent refusal the cart of this browser is restored; after a temporary one a retry is offered', async () => {
  localStorage.setItem(
    'held_cart',
    JSON.stringify([
      { id: 'a', name: 'Layali Zahran', price: 45.9, quantity: 1, image_url: null, brand_name: 'Marka' },
    ]),
  )
  const user = open(
    () => refused('locker_unavailable', 'Nie udało się sprawdzić paczkomatu.'),
    () => refused('out_of_stock', 'Produkt „Layali Zahran” jest wyprzedany.', { products: [] }),
  )
  await press(user, /Potwierdzam zamówienie/)
  await press(user, /Spróbuj ponownie/)
  await screen.findByText('Produkt „Layali Zahran” jest wyprzedany.')
  expect(screen.queryByRole('button', { name: /Spróbuj ponownie/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Wróć do zakupów' })).toHaveProperty(
    'href',
    expect.stringMatching(/\/sklep$/),
  )
  await press(user, /Wróć do koszyka/)
  expect(JSON.parse(localStorage.getItem('cart_items') ?? '[]')).toMatchObject([{ id: 'a', quantity: 1 }])
  expect(localStorage.getItem('held_cart')).toBeNull()
})

test('who does not want the new price gets the cart of the order back', async () => {
  const kept = [{ id: 'a', name: 'Layali Zahran', price: 45.9, quantity: 1, image_url: null, brand_name: 'Marka' }]
  localStorage.setItem('held_cart', JSON.stringify(kept))
  const user = open(() => refused('price_changed', 'Cena się zmieniła', CHANGE))
  await press(user, /Potwierdzam zamówienie/)
  await press(user, /^Wróć$/)
  await screen.findByText('Sklep')
  expect(JSON.parse(localStorage.getItem('cart_items') ?? '[]')).toEqual(kept)
  expect(localStorage.getItem('held_cart')).toBeNull()
})

test('a prepaid order waits for its payment in this browser, with its cart and its link', async () => {
  const kept = [{ id: 'a', name: 'Layali Zahran', price: 45.9, quantity: 1, image_url: null, brand_name: 'Marka' }]
  localStorage.setItem('held_cart', JSON.stringify(kept))
  const user = open(() => Response.json({ ...RECEIPT, paymentUrl: '#kasa', sessionId: 'cs_1' }))
  await press(user, /Potwierdzam zamówienie/)
  await screen.findByText('Otwieramy stronę płatności')
  await waitFor(() => expect(window.location.hash).toBe('#kasa'))
  expect(localStorage.getItem('held_cart')).toBeNull()
  expect(readOrders()).toMatchObject([{ orderId: RECEIPT.orderId, sessionId: 'cs_1', link: 'TOKEN', cart: kept }])
})

test.each([
  ['held_order_expired', 'Minął czas na potwierdzenie.'],
  ['product_unavailable', 'Tego produktu nie ma już w sprzedaży.'],
  ['locker_closed', 'Wybrany paczkomat jest nieczynny.'],
  ['shipping_method_not_offered', 'Ta metoda przesyłki nie jest dostępna.'],
])('%s: the page says so, without a button to retry', async (code, message) => {
  const user = open(() => refused(code, message, { products: [] }))
  await press(user, /Potwierdzam zamówienie/)
  await screen.findByText(message)
  expect(screen.queryByRole('button')).toBeNull()
  await user.click(screen.getByRole('link', { name: 'Wróć do zakupów' }))
  await screen.findByText('Sklep')
})
