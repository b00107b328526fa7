import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { applyToCart } from '#app/cart/cart-store.ts'
import { type UnpaidOrder, writeOrders } from '#app/checkout/unpaid/unpaid-order-store.ts'
import { queryClient, shippingCostsQuery } from '#app/query-client.ts'
import type { PriceChange } from '#domain/checkout/checkout.ts'
import { signInTo } from './checkout-shop.ts'
import { ITEM, openCart, RECIPIENT, setUpCart, typedIn, typeInto } from './open-cart.tsx'
import { KNOWN_COSTS } from './shop-answers.ts'

const ORDER_ID = '12442231-0000-4000-8000-000012442231'
const OFFLINE = 'Zamówienie nie zostało złożone, nic nie zginęło. Gdy połączenie wróci, naciśnij ponownie.'
const shop = setUpCart()
let isOnline = true

beforeEach(() => {
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  vi.spyOn(console, 'warn').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  isOnline = true
  writeOrders([])
  vi.restoreAllMocks()
  vi.useRealTimers()
})

function loseConnection() {
  isOnline = false
  shop.isReachable = false
  act(() => void window.dispatchEvent(new Event('offline')))
}

test.each([/Kurier.*online/, /Kurier.*przy odbiorze/])(
  'without internet an order by %s says that nothing was ordered and that the connection is lost',
  async (method) => {
    await signInTo(shop)
    const opened = await openCart()
    await opened.user.click(opened.cart.getByRole('radio', { name: method }))
    await typeInto(opened, RECIPIENT)
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
  await typeInto(opened, { 'E-mail': 'anna@example.test', ...RECIPIENT })
  await user.type(cart.getByLabelText(/^Hasło/, { selector: 'input' }), 'tajne-haslo')
  await user.click(cart.getByRole('checkbox', { name: /Akceptuję/ }))
  loseConnection()
  await user.click(opened.orderButton)
  await cart.findByText('Brak internetu')
  cart.getByText(OFFLINE)
})

test('a lost answer: says that another click does not order twice', async () => {
  await signInTo(shop)
  const opened = await openCart()
  await opened.user.click(opened.cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }))
  await typeInto(opened, RECIPIENT)
  shop.answers['/api/create-cash-on-delivery-order'] = () => {
    loseConnection()
    throw new TypeError('Failed to fetch')
  }
  await opened.user.click(opened.orderButton)
  await opened.cart.findByText(/^Gdy połączenie wróci, naciśnij ponownie\. Nawet jeśli zamówienie doszło/)
})

test('a toast announces a new account, and on a phone not again after an error replaced it', async () => {
  const matchMedia = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    Object.assign(matchMedia(query), { matches: query === '(max-width: 39.99rem)' }),
  )
  const opened = await openCart()
  const { user, cart } = opened
  await typeInto(opened, { 'E-mail': 'anna@example.test' })
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

test('before a choice, delivery and payment are one group of options, with the lowest delivery cost', async () => {
  const { cart } = await openCart()
  const methods = cart.getByRole('group', { name: 'Dostawa i płatność' })
  for (const words of [
    'Płatność online: karta, BLIK, Przelewy24',
    'Płatność przy odbiorze: u kuriera albo w paczkomacie',
  ]) {
    within(methods).getByText((_, element) => element?.tagName === 'P' && element.textContent === words)
  }
  cart.getByText(
    (_, element) => element?.tagName === 'P' && /^119,00.zł \+ dostawa od 12,99.zł$/.test(element.textContent ?? ''),
  )
  expect(cart.getByRole('region', { name: 'Podsumowanie' }).textContent).toMatch(/Dostawaod 12,99.zł/)
})

test('the summary names the chosen method of delivery and payment', async () => {
  const { user, cart } = await openCart()
  await user.click(cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }))
  expect(cart.getByRole('region', { name: 'Podsumowanie' }).textContent).toContain('Kurier, płatność przy odbiorze')
})

function leaveUnpaid(more: Partial<UnpaidOrder> = {}) {
  const leftAt = new Date('2026-11-24T13:43:00Z').getTime()
  vi.useFakeTimers({ toFake: ['Date'], now: leftAt + 60_000 })
  const order = { orderId: ORDER_ID, sessionId: 's', cart: [ITEM], products: [ITEM.id], returned: [ITEM.id] }
  writeOrders([{ ...order, wait: 'open', link: null, totalGrosze: 13_199, at: leftAt, ...more }])
}

