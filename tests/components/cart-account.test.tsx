import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { COURIER, choose, signIn, TO_LOCKER, terms } from './cart-controls.ts'
import { signInTo } from './checkout-shop.ts'
import { complaintAt } from './complaint-at.ts'
import { fieldOf, openCart, setUpCart, typedIn, typeInto } from './open-cart.tsx'
import { LOCKER } from './shop-answers.ts'
import { refusal } from './stub-shop.ts'

const EMAIL = 'anna@example.test'
const WRONG_PASSWORD = 'Nieprawidłowe hasło. Sprawdź swoje dane logowania.'
const RECEIVER = 'E-mail odbiorcy'
const shop = setUpCart()
afterEach(() => localStorage.clear())

const stored = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])

test('cart: a wrong password and too many attempts are reported, and the e-mail stays', async () => {
  const opened = await openCart()
  const { user, cart } = opened
  shop.answers['/api/guest-sign-in'] = () => refusal(401, 'wrong_password', WRONG_PASSWORD)
  await typeInto(opened, { 'E-mail': EMAIL, Hasło: 'nie-to-haslo' })
  await user.click(terms(opened))
  await user.click(signIn(opened))
  await screen.findByText('Błąd logowania')
  expect(complaintAt(fieldOf(cart, 'Hasło'))).toBe(WRONG_PASSWORD)
  await waitFor(() => expect(document.activeElement).toBe(fieldOf(cart, 'Hasło')))
  const many = 'Zbyt wiele prób. Spróbuj ponownie za 3 min.'
  shop.answers['/api/guest-sign-in'] = () => refusal(429, 'too_many_attempts', many)
  await user.click(signIn(opened))
  await screen.findByText(many)
  expect(fieldOf(cart, 'E-mail').value).toBe(EMAIL)
})

test('cart: the receiver’s e-mail follows the account’s, typed, corrected or signed in, until it is edited by hand', async () => {
  const opened = await openCart()
  const { user, cart } = opened
  await choose(opened, TO_LOCKER)
  await typeInto(opened, { 'E-mail': 'literowka@exmaple.test' })
  expect(fieldOf(cart, RECEIVER).value).toBe('literowka@exmaple.test')
  await typeInto(opened, { 'E-mail': EMAIL, Hasło: 'tajne-haslo' })
  expect(fieldOf(cart, RECEIVER).value).toBe(EMAIL)
  await user.click(terms(opened))
  await user.click(signIn(opened))
  await cart.findByText('Zalogowany')
  expect(fieldOf(cart, RECEIVER).value).toBe(EMAIL)
})

test('cart: the receiver’s e-mail stays as it was edited by hand, also after a reload', async () => {
  const opened = await openCart()
  await choose(opened, TO_LOCKER)
  await typeInto(opened, { 'E-mail': 'a@example.test', [RECEIVER]: 'ciocia@example.test' })
  await typeInto(opened, { 'E-mail': 'b@example.test' })
  expect(fieldOf(opened.cart, RECEIVER).value).toBe('ciocia@example.test')
  cleanup()
  const reloaded = await openCart()
  await typeInto(reloaded, { 'E-mail': 'c@example.test' })
  expect(fieldOf(reloaded.cart, RECEIVER).value).toBe('ciocia@example.test')
})

test('cart: “To nie Ty? Wyloguj” empties the form and forgets it, and keeps the cart', async () => {
  await signInTo(shop)
  shop.answers['/api/get-parcel-lockers'] = () => Response.json([LOCKER])
  shop.answers['/api/auth/sign-out'] = () => {
    shop.isSignedIn = false
    return Response.json({ success: true })
  }
  const opened = await openCart()
  const { user, cart } = opened
  await choose(opened, TO_LOCKER)
  const person = { Imię: 'Łucja', Nazwisko: 'Żółć', Telefon: '600700800' }
  await typeInto(opened, { ...person, 'Znajdź paczkomat': '31-009' })
  await user.click(await cart.findByRole('radio', { name: /DEMO-KRK-006/ }))
  expect(stored()).toContain('DEMO-KRK-006')
  await user.click(cart.getByRole('button', { name: 'To nie Ty? Wyloguj' }))
  await cart.findByRole('heading', { name: 'Twój e-mail' })
  expect(fieldOf(cart, 'E-mail').value).toBe('')
  await choose(opened, TO_LOCKER)
  expect(typedIn(cart, Object.keys(person))).toEqual({ Imię: '', Nazwisko: '', Telefon: '' })
  expect(cart.queryByText(/^Wybrany paczkomat/)).toBeNull()
  expect(stored()).not.toMatch(/DEMO-KRK-006|Łucja|anna@/)
  cart.getByRole('heading', { name: 'Misk Fajri' })

  // The next buyer is another person: what they type stays when they sign in.
  await typeInto(opened, { Imię: 'Bożena', 'E-mail': 'nastepna@example.test', Hasło: 'tajne-haslo' })
  await user.click(terms(opened))
  await user.click(signIn(opened))
  await cart.findByText('Zalogowany')
  expect(typedIn(cart, ['Imię', RECEIVER])).toEqual({ Imię: 'Bożena', [RECEIVER]: 'nastepna@example.test' })
})

test('cart: the last order fills the empty fields of returning buyers, and replaces nothing typed', async () => {
  shop.answers['/api/guest-sign-in'] = () => {
    shop.isSignedIn = true
    return Response.json({ created: false })
  }
  shop.answers['/api/me/checkout-defaults'] = () =>
    Response.json({
      firstName: 'Łucja',
      lastName: 'Żółć',
      phone: '+48600700800',
      shippingMethod: 'cash_on_delivery_courier',
      address: { street: 'Źródlana', houseNumber: '12a/3', city: 'Kraków', postalCode: '31-005' },
      locker: null,
    })
  const opened = await openCart()
  const { user, cart } = opened
  await choose(opened, COURIER)
  await typeInto(opened, { Imię: 'Bożena', 'E-mail': EMAIL, Hasło: 'tajne-haslo' })
  await user.click(terms(opened))
  await user.click(signIn(opened))
  await cart.findByText('Zalogowany')
  const expected = {
    Imię: 'Bożena',
    Nazwisko: 'Żółć',
    Telefon: '+48 600 700 800',
    Ulica: 'Źródlana',
    'Numer domu': '12a/3',
    'Kod pocztowy': '31-005',
    Miejscowość: 'Kraków',
  }
  await vi.waitFor(() => expect(typedIn(cart, Object.keys(expected))).toEqual(expected))
  await screen.findByText('Zalogowano')
})
