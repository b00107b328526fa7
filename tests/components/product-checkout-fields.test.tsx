import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { signOut } from '#app/account/session.ts'
import { signInTo } from './checkout-shop.ts'
import { complaintAt } from './complaint-at.ts'
import { complaintsAt, fieldOf, typedIn, typeInto } from './open-cart.tsx'
import { buy, PRODUCT, press, setUpProduct } from './open-product.tsx'
import { LOCKER } from './shop-answers.ts'
import { refusal } from './stub-shop.ts'

const ORDER = '/api/create-cash-on-delivery-order'
const EMAIL = 'anna@example.test'
const TERMS = 'Musisz zaakceptować regulamin, aby kontynuować.'
const PERSON = { Imię: 'Łucja', Nazwisko: 'Żółć', Telefon: '600700800' }
const ADDRESS = { Ulica: 'Źródlana', 'Numer domu': '12a/3', 'Kod pocztowy': '31-005', Miejscowość: 'Kraków' }
const shop = setUpProduct()

async function openCheckout() {
  const { user, router } = await buy()
  const cart = within(await screen.findByRole('dialog', { name: 'Misk Fajri' }))
  return { user, router, cart }
}
type Opened = Awaited<ReturnType<typeof openCheckout>>

const orderButton = () => screen.getByRole('button', { name: /^Zamawiam/ })
const choose = async ({ user, cart }: Opened, name: RegExp) => user.click(await cart.findByRole('radio', { name }))
const COURIER = /Kurier.*przy odbiorze/

async function isAskedFor(field: Element, title: string) {
  await screen.findByText(title)
  await waitFor(() => expect(document.activeElement).toBe(field))
}

/** Completes the first step as a guest. */
async function passStep1(opened: Opened, texts: Record<string, string> = { 'E-mail': EMAIL, Hasło: 'tajne-haslo' }) {
  await screen.findByText('Krok 1 z 3')
  await typeInto(opened, texts)
  await press(opened.user, 'Dalej')
}

/** A customer at the last step with an order by courier filled in. */
async function readyToOrder(): Promise<Opened> {
  await signInTo(shop)
  const opened = await openCheckout()
  await choose(opened, COURIER)
  await press(opened.user, 'Dalej')
  await screen.findByText('Krok 2 z 2')
  await typeInto(opened, { ...PERSON, ...ADDRESS })
  return opened
}

