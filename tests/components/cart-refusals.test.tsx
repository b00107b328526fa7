import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { signInTo } from './checkout-shop.ts'
import { complaintAt } from './complaint-at.ts'
import {
  fieldOf,
  ITEM,
  type OpenedCart,
  openCart,
  RECIPIENT,
  renderCart,
  setUpCart,
  typedIn,
  typeInto,
} from './open-cart.tsx'
import { COSTS, LOCKER } from './shop-answers.ts'
import { refusal } from './stub-shop.ts'

const ORDER = '/api/create-cash-on-delivery-order'
const LOCKERS = '/api/get-parcel-lockers'
const PLACED = {
  orderId: '12442231-0000-4000-8000-000012442231',
  orderIds: ['12442231-0000-4000-8000-000012442231'],
  checkoutId: 'c',
  total: 138.99,
  totalGrosze: 13_899,
}
const shop = setUpCart()

/** A customer who has filled in an order by courier. */
async function readyToOrder(): Promise<OpenedCart> {
  await signInTo(shop)
  const opened = await openCart()
  await opened.user.click(opened.cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }))
  await typeInto(opened, RECIPIENT)
  return opened
}

const withDetails = (status: number, code: string, message: string, details: unknown) =>
  Response.json({ error: { code, message, details } }, { status })

test('cart: a product that has sold out is shown at its line, and the form stays filled in', async () => {
  const { user, cart, orderButton } = await readyToOrder()
  const sentence = 'Produkt „Misk Fajri” jest wyprzedany.'
  shop.answers[ORDER] = () =>
    withDetails(409, 'out_of_stock', sentence, { products: [{ id: ITEM.id, name: ITEM.name, left: 0 }] })
  await user.click(orderButton)
  await screen.findByText(sentence)
  screen.getByText('Błąd zamówienia')
  await cart.findByText('Produkt wyprzedany')
  expect(cart.getByText('Produkt wyprzedany').closest('li')?.textContent).toContain('Misk Fajri')
  expect(typedIn(cart, Object.keys(RECIPIENT))).toEqual(RECIPIENT)
})

test('cart: after an order whose answer was lost a warning is shown', async () => {
  const { user, cart, orderButton } = await readyToOrder()
  shop.answers[ORDER] = () => refusal(409, 'idempotency_conflict', 'Inna treść pod tym samym kluczem.')
  await user.click(orderButton)
  await cart.findByText(
    'Poprzednie zamówienie zostało już przyjęte. Sprawdź je w panelu klienta, zanim zamówisz ponownie.',
  )
})

test('cart: after the session has ended the buyer is asked to sign in again, and nothing typed is lost', async () => {
  const opened = await readyToOrder()
  const { user, cart, orderButton } = opened
  shop.answers[ORDER] = () => {
    shop.isSignedIn = false
    return refusal(401, 'sign_in_required', 'Zaloguj się, aby kontynuować.')
  }
  await user.click(orderButton)
  await cart.findByRole('heading', { name: 'Twój e-mail' })
  const sentence = 'Minęła sesja. Podaj hasło jeszcze raz, reszta formularza jest zapisana.'
  await waitFor(() => expect(complaintAt(fieldOf(cart, 'Hasło'))).toBe(sentence))
  screen.getByText('Minęła sesja')
  expect(typedIn(cart, ['E-mail', ...Object.keys(RECIPIENT)])).toEqual({
    'E-mail': 'anna@example.test',
    ...RECIPIENT,
  })
  await typeInto(opened, { Hasło: 'tajne-haslo' })
  await user.click(cart.getByRole('button', { name: 'Zaloguj się lub załóż konto' }))
  await cart.findByText('Zalogowany')
  shop.answers[ORDER] = () => Response.json(PLACED)
  await user.click(orderButton)
  await screen.findByRole('heading', { name: 'Dziękujemy za zamówienie' })
})

test('cart: the buyer reads why lockers cannot be found, loaded or checked', async () => {
  await signInTo(shop)
  const opened = await openCart()
  const { user, cart, orderButton } = opened
  shop.answers[LOCKERS] = () => Response.json([])
  await user.click(cart.getByRole('radio', { name: /Paczkomat.*przy odbiorze/ }))
  await typeInto(opened, { Imię: 'Łucja', Nazwisko: 'Żółć', Telefon: '600700800', 'Znajdź paczkomat': '99-999' })
  await cart.findByText('Nie znaleziono paczkomatów dla kodu pocztowego')

  shop.answers[LOCKERS] = () => refusal(503, 'lockers_unavailable', 'Lista paczkomatów jest chwilowo niedostępna.')
  await typeInto(opened, { 'Znajdź paczkomat': '31-009' })
  await cart.findByText('Błąd podczas wczytywania paczkomatów: Lista paczkomatów jest chwilowo niedostępna.')
  shop.answers[LOCKERS] = () => Response.json([LOCKER])
  await user.click(cart.getByRole('button', { name: 'Spróbuj ponownie' }))
  await user.click(await cart.findByRole('radio', { name: /DEMO-KRK-006/ }))

  const unchecked = 'Nie udało się sprawdzić paczkomatu. Spróbuj ponownie za chwilę.'
  shop.answers[ORDER] = () => refusal(503, 'locker_unavailable', unchecked)
  await user.click(orderButton)
  await screen.findByText(unchecked)
  shop.answers[ORDER] = () => Response.json(PLACED)
  await user.click(orderButton)
  await screen.findByRole('heading', { name: 'Dziękujemy za zamówienie' })
})

test('cart: an alert says that delivery costs cannot be read, and they are read again after two seconds', async () => {
  const asked: number[] = []
  const { offered, ...costs } = COSTS
  const method = { method: 'cash_on_delivery_courier' }
  shop.answers['/api/shipping-costs'] = () => {
    asked.push(performance.now())
    return asked.length === 1
      ? refusal(503, 'busy', 'Chwila.')
      : Response.json({ ...costs, offered: [...offered, method] })
  }
  const cart = await renderCart()
  const methods = within(cart.getByRole('group', { name: 'Dostawa i płatność' }))
  const sentence = 'Nie udało się załadować kosztów dostawy. Spróbuj ponownie.'
  await vi.waitFor(() => expect(methods.getByRole('alert').textContent).toContain(sentence))
  expect(screen.getAllByText('Błąd')).not.toEqual([])
  await methods.findByRole('radio', { name: /Kurier.*19,99/ })
  expect(methods.queryByRole('alert')).toBeNull()
  expect(asked).toHaveLength(2)
  expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThanOrEqual(1900)
})
