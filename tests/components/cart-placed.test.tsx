import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { applyToCart } from '#app/cart/cart-store.ts'
import { CART_STORAGE_KEY } from '#domain/cart/cart.ts'
import { signInTo } from './checkout-shop.ts'
import { ITEM, type OpenedCart, openCart, RECIPIENT, setUpCart, typeInto } from './open-cart.tsx'

const ORDER = '/api/create-cash-on-delivery-order'
const ORDER_IDS = [1, 2, 3].map((number) => `1244223${number}-0000-4000-8000-00001244223${number}`)
const shop = setUpCart()

/** A customer who has filled in an order by courier. Returns what is sent when the order button is clicked. */
async function readyToOrder(): Promise<OpenedCart & { sent: unknown[] }> {
  const sent: unknown[] = []
  shop.answers[ORDER] = (body) => {
    sent.push(body)
    return Response.json({
      orderId: ORDER_IDS[0],
      orderIds: ORDER_IDS,
      checkoutId: 'c',
      total: 376.99,
      totalGrosze: 37_699,
    })
  }
  await signInTo(shop)
  const opened = await openCart()
  await opened.user.click(opened.cart.getByRole('radio', { name: /Kurier.*przy odbiorze/ }))
  await typeInto(opened, RECIPIENT)
  return { ...opened, sent }
}

const confirmation = () => screen.findByRole('region', { name: 'Dziękujemy za zamówienie' })

/** Stores the cart as another tab would, before this tab receives the event. */
function leaveFromAnotherTab(quantity: number) {
  localStorage.setItem(CART_STORAGE_KEY, JSON.stringify(quantity === 0 ? [] : [{ ...ITEM, quantity }]))
}

test('cart: the displayed items are ordered, not those that another tab has changed since', async () => {
  const { user, orderButton, sent } = await readyToOrder()
  leaveFromAnotherTab(7)
  await user.click(orderButton)
  await confirmation()
  expect(sent).toMatchObject([{ items: [{ id: ITEM.id, quantity: 1 }] }])
})

test('cart: a cart that another tab has just ordered and emptied is not ordered', async () => {
  const { user, orderButton, sent } = await readyToOrder()
  leaveFromAnotherTab(0)
  await user.click(orderButton)
  const toasts = within(await screen.findByRole('region', { name: 'Powiadomienia' }))
  await toasts.findByText('Pusty koszyk')
  expect(sent).toEqual([])
})

test('cart: is ordered once by a double click', async () => {
  const { user, orderButton, sent } = await readyToOrder()
  await user.dblClick(orderButton)
  await confirmation()
  expect(sent).toHaveLength(1)
})

test('cart: three orders are confirmed as one parcel with their numbers and one sum', async () => {
  for (const id of ['p2', 'p3']) applyToCart({ type: 'add', item: { ...ITEM, id, name: `Zapach ${id}` } })
  const { user, orderButton } = await readyToOrder()
  await user.click(orderButton)
  const shown = await confirmation()
  within(shown).getByText('Jedna paczka, 3 zamówienia')
  expect(shown.textContent).toContain('Numery zamówień12442231, 12442232, 12442233')
  expect(shown.textContent).toMatch(/Do zapłaty przy odbiorze376,99.zł/)
})

test('cart: the toast of a placed order leads to the panel', async () => {
  const { user, orderButton } = await readyToOrder()
  await user.click(orderButton)
  await screen.findByText('Zamówienie złożone')
  await user.click(screen.getByRole('button', { name: 'Zobacz zamówienie' }))
  await vi.waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/panel-klienta'))
})