test('product dialog: each of the three steps asks for its missing data in its own words', async () => {
  const opened = await openCheckout()
  const { user, cart } = opened
  await screen.findByText('Krok 1 z 3')
  expect(cart.queryByRole('button', { name: 'Wstecz' })).toBeNull()
  await press(user, 'Dalej')
  await isAskedFor(fieldOf(cart, 'E-mail'), 'Wypełnij wszystkie pola')
  cart.getByRole('region', { name: 'Załóż konto przy okazji (możesz pominąć)' })
  const next = screen.getByRole<HTMLButtonElement>('button', { name: 'Dalej' })
  await typeInto(opened, { 'E-mail': EMAIL, Hasło: '12345' })
  expect(next.disabled).toBe(true)
  await typeInto(opened, { Hasło: '' })
  expect(next.disabled).toBe(false)
  await passStep1(opened)
  await screen.findByText('Akceptacja regulaminu')
  expect(screen.getAllByText(TERMS)).not.toEqual([])
  await user.click(cart.getByRole('checkbox', { name: /Akceptuję/ }))
  await press(user, 'Dalej')
  await screen.findByText('Krok 2 z 3')
  await press(user, 'Wstecz')
  await screen.findByText('Krok 1 z 3')
  await cart.findByText('Zalogowany')
  await press(user, 'Dalej')
  await screen.findByText('Krok 2 z 3')
  await press(user, 'Dalej')
  await screen.findByText('Wybierz metodę przesyłki')
  await choose(opened, COURIER)
  await press(user, 'Dalej')

  await screen.findByText('Krok 3 z 3')
  await user.click(orderButton())
  await isAskedFor(fieldOf(cart, 'Imię'), 'Wypełnij wszystkie wymagane pola')
  const person = { Imię: 'Podaj imię', Nazwisko: 'Podaj nazwisko', Telefon: 'Podaj numer telefonu' }
  expect(complaintsAt(cart, Object.keys(person))).toEqual(person)
  await typeInto(opened, PERSON)
  await user.click(orderButton())
  await isAskedFor(fieldOf(cart, 'Ulica'), 'Wypełnij wszystkie dane adresowe')
  const address = {
    Ulica: 'Podaj ulicę',
    'Numer domu': 'Podaj numer domu',
    'Kod pocztowy': 'Podaj kod pocztowy',
    Miejscowość: 'Podaj miejscowość',
  }
  expect(complaintsAt(cart, Object.keys(address))).toEqual(address)

  await press(user, 'Wstecz')
  await screen.findByText('Krok 2 z 3')
  await choose(opened, /Paczkomat.*przy odbiorze/)
  await press(user, 'Dalej')
  await screen.findByText('Krok 3 z 3')
  expect(typedIn(cart, Object.keys(PERSON))).toEqual(PERSON)
  shop.answers['/api/get-parcel-lockers'] = () => Response.json([LOCKER])
  await user.click(orderButton())
  // The same text is shown at the field.
  await waitFor(() => expect(screen.getAllByText('Wybierz paczkomat')).toHaveLength(2))
  await waitFor(() => expect(document.activeElement).toBe(fieldOf(cart, 'Znajdź paczkomat')))
  await typeInto(opened, { 'Znajdź paczkomat': '31-009' })
  await user.click(await cart.findByRole('radio', { name: /DEMO-KRK-006/ }))
  await typeInto(opened, { 'E-mail odbiorcy': '' })
  await user.click(orderButton())
  await waitFor(() => expect(complaintAt(fieldOf(cart, 'E-mail odbiorcy'))).toBe('Podaj email odbiorcy'))
  expect(screen.getAllByText('Podaj email odbiorcy')).not.toEqual([])
  await waitFor(() => expect(document.activeElement).toBe(fieldOf(cart, 'E-mail odbiorcy')))
})

test('product dialog: a customer has two steps, and receives at the e-mail of the account', async () => {
  await signInTo(shop)
  const opened = await openCheckout()
  await screen.findByText('Krok 1 z 2')
  expect(opened.cart.queryByRole('button', { name: 'Wstecz' })).toBeNull()
  await choose(opened, /Paczkomat.*przy odbiorze/)
  await press(opened.user, 'Dalej')
  await screen.findByText('Krok 2 z 2')
  expect(fieldOf(opened.cart, 'E-mail odbiorcy').value).toBe(EMAIL)
  await press(opened.user, 'Wstecz')
  await screen.findByText('Krok 1 z 2')
})

test.each([
  ['sold out', 'out_of_stock', { id: PRODUCT.id, name: PRODUCT.name, left: 0 }, 'Produkt wyprzedany'],
  ['withdrawn', 'product_unavailable', { id: PRODUCT.id, name: PRODUCT.name }, 'Produkt nie jest już dostępny'],
] as const)('product dialog: a product %s meanwhile leaves nothing to order', async (_, code, product, words) => {
  const { user, cart } = await readyToOrder()
  const message = 'Produkt „Misk Fajri” jest wyprzedany.'
  shop.answers[ORDER] = () =>
    Response.json({ error: { code, message, details: { products: [product] } } }, { status: 409 })
  await user.click(orderButton())
  await cart.findByText(words)
  expect(screen.queryByRole('button', { name: /^Zamawiam/ })).toBeNull()
  if (code === 'out_of_stock') {
    screen.getByText('Błąd zamówienia')
    screen.getByText(message)
  } else expect(cart.queryByText('Produkt wyprzedany')).toBeNull()
})

