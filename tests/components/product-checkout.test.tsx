import { act, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { signInTo } from './checkout-shop.ts'
import { buy, Page, press, setUpProduct } from './open-product.tsx'

const shop = setUpProduct()
const methodOf = (name: RegExp) => screen.findByRole<HTMLInputElement>('radio', { name })

test('Back leads from the last step to the first, and then closes the dialog; reopening starts over', async () => {
  const { user, router } = await buy()
  await screen.findByText('Krok 1 z 3')
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'anna@example.test')
  await user.click(screen.getByRole('checkbox', { name: /Akceptuję/ }))
  await press(user, 'Dalej')
  await screen.findByText('Krok 2 z 3')
  await user.click(await methodOf(/Kurier.*przy odbiorze/))
  await press(user, 'Dalej')
  await screen.findByText('Krok 3 z 3')

  await act(() => router.navigate(-1))
  await screen.findByText('Krok 2 z 3')
  expect((await methodOf(/Kurier.*przy odbiorze/)).checked).toBe(true)
  await act(() => router.navigate(-1))
  await screen.findByText('Krok 1 z 3')
  await press(user, 'Dalej')
  await screen.findByText('Krok 2 z 3')
  await press(user, 'Dalej')
  await screen.findByText('Krok 3 z 3')
  await press(user, 'Wstecz')
  await screen.findByText('Krok 2 z 3')
  await press(user, 'Dalej')
  await screen.findByText('Krok 3 z 3')

  await press(user, 'Zamknij')
  await screen.findByText('Lista')
  await press(user, 'Misk Fajri')
  await press(user, 'Kup teraz')
  await screen.findByText('Krok 1 z 2')
  await methodOf(/Kurier.*przy odbiorze/)
  expect(screen.queryByRole('radio', { checked: true })).toBeNull()
  await act(() => router.navigate(-1))
  await screen.findByText('Lista')
})

const boxOf = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

test('a reload keeps step, method, number of pieces and the invoice; opened anew, nothing is ticked', async () => {
  await signInTo(shop)
  const { user, router, page } = await buy()
  await user.click(await methodOf(/Kurier.*przy odbiorze/))
  await press(user, 'Więcej')
  await press(user, 'Dalej')
  await screen.findByText('Krok 2 z 2')
  await user.click(boxOf('Chcę fakturę na firmę'))
  await user.click(boxOf('Kupuje członek grupy VAT'))
  await user.type(screen.getByRole('textbox', { name: 'Nazwa członka grupy' }), 'Filia')
  const kept = { ...sessionStorage }
  const { state } = router.state.location
  page.unmount()
  Object.assign(sessionStorage, kept)

  const reloaded = createMemoryRouter([{ path: '/sklep', element: <Page /> }], {
    initialEntries: ['/sklep', { pathname: '/sklep', state }],
    initialIndex: 1,
  })
  render(<RouterProvider router={reloaded} />)
  await screen.findByText('Krok 2 z 2')
  screen.getByText('Kurier, płatność przy odbiorze')
  expect(screen.getByRole('button', { name: /^Zamawiam z obowiązkiem zapłaty.*257,99/ })).toBeTruthy()
  const nameOf = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Nazwa członka grupy' }).value
  expect([boxOf('Kupuje członek grupy VAT').checked, nameOf()]).toEqual([true, 'Filia'])

  await press(user, 'Zamknij')
  await screen.findByText('Lista')
  await press(user, 'Misk Fajri')
  await press(user, 'Kup teraz')
  await user.click(await methodOf(/Kurier.*przy odbiorze/))
  await press(user, 'Dalej')
  await screen.findByText('Krok 2 z 2')
  expect(boxOf('Chcę fakturę na firmę').checked).toBe(false)
  await user.click(boxOf('Chcę fakturę na firmę'))
  expect(boxOf('Kupuje członek grupy VAT').checked).toBe(false)
  await user.click(boxOf('Kupuje członek grupy VAT'))
  expect(nameOf()).toBe('Filia')
})

const DEFAULTS = {
  firstName: 'Anna',
  lastName: 'Nowak',
  phone: '+48600100200',
  shippingMethod: 'cash_on_delivery_courier',
  address: { street: 'Prosta', houseNumber: '1', city: 'Łódź', postalCode: '90-001' },
  locker: null,
}
const RECEIPT = {
  orderId: '12442231-0000-4000-8000-000012442231',
  orderIds: ['12442231-0000-4000-8000-000012442231'],
  checkoutId: 'c',
  total: 1,
  totalGrosze: 13_899,
  gift: null,
  orderLink: 'http://localhost:3000/zamowienie#t',
}

