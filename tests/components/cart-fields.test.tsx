import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fillDraft } from '#app/checkout/use-checkout-form.ts'
import { queryClient, shippingCostsQuery } from '#app/query-client.ts'
import { OFFERED, toShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { COURIER, choose, signIn, TO_LOCKER, terms } from './cart-controls.ts'
import { signInTo } from './checkout-shop.ts'
import { complaintAt } from './complaint-at.ts'
import { complaintsAt, fieldOf, openCart, RECIPIENT, setUpCart, typedIn, typeInto } from './open-cart.tsx'
import { COSTS, LOCKER } from './shop-answers.ts'
import { refusal } from './stub-shop.ts'

const EMAIL = 'anna@example.test'
const TERMS = 'Musisz zaakceptować regulamin, aby kontynuować.'
const shop = setUpCart()
afterEach(() => localStorage.clear())

/** Waits for the toast and until this field has the focus. */
async function isAskedFor(field: Element, title?: string) {
  if (title) await screen.findAllByText(title)
  await waitFor(() => expect(document.activeElement).toBe(field))
}

test('cart: names what is missing for an account at each field, and focuses the first one', async () => {
  const opened = await openCart()
  const { user, cart, orderButton } = opened
  await user.click(orderButton)
  await isAskedFor(fieldOf(cart, 'E-mail'), 'Wypełnij wszystkie pola')
  // The password may be left out.
  expect(complaintsAt(cart, ['E-mail', 'Hasło'])).toEqual({ 'E-mail': 'Email jest wymagany', Hasło: '' })
  expect(complaintAt(terms(opened))).toBe(TERMS)
  expect(complaintAt(cart.getByRole('radio', { name: COURIER }))).toBe('Wybierz sposób dostawy')

  await typeInto(opened, { 'E-mail': 'nie-adres', Hasło: '12345' })
  expect(complaintsAt(cart, ['E-mail', 'Hasło'])).toEqual({
    'E-mail': 'Podaj prawidłowy adres email',
    Hasło: 'Hasło musi mieć minimum 6 znaków',
  })
  for (const [email, password, usable] of [
    ['nie-adres', '12345', false],
    ['nie-adres', '123456', false],
    [EMAIL, '12345', false],
    [EMAIL, '123456', true],
  ] as const) {
    await typeInto(opened, { 'E-mail': email, Hasło: password })
    expect(signIn(opened)).toHaveProperty('disabled', !usable)
  }
  expect(complaintsAt(cart, ['E-mail', 'Hasło'])).toEqual({ 'E-mail': '', Hasło: '' })
  await user.click(signIn(opened))
  await screen.findByText('Akceptacja regulaminu')
  await isAskedFor(terms(opened))
  await user.click(terms(opened))
  await user.click(signIn(opened))
  await screen.findByText('Konto utworzone')
  await cart.findByText('Zalogowany')
})

test('cart: names what is missing for the parcel at each field, and focuses the first one', async () => {
  await signInTo(shop)
  shop.answers['/api/get-parcel-lockers'] = () => Response.json([LOCKER])
  const opened = await openCart()
  const { user, cart, orderButton } = opened
  await user.click(orderButton)
  await isAskedFor(cart.getAllByRole('radio')[0] ?? document.body, 'Wybierz sposób dostawy')
  await choose(opened, COURIER)
  await user.click(orderButton)
  await isAskedFor(fieldOf(cart, 'Imię'), 'Wypełnij imię, nazwisko i telefon')
  const missing = {
    Imię: 'Podaj imię',
    Nazwisko: 'Podaj nazwisko',
    Telefon: 'Podaj numer telefonu',
    Ulica: 'Podaj ulicę',
    'Numer domu': 'Podaj numer domu',
    'Kod pocztowy': 'Podaj kod pocztowy',
    Miejscowość: 'Podaj miejscowość',
  }
  expect(complaintsAt(cart, Object.keys(missing))).toEqual(missing)
  const { Imię, Nazwisko, Telefon, ...address } = RECIPIENT
  await typeInto(opened, { Imię, Nazwisko, Telefon })
  await user.click(orderButton)
  await isAskedFor(fieldOf(cart, 'Ulica'), 'Wypełnij wszystkie pola adresowe dla dostawy kurierskiej')

  // Fields with invalid values: the message is at the field, and no toast repeats it.
  await typeInto(opened, { ...address, 'Kod pocztowy': '3100', Telefon: '12345' })
  const wrong = {
    Telefon: 'Podaj prawidłowy numer telefonu, np. 600 100 200',
    'Kod pocztowy': 'Podaj kod pocztowy w formacie 00-000',
  }
  expect(complaintsAt(cart, Object.keys(wrong))).toEqual(wrong)
  await typeInto(opened, { Telefon })
  await user.click(orderButton)
  await isAskedFor(fieldOf(cart, 'Kod pocztowy'))
  expect(screen.getAllByText(wrong['Kod pocztowy'])).toHaveLength(1)

  await choose(opened, TO_LOCKER)
  await user.click(orderButton)
  await isAskedFor(fieldOf(cart, 'Znajdź paczkomat'), 'Wybierz paczkomat i podaj email odbiorcy')
  expect(complaintAt(fieldOf(cart, 'Znajdź paczkomat'))).toBe('Wybierz paczkomat')
  await typeInto(opened, { 'Znajdź paczkomat': '31-009' })
  await user.click(await cart.findByRole('radio', { name: /DEMO-KRK-006/ }))
  await typeInto(opened, { 'E-mail odbiorcy': '' })
  await user.click(orderButton)
  await isAskedFor(fieldOf(cart, 'E-mail odbiorcy'))
  expect(complaintAt(fieldOf(cart, 'E-mail odbiorcy'))).toBe('Podaj email odbiorcy')
})

test('cart: tells browsers and phones the purpose of each field', async () => {
  shop.answers['/api/get-parcel-lockers'] = () => Response.json([LOCKER])
  const opened = await openCart()
  const { user, cart } = opened
  const hints = (labels: string[]) =>
    Object.fromEntries(
      labels.map((label) => {
        const { autocomplete, inputMode, type } = fieldOf(cart, label)
        const mode = inputMode ?? fieldOf(cart, label).getAttribute('inputmode')
        return [label, [autocomplete, mode, type].filter(Boolean).join(' ')]
      }),
    )
  await choose(opened, COURIER)
  expect(hints(['E-mail', 'Hasło', ...Object.keys(RECIPIENT)])).toEqual({
    'E-mail': 'username email email',
    Hasło: 'current-password password',
    Imię: 'given-name text',
    Nazwisko: 'family-name text',
    Telefon: 'tel tel tel',
    Ulica: 'address-line1 text',
    'Numer domu': 'address-line2 text',
    'Kod pocztowy': 'postal-code numeric text',
    Miejscowość: 'address-level2 text',
  })
  await choose(opened, TO_LOCKER)
  expect(hints(['E-mail odbiorcy'])).toEqual({ 'E-mail odbiorcy': 'email email email' })

  // A postal code is formatted while it is typed and takes no sixth digit. Words stay words.
  const search = fieldOf(cart, 'Znajdź paczkomat')
  await user.type(search, '310091')
  expect(search.value).toBe('31-009')
  await cart.findByRole('radio', { name: /DEMO-KRK-006/ })
  await user.clear(search)
  await user.type(search, '3 Maja')
  expect(search.value).toBe('3 Maja')
})

test('cart: a web or e-mail address in a name or a town is refused at its field', async () => {
  await signInTo(shop)
  const opened = await openCart()
  const { user, cart, orderButton } = opened
  await choose(opened, COURIER)
  await typeInto(opened, RECIPIENT)
  const wrong = { Imię: 'www . evil . pl', Nazwisko: 'a＠b．pl', Miejscowość: 'Łódź evil.pl/x' }
  await typeInto(opened, wrong)
  await user.click(orderButton)
  const sentence = 'Nie wpisuj tu adresu strony ani e-mail. Po kropce zostaw spację.'
  expect(complaintsAt(cart, Object.keys(wrong))).toEqual({
    Imię: sentence,
    Nazwisko: sentence,
    Miejscowość: sentence,
  })
  expect(typedIn(cart, Object.keys(wrong))).toEqual(wrong)
  expect(shop.calls).not.toContain('/api/create-cash-on-delivery-order')
  // Texts that only look like an address.
  const right = { Imię: 'J.R.', Nazwisko: "O'Connor-Żak", Miejscowość: 'Kolonia k. Łodzi' }
  await typeInto(opened, right)
  const sent: unknown[] = []
  shop.answers['/api/create-cash-on-delivery-order'] = (json) => {
    sent.push(json)
    return refusal(503, 'busy', 'Chwila.')
  }
  await user.click(orderButton)
  await screen.findByText('Chwila.')
  expect(sent).toMatchObject([{ customerData: { firstName: 'J.R.', city: right.Miejscowość, phone: '600100200' } }])
})

test('cart: a foreign phone is refused at its field, by InPost’s rules for each method, and stays as typed', async () => {
  await signInTo(shop)
  const opened = await openCart()
  await choose(opened, COURIER)
  await typeInto(opened, { Telefon: '+49 151 2345 6789' })
  expect(complaintsAt(opened.cart, ['Telefon'])).toEqual({
    Telefon: 'Kurier InPost dzwoni tylko na polskie numery. Podaj 9 cyfr, np. 600 100 200.',
  })
  await choose(opened, TO_LOCKER)
  await typeInto(opened, { Telefon: '22 635 41 21' })
  expect(complaintsAt(opened.cart, ['Telefon'])).toEqual({
    Telefon: 'InPost wysyła kod odbioru tylko na polskie numery komórkowe. Podaj 9 cyfr, np. 600 100 200.',
  })
  expect(typedIn(opened.cart, ['Telefon'])).toEqual({ Telefon: '22 635 41 21' })
})

test('cart: above the carrier’s limit cash on delivery is not offered, and a sentence says why', async () => {
  await signInTo(shop)
  const offered = OFFERED.map((way) => ({ method: toShippingMethod(way) }))
  shop.answers['/api/shipping-costs'] = () => Response.json({ ...COSTS, offered, cod_limit_grosze: 13_700 })
  const { cart } = await openCart()
  // 119,00 zł with the locker is 135,99 zł, with the courier 138,99 zł.
  expect(cart.getByRole('radio', { name: TO_LOCKER })).toBeDefined()
  expect(cart.queryByRole('radio', { name: COURIER })).toBeNull()
  expect(cart.getByText(/Przy odbiorze można zapłacić najwyżej 137,00.zł, bo tyle pobiera przewoźnik\./)).toBeDefined()
})

test('cart: a code that brings the total below the carrier’s limit offers cash on delivery, and without it no more', async () => {
  await signInTo(shop)
  const offered = OFFERED.map((way) => ({ method: toShippingMethod(way) }))
  shop.answers['/api/shipping-costs'] = () => Response.json({ ...COSTS, offered, cod_limit_grosze: 13_700 })
  shop.answers['/api/discount-code'] = () =>
    Response.json({ code: 'LATO10', kind: 'percent', value: 10, least_grosze: 0, personal: false, lowest: [] })
  const { user, cart } = await openCart()
  await user.click(cart.getByRole('button', { name: 'Mam kod rabatowy' }))
  await user.type(cart.getByLabelText('Kod rabatowy'), 'LATO10')
  await user.click(cart.getByRole('button', { name: 'Użyj' }))
  // 107,10 zł with the courier is 127,09 zł.
  await user.click(await cart.findByRole('radio', { name: COURIER }))
  await user.click(cart.getByRole('button', { name: 'Usuń kod' }))
  expect(cart.queryByRole('radio', { name: COURIER })).toBeNull()
  expect(cart.queryByRole('radio', { checked: true })).toBeNull()
})

test('cart: a method that only a remembered code allows stays chosen until the shop has answered about the code', async () => {
  await signInTo(shop)
  const offered = OFFERED.map((way) => ({ method: toShippingMethod(way) }))
  shop.answers['/api/shipping-costs'] = () => Response.json({ ...COSTS, offered, cod_limit_grosze: 13_700 })
  shop.answers['/api/discount-code'] = () =>
    Response.json({ code: 'LATO10', kind: 'percent', value: 10, least_grosze: 0, personal: false, lowest: [] })
  sessionStorage.setItem('discount_code', 'LATO10')
  fillDraft({ shippingMethod: 'cash_on_delivery_courier' })
  await queryClient.prefetchQuery(shippingCostsQuery)
  const { cart } = await openCart()
  await cart.findByText('−11,90 zł na produkty.')
  expect(cart.getByRole('radio', { name: COURIER, checked: true })).toBeDefined()
})
