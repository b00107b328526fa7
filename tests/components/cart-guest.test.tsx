import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { readPlaced } from '#app/checkout/placed-order-news.ts'
import { fieldOf, openCart, RECIPIENT, setUpCart, typeInto } from './open-cart.tsx'

const ORDER_ID = '12442231-0000-4000-8000-000012442231'
const EMAIL = 'anna@example.test'
const GIFT = { name: 'Mini flakon', pieces: 1 }
const shop = setUpCart()

/** A shop in which this browser orders without an account after the buyer chose that. */
function openShop() {
  let isGuest = false
  const sent: unknown[] = []
  shop.answers['/api/me'] = () =>
    Response.json({ user: null, expires_at: null, ...(isGuest && { guest: { email: EMAIL } }) })
  shop.answers['/api/guest-sign-in'] = (json) => {
    sent.push(json)
    isGuest = true
    return Response.json({ created: false })
  }
  shop.answers['/api/auth/sign-out'] = () => {
    isGuest = false
    return Response.json({ ok: true })
  }
  shop.answers['/api/create-cash-on-delivery-order'] = () => {
    const receipt = { orderId: ORDER_ID, orderIds: [ORDER_ID], checkoutId: 'c', total: 138.99, totalGrosze: 13_899 }
    return Response.json({ ...receipt, gift: GIFT, orderLink: 'https://perfumy.example.test/zamowienie#TOKEN' })
  }
  return sent
}

test('cart: a new buyer who types no password gets the link to the order', async () => {
  const sent = openShop()
  const opened = await openCart()
  const { user, cart } = opened
  await user.type(fieldOf(cart, 'E-mail'), EMAIL)
  await user.click(cart.getByRole('checkbox', { name: /Akceptuję/ }))
  await user.click(cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }))
  await typeInto(opened, RECIPIENT)
  await user.click(opened.orderButton)
  const shown = within(await screen.findByRole('region', { name: 'Dziękujemy za zamówienie' }))
  expect(shown.getByRole('link', { name: 'Zobacz zamówienie' }).getAttribute('href')).toBe('/zamowienie#TOKEN')
  expect(sent).toEqual([{ email: EMAIL, withoutAccount: true, acceptedTerms: true }])
  expect(readPlaced()?.path).toBe('/zamowienie#TOKEN')
  // The next person at this browser starts with an empty form.
  await vi.waitFor(() => expect(shop.calls).toContain('/api/auth/sign-out'))
})

test('cart: a buyer without an account is shown, and can change the address without losing the rest', async () => {
  openShop()
  const opened = await openCart()
  const { user, cart } = opened
  await user.click(cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }))
  await typeInto(opened, { 'E-mail': EMAIL, ...RECIPIENT })
  await user.click(cart.getByRole('checkbox', { name: /Akceptuję/ }))
  await user.click(cart.getByRole('button', { name: 'Dalej bez konta' }))
  await cart.findByText('Kupujesz bez konta')
  cart.getByText(EMAIL)
  await user.click(cart.getByRole('button', { name: 'Zmień adres' }))
  expect((await cart.findByLabelText<HTMLInputElement>(/^E-mail/)).value).toBe(EMAIL)
  expect(fieldOf(cart, 'Ulica').value).toBe(RECIPIENT.Ulica)
})

test('cart: the password stands under its own heading; a short one keeps the button disabled, a longer one makes the account', async () => {
  const sent = openShop()
  const opened = await openCart()
  const { user, cart } = opened
  const offer = within(cart.getByRole('region', { name: 'Załóż konto przy okazji (możesz pominąć)' }))
  const password = offer.getByLabelText('Hasło', { selector: 'input' })
  expect(password.getAttribute('placeholder')).toBe('Minimum 6 znaków')
  await user.type(fieldOf(cart, 'E-mail'), EMAIL)
  await user.click(cart.getByRole('checkbox', { name: /Akceptuję/ }))
  const button = (name: string) => cart.getByRole<HTMLButtonElement>('button', { name })
  expect(button('Dalej bez konta').disabled).toBe(false)
  await user.type(password, 'pięć5')
  expect(button('Zaloguj się lub załóż konto').disabled).toBe(true)
  await user.type(password, '6')
  await user.click(button('Zaloguj się lub załóż konto'))
  await vi.waitFor(() => expect(sent).toEqual([{ email: EMAIL, password: 'pięć56', acceptedTerms: true }]))
})
