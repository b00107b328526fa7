import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { readPlaced } from '#app/shell/lasting-news.ts'
import { fieldOf, openCart, RECIPIENT, setUpCart, typeInto } from './open-cart.tsx'

const ORDER_ID = '12442231-0000-4000-8000-000012442231'
const EMAIL = 'anna@example.test'
const shop = setUpCart()

/** A shop in which this browser orders without an account once it has said so. */
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
    return Response.json({ status: true })
  }
  shop.answers['/api/create-cash-on-delivery-order'] = () => {
    const receipt = { orderId: ORDER_ID, orderIds: [ORDER_ID], checkoutId: 'c', total: 138.99, totalGrosze: 13_899 }
    return Response.json(receipt)
  }
  return sent
}

test('cart: an order without an account asks for no password and ends with the mailed link', async () => {
  const sent = openShop()
  const opened = await openCart()
  const { user, cart } = opened
  await user.type(fieldOf(cart, 'E-mail'), EMAIL)
  await user.click(cart.getByRole('checkbox', { name: 'Kupuję bez zakładania konta' }))
  expect(cart.queryByLabelText(/^Hasło/, { selector: 'input' })).toBeNull()
  await user.click(cart.getByRole('checkbox', { name: /Akceptuję/ }))
  await user.click(cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }))
  await typeInto(opened, RECIPIENT)
  await user.click(opened.orderButton)
  const shown = within(await screen.findByRole('region', { name: 'Dziękujemy za zamówienie' }))
  shown.getByText('Zamówienie otworzysz linkiem, który jest w potwierdzeniu.')
  expect(shown.queryByRole('link', { name: 'Zobacz zamówienie' })).toBeNull()
  expect(sent).toEqual([{ email: EMAIL, withoutAccount: true, acceptedTerms: true }])
  expect(readPlaced()?.hasPanel).toBe(false)
  // The next person at this browser starts with an empty form.
  await vi.waitFor(() => expect(shop.calls).toContain('/api/auth/sign-out'))
})

test('cart: who goes on without an account is shown, and can change the address without losing the rest', async () => {
  openShop()
  const opened = await openCart()
  const { user, cart } = opened
  await user.click(cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }))
  await typeInto(opened, { 'E-mail': EMAIL, ...RECIPIENT })
  await user.click(cart.getByRole('checkbox', { name: 'Kupuję bez zakładania konta' }))
  await user.click(cart.getByRole('checkbox', { name: /Akceptuję/ }))
  await user.click(cart.getByRole('button', { name: 'Dalej bez konta' }))
  await cart.findByText('Kupujesz bez konta')
  cart.getByText(EMAIL)
  await user.click(cart.getByRole('button', { name: 'Zmień adres' }))
  expect((await cart.findByLabelText<HTMLInputElement>(/^E-mail/)).value).toBe(EMAIL)
  expect(fieldOf(cart, 'Ulica').value).toBe(RECIPIENT.Ulica)
})

test('cart: without the choice a password is still wanted', async () => {
  const sent = openShop()
  const { user, cart, orderButton } = await openCart()
  await user.type(fieldOf(cart, 'E-mail'), EMAIL)
  await user.click(orderButton)
  await screen.findByText('Wypełnij wszystkie pola')
  expect(sent).toEqual([])
})