test('an unpaid order is shown above the items, with both actions', async () => {
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

test('an expired order is not shown', async () => {
  leaveUnpaid({ wait: 'ended' })
  const { cart } = await openCart()
  expect(cart.queryByRole('region', { name: 'Nieopłacone zamówienie' })).toBeNull()
})

/** A customer who has filled in an order by courier paid ahead. */
async function readyToPay() {
  await signInTo(shop)
  const opened = await openCart()
  await opened.user.click(opened.cart.getByRole('radio', { name: /Kurier.*online/ }))
  await typeInto(opened, RECIPIENT)
  return opened
}

test('a payment that cannot begin, because the answer has no address, is reported, and nothing is lost', async () => {
  const { user, cart, orderButton } = await readyToPay()
  shop.answers['/api/create-checkout-session'] = () => Response.json({ orderId: 'x' })
  await user.click(orderButton)
  await cart.findByText('Wystąpił błąd podczas tworzenia sesji płatności. Spróbuj ponownie.')
  cart.getByText('Błąd płatności')
  cart.getByRole('heading', { name: 'Misk Fajri' })
  expect(typedIn(cart, Object.keys(RECIPIENT))).toEqual(RECIPIENT)
  expect(console.error).toHaveBeenCalledWith('No checkout URL received')
})

test('when a price changed before a prepayment the buyer decides, with words for prepayment', async () => {
  const { user, cart, orderButton } = await readyToPay()
  const bodies: unknown[] = []
  const change: PriceChange = {
    items: [
      {
        id: ITEM.id,
        name: ITEM.name,
        facts: '50\u00a0ml',
        quantity: 1,
        oldPriceGrosze: 11_900,
        newPriceGrosze: 12_900,
      },
    ],
    discount: { oldGrosze: 0, newGrosze: 0 },
    shipping: { oldGrosze: 1599, newGrosze: 1599 },
    total: { oldGrosze: 13_499, newGrosze: 14_499 },
  }
  shop.answers['/api/create-checkout-session'] = (body) => {
    bodies.push(body)
    const error = { code: 'price_changed', message: 'Cena się zmieniła.', details: change }
    return Response.json({ error }, { status: 409 })
  }
  await user.click(orderButton)
  await cart.findByRole('heading', { name: 'Cena się zmieniła' })
  cart.getByText(/Zamówienie oznacza obowiązek zapłaty online\./)
  await user.click(cart.getByRole('button', { name: /^Zamawiam z obowiązkiem zapłaty\s*144,99/ }))
  await vi.waitFor(() => expect(bodies).toHaveLength(2))
  expect(bodies[1]).toMatchObject({ items: [{ price: 12_900 }] })
})

test('at most 99 pieces of a product can be chosen', async () => {
  applyToCart({ type: 'set-quantity', id: ITEM.id, quantity: 98 })
  const { user, cart } = await openCart()
  const quantity = within(cart.getByRole('group', { name: 'Ilość: Misk Fajri' }))
  const more = quantity.getByRole('button', { name: 'Więcej' })
  expect(more).toHaveProperty('disabled', false)
  await user.click(more)
  expect(quantity.getByRole('status').textContent).toBe('99')
  expect(more).toHaveProperty('disabled', true)
})

test('below the sums stands a small, complete guarantee notice: a text, or the official file if there is one', async () => {
  const { cart } = await openCart()
  const words = cart.getByRole('complementary', { name: 'Gwarancja prawna' })
  const sums = cart.getByRole('region', { name: 'Podsumowanie' })
  expect(words.compareDocumentPosition(sums) & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy()
  const official = { url: '/api/guarantee-notice/a', width: 1186, height: 1675 }
  act(() => queryClient.setQueryData(shippingCostsQuery.queryKey, { ...KNOWN_COSTS, guarantee_notice: official }))
  const picture = await cart.findByRole('img', { name: /co najmniej 2 lata/ })
  expect(picture.compareDocumentPosition(sums) & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy()
  expect(picture.closest('a')?.getAttribute('href')).toBe(official.url)
})
