import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionChanged, sessionEnded } from '#app/account/session.ts'
import CartDialog from '#app/checkout/cart-dialog.tsx'
import { applyToCart, clearCart } from '#app/checkout/cart-store.ts'
import { type UnpaidOrder, writeOrders } from '#app/checkout/unpaid-order-store.ts'
import { clearDraft } from '#app/checkout/use-checkout-form.ts'
import { queryClient } from '#app/query-client.ts'
import Toaster from '#app/ui/toaster.tsx'
import { type CheckoutShop, openCheckoutShop } from './checkout-shop.ts'

const ITEM = { id: 'p1', name: 'Misk Fajri', price: 119, quantity: 1, image_url: null, brand_name: 'Perfumy Arabskie' }
const ORDER_ID = '12442231-0000-4000-8000-000012442231'
const OFFLINE = 'Zamówienie nie zostało złożone, nic nie zginęło. Gdy połączenie wróci, naciśnij ponownie.'
let shop: CheckoutShop
let isOnline = true

beforeEach(() => {
  shop = openCheckoutShop([])
  vi.stubGlobal('fetch', shop.fetch)
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
  applyToCart({ type: 'restore', cart: [ITEM] })
})
afterEach(() => {
  // First of all: what is still on the screen would ask the shop anew.
  cleanup()
  isOnline = true
  sessionEnded()
  clearCart({ silent: true })
  clearDraft()
  writeOrders([])
  queryClient.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

async function openCart() {
  const user = userEvent.setup({ delay: null })
  render(
    <MemoryRouter>
      <CartDialog open onClose={() => {}} />
      <Toaster successMs={4000} />
    </MemoryRouter>,
  )
  const cart = within(await screen.findByRole('dialog', { name: 'Koszyk' }))
  await cart.findByRole('radio', { name: /Kurier.*online/ })
  return { user, cart, orderButton: cart.getByRole('button', { name: /^Zamawiam/ }) }
}

type Opened = Awaited<ReturnType<typeof openCart>>

async function type({ user, cart }: Opened, texts: Record<string, string>) {
  for (const [label, text] of Object.entries(texts)) await user.type(cart.getByRole('textbox', { name: label }), text)
}

const RECIPIENT = {
  Imię: 'Anna',
  Nazwisko: 'Nowak',
  Telefon: '600100200',
  Ulica: 'Prosta',
  'Numer domu': '1',
  'Kod pocztowy': '90-001',
  Miejscowość: 'Łódź',
}

async function signIn() {
  shop.isSignedIn = true
  await act(() => sessionChanged('SIGNED_IN'))
}

function loseConnection() {
  isOnline = false
  shop.isReachable = false
  act(() => void window.dispatchEvent(new Event('offline')))
}

test.each([/Kurier.*online/, /Kurier.*przy odbiorze/])(
  'without internet an order by %s says that nothing was ordered, and inside the dialog that the connection is lost',
  async (method) => {
    await signIn()
    const opened = await openCart()
    await opened.user.click(opened.cart.getByRole('radio', { name: method }))
    await type(opened, RECIPIENT)
    loseConnection()
    await opened.user.click(opened.orderButton)
    await opened.cart.findByText('Brak internetu')
    opened.cart.getByText(OFFLINE)
    opened.cart.getByText('Brak połączenia z internetem. Gdy wróci, spróbujemy ponownie.')
    expect(screen.queryByText('Błąd płatności')).toBeNull()
  },
)

test('without internet signing in to order says the same', async () => {
  const opened = await openCart()
  const { user, cart } = opened
  await user.click(cart.getByRole('radio', { name: /Kurier.*online/ }))
  await type(opened, { 'E-mail': 'anna@example.test', ...RECIPIENT })
  await user.type(cart.getByLabelText(/^Hasło/, { selector: 'input' }), 'tajne-haslo')
  await user.click(cart.getByRole('checkbox', { name: /Akceptuję/ }))
  loseConnection()
  await user.click(opened.orderButton)
  await cart.findByText('Brak internetu')
  cart.getByText(OFFLINE)
})

test('an answer lost on the way: says that pressing again orders no second time', async () => {
  await signIn()
  const opened = await openCart()
  await opened.user.click(opened.cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }))
  await type(opened, RECIPIENT)
  shop.answers['/api/create-cash-on-delivery-order'] = () => {
    loseConnection()
    throw new TypeError('Failed to fetch')
  }
  await opened.user.click(opened.orderButton)
  await opened.cart.findByText(/^Gdy połączenie wróci, naciśnij ponownie\. Nawet jeśli zamówienie doszło/)
})