test('a returning buyer starts at the method, sees the recipient and can order there', async () => {
  await signInTo(shop)
  shop.answers['/api/me/checkout-defaults'] = () => Response.json(DEFAULTS)
  shop.answers['/api/create-cash-on-delivery-order'] = () => Response.json(RECEIPT)
  const { user, router } = await buy()
  await screen.findByText('Krok 1 z 2')
  expect((await methodOf(/Kurier.*przy odbiorze/)).checked).toBe(true)
  const recipient = screen.getByRole('region', { name: 'Odbiorca i adres' })
  expect(recipient.textContent).toMatch(/^Anna Nowak, \+48 600 100 200Prosta 1, 90-001 Łódź/)

  await press(user, 'Zmień odbiorcę lub adres')
  await screen.findByText('Krok 2 z 2')
  await act(() => router.navigate(-1))
  await screen.findByText('Krok 1 z 2')
  // A method whose destination is unknown leads to the last step.
  await user.click(await methodOf(/Paczkomat.*przy odbiorze/))
  expect(screen.queryByRole('button', { name: /^Zamawiam/ })).toBeNull()
  screen.getByRole('button', { name: 'Dalej' })
  await user.click(await methodOf(/Kurier.*przy odbiorze/))
  await user.click(screen.getByRole('button', { name: /^Zamawiam/ }))
  await screen.findByRole('heading', { name: 'Dziękujemy za zamówienie' })
})

test('an account without earlier orders starts at the method and goes on to the recipient', async () => {
  await signInTo(shop)
  const { user } = await buy()
  await screen.findByText('Krok 1 z 2')
  await user.click(await methodOf(/Kurier.*przy odbiorze/))
  expect(screen.queryByRole('button', { name: /^Zamawiam/ })).toBeNull()
  await press(user, 'Dalej')
  await screen.findByText('Krok 2 z 2')
})

test('the placed order leaves no steps behind: Back closes the confirmation', async () => {
  await signInTo(shop)
  shop.answers['/api/create-cash-on-delivery-order'] = () => Response.json(RECEIPT)
  const { user, router } = await buy()
  await user.click(await methodOf(/Kurier.*przy odbiorze/))
  await press(user, 'Dalej')
  for (const [label, text] of Object.entries({ Imię: 'Anna', Nazwisko: 'Nowak', Telefon: '600100200' })) {
    await user.type(await screen.findByRole('textbox', { name: label }), text)
  }
  const address = { Ulica: 'Prosta', 'Numer domu': '1', 'Kod pocztowy': '90-001', Miejscowość: 'Łódź' }
  for (const [label, text] of Object.entries(address)) {
    await user.type(screen.getByRole('textbox', { name: label }), text)
  }
  await user.click(screen.getByRole('button', { name: /^Zamawiam/ }))
  await screen.findByRole('heading', { name: 'Dziękujemy za zamówienie' })
  await waitFor(() => expect(router.state.location.state.dialogs[0].step).toBeUndefined())
  screen.getByRole('heading', { name: 'Dziękujemy za zamówienie' })
  await act(() => router.navigate(-1))
  await screen.findByText('Lista')
})

test('step 1: an empty e-mail is asked for, and a short password keeps the button disabled', async () => {
  const { user } = await buy()
  await screen.findByText('Podaj e-mail, na który wyślemy potwierdzenie z linkiem do zamówienia.')
  await press(user, 'Dalej')
  await screen.findByText('Wypełnij wszystkie pola')
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'anna@example.test')
  await user.type(screen.getByLabelText(/^Hasło/, { selector: 'input' }), 'abc')
  expect(screen.getByRole('button', { name: 'Dalej' })).toHaveProperty('disabled', true)
  await user.tab()
  screen.getByText('Hasło musi mieć minimum 6 znaków')
})

test('the product is named once, as the title of its checkout', async () => {
  await buy()
  const dialog = await screen.findByRole('dialog', { name: 'Misk Fajri' })
  await screen.findByText('Krok 1 z 3')
  expect(dialog.textContent?.match(/Misk Fajri/g)).toHaveLength(1)
})
