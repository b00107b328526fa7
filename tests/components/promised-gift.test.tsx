import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { applyToCart, setQuantity } from '#app/cart/cart-store.ts'
import type { GiftOffer } from '#domain/gifts/gift.ts'
import { ITEM, type OpenedCart, openCart, setUpCart } from './open-cart.tsx'
import { buy, PRODUCT, setUpProduct } from './open-product.tsx'

const OFFER: GiftOffer = {
  genders: ['women', 'unisex'],
  fromGrosze: 0,
  name: 'Mini flakon',
  untilDay: null,
  left: null,
}
const LINE = /^\+GRATIS: Mini flakon/

function fillCart() {
  applyToCart({ type: 'set-quantity', id: ITEM.id, quantity: 0 })
  const women = { ...ITEM, gender: 'women', quantity: 2 }
  applyToCart({ type: 'restore', cart: [women, { ...ITEM, id: 'p2', name: 'Oud', gender: 'men' }] })
}

const textsOf = (shown: OpenedCart['cart']) =>
  shown.queryAllByText(LINE).map(({ parentElement }) => parentElement?.textContent?.replaceAll('\u00a0', ' '))

setUpCart()
setUpProduct()

test('cart: the free gifts are a line after the products and in the summary, with the number by the rule', async () => {
  fillCart()
  const { cart } = await openCart(OFFER)
  expect(textsOf(cart)).toEqual(['+GRATIS: Mini flakon2 × 0,00 zł', '+GRATIS: Mini flakon, 2 szt.0,00 zł'])
  setQuantity(ITEM.id, 3)
  await waitFor(() => expect(textsOf(cart)[0]).toBe('+GRATIS: Mini flakon3 × 0,00 zł'))
})

test('cart: no more gifts are promised than are left', async () => {
  fillCart()
  const { cart } = await openCart({ ...OFFER, left: 1 })
  expect(textsOf(cart)).toEqual(['+GRATIS: Mini flakon1 × 0,00 zł', '+GRATIS: Mini flakon, 1 szt.0,00 zł'])
})

test.each([
  ['no rule', null],
  ['the sum is too small', { ...OFFER, fromGrosze: 100_000 }],
  ['the rule is for others', { ...OFFER, genders: ['unisex'] }],
] satisfies [string, GiftOffer | null][])('cart: there is no line of gifts when %s', async (_, offer) => {
  fillCart()
  const { cart } = await openCart(offer)
  expect(textsOf(cart)).toEqual([])
})

test('product checkout: the free gift stands below the product at every step', async () => {
  await buy(OFFER)
  const line = within(await screen.findByRole('region', { name: 'Zamawiany produkt' }))
  expect(PRODUCT.gender).toBe('women')
  expect(textsOf(line)).toEqual(['+GRATIS: Mini flakon1 × 0,00 zł'])
})