test('product dialog: a web or e-mail address in a name or a town is refused at its field', async () => {
  const opened = await readyToOrder()
  const { user, cart } = opened
  const wrong = { Imię: 'www . evil . pl', Nazwisko: 'a＠b．pl', Miejscowość: 'Łódź evil.pl/x' }
  await typeInto(opened, wrong)
  await user.click(orderButton())
  const sentence = 'Nie wpisuj tu adresu strony ani e-mail. Po kropce zostaw spację.'
  expect(complaintsAt(cart, Object.keys(wrong))).toEqual({ Imię: sentence, Nazwisko: sentence, Miejscowość: sentence })
  expect(typedIn(cart, Object.keys(wrong))).toEqual(wrong)
  expect(shop.calls).not.toContain(ORDER)
  await typeInto(opened, { Imię: 'J.R.', Nazwisko: "O'Connor-Żak", Miejscowość: 'Kolonia k. Łodzi' })
  await user.click(orderButton())
  await waitFor(() => expect(shop.calls).toContain(ORDER))
})

test('product dialog: the checkout continues at the same step after the session has ended', async () => {
  const opened = await readyToOrder()
  const { user, cart } = opened
  shop.answers[ORDER] = () => {
    shop.isSignedIn = false
    return refusal(401, 'sign_in_required', 'Zaloguj się, aby kontynuować.')
  }
  await user.click(orderButton())
  await screen.findByText('Krok 1 z 3')
  screen.getByText('Minęła sesja')
  expect(fieldOf(cart, 'E-mail').value).toBe(EMAIL)
  expect(complaintAt(fieldOf(cart, 'Hasło'))).toBe(
    'Minęła sesja. Podaj hasło jeszcze raz, reszta formularza jest zapisana.',
  )
  await passStep1(opened, { Hasło: 'tajne-haslo' })
  await cart.findByText('Odbiorca i adres')
  expect(typedIn(cart, Object.keys({ ...PERSON, ...ADDRESS }))).toEqual({ ...PERSON, ...ADDRESS })
  await user.click(orderButton())
  await waitFor(() => expect(shop.calls.filter((call) => call === ORDER)).toHaveLength(2))
})

test('product dialog: signing out elsewhere at the last step leads back through the steps', async () => {
  const opened = await readyToOrder()
  const { user, cart } = opened
  shop.isSignedIn = false
  shop.answers['/api/auth/sign-out'] = () => Response.json({ success: true })
  await act(async () => void (await signOut()))
  await screen.findByText('Krok 1 z 3')
  await typeInto(opened, { 'E-mail': EMAIL, Hasło: 'tajne-haslo' })
  await user.click(cart.getByRole('checkbox', { name: /Akceptuję/ }))
  await press(user, 'Dalej')
  await choose(opened, COURIER)
  await press(user, 'Dalej')
  await cart.findByText('Odbiorca i adres')
  expect(typedIn(cart, ['Imię', 'Ulica'])).toEqual({ Imię: '', Ulica: '' })
})

test('product dialog: the code of a second factor leads on to the next step, and there is a way back', async () => {
  shop.answers['/api/guest-sign-in'] = () => refusal(401, 'second_factor_required', 'Podaj kod.')
  shop.answers['/api/auth/two-factor/verify-totp'] = () => {
    shop.isSignedIn = true
    return Response.json({ user: {} })
  }
  const opened = await openCheckout()
  const { user, cart } = opened
  await user.click(await cart.findByRole('checkbox', { name: /Akceptuję/ }))
  await passStep1(opened)
  await cart.findByRole('textbox', { name: 'Kod' })
  await press(user, 'Wróć do logowania')
  await passStep1(opened)
  await user.type(await cart.findByRole('textbox', { name: 'Kod' }), '123456')
  await press(user, 'Potwierdź')
  await screen.findByText('Krok 2 z 3')
})