test('a new account is told, and on a phone not once more after an error that took its place', async () => {
  const matchMedia = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(matchMedia(query), { matches: query === '(max-width: 39.99rem)' }),
  )
  const opened = await openCart()
  const { user, cart } = opened
  await type(opened, { 'E-mail': 'anna@example.test' })
  await user.type(cart.getByLabelText(/^Hasło/, { selector: 'input' }), 'tajne-haslo')
  await user.click(cart.getByRole('checkbox', { name: /Akceptuję/ }))
  await user.click(cart.getByRole('button', { name: 'Zaloguj się lub załóż konto' }))
  await cart.findByText('Konto utworzone')
  await user.click(opened.orderButton)
  const toasts = within(await cart.findByRole('region', { name: 'Powiadomienia' }))
  await toasts.findByText('Wybierz sposób dostawy')
  await vi.waitFor(() => expect(toasts.getAllByRole('button', { name: 'Zamknij powiadomienie' })).toHaveLength(1))
  await user.click(toasts.getByRole('button', { name: 'Zamknij powiadomienie' }))
  await vi.waitFor(() => expect(toasts.queryByText('Wybierz sposób dostawy')).toBeNull())
  expect(cart.queryByText('Konto utworzone')).toBeNull()
})

test('words before anything is chosen: delivery and payment as one choice, and from what delivery costs', async () => {
  const { cart } = await openCart()
  const methods = cart.getByRole('group', { name: 'Dostawa i płatność' })
  for (const words of [
    'Płatność online: BLIK, karta lub szybki przelew',
    'Płatność przy odbiorze: u kuriera albo w paczkomacie',
  ]) {
    within(methods).getByText((_, element) => element?.tagName === 'P' && element.textContent === words)
  }
  cart.getByText(
    (_, element) => element?.tagName === 'P' && /^119,00.zł \+ dostawa od 12,99.zł$/.test(element.textContent ?? ''),
  )
  expect(cart.getByRole('region', { name: 'Podsumowanie' }).textContent).toMatch(/Dostawaod 12,99.zł/)
})

test('the summary names the chosen way', async () => {
  const { user, cart } = await openCart()
  await user.click(cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }))
  expect(cart.getByRole('region', { name: 'Podsumowanie' }).textContent).toContain('Kurier, płatność przy odbiorze')
})

function leaveUnpaid(more: Partial<UnpaidOrder> = {}) {
  const leftAt = new Date('2026-11-24T13:43:00Z').getTime()
  vi.useFakeTimers({ toFake: ['Date'], now: leftAt + 60_000 })
  const order = { orderId: ORDER_ID, sessionId: 's', cart: [ITEM], products: [ITEM.id], returned: [ITEM.id] }
  writeOrders([{ ...order, wait: 'open', totalGrosze: 13_199, at: leftAt, ...more }])
}

test('an order that waits for its money stands above the lines, with both ways on', async () => {
  leaveUnpaid({ hidden: true })
  const { user, cart } = await openCart()
  const notice = within(cart.getByRole('region', { name: 'Nieopłacone zamówienie' }))
  notice.getByText(/^Zamówienie 12442231 na 131,99.zł czeka na zapłatę do 15:13\.$/)
  expect(notice.getByRole('link', { name: 'Dokończ płatność' }).getAttribute('href')).toBe(
    `/payment-cancel?order=${ORDER_ID}`,
  )
  await user.click(notice.getByRole('button', { name: 'Zamów jeszcze raz' }))
  expect(cart.queryByRole('region', { name: 'Nieopłacone zamówienie' })).toBeNull()
})

test('an order whose time is over is not mentioned', async () => {
  leaveUnpaid({ wait: 'ended' })
  const { cart } = await openCart()
  expect(cart.queryByRole('region', { name: 'Nieopłacone zamówienie' })).toBeNull()
})
