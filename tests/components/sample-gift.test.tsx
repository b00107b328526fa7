import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { applyToCart } from '#app/cart/cart-store.ts'
import { ProductLine } from '#app/checkout/checkout-product.tsx'
import { ProductSummary } from '#app/product/product-summary.tsx'
import type { CartProductState } from '#domain/cart/cart-state.ts'
import { formatGrosze } from '#domain/kernel/amounts/money.ts'
import { ITEM, openCart, setUpCart } from './open-cart.tsx'
import { PRODUCT } from './open-product.tsx'

const GIFT = {
  id: 'p9',
  label: 'Próbka w prezencie: Misk Fajri',
  note: 'Próbka w prezencie: sprawdź ją, a zamknięty flakon możesz odesłać',
}
const stateOf = (id: string): CartProductState => ({
  id,
  gone: false,
  name: 'Misk Fajri',
  current_price_pln: 119,
  current_price_cents: 11_900,
  lowest_price_cents: null,
  reduced_until: null,
  out_of_stock: false,
  pieces_left: null,
  sample_gift: GIFT,
})

const shop = setUpCart()

const linesOf = (shown: Pick<typeof screen, 'queryAllByText'>) =>
  shown.queryAllByText(GIFT.label).map(({ parentElement }) => parentElement?.textContent?.replaceAll('\u00a0', ' '))

test('cart: two bottles of a scent bring one sample, and none with the sample itself', async () => {
  shop.answers['/api/cart'] = () => Response.json([stateOf(ITEM.id), stateOf('p2')])
  applyToCart({ type: 'restore', cart: [{ ...ITEM, id: 'p2' }] })
  const { cart } = await openCart()
  await waitFor(() => expect(linesOf(cart)).toEqual([`${GIFT.label}1 × 0,00 zł`]))
  applyToCart({ type: 'restore', cart: [{ ...ITEM, id: GIFT.id, name: 'Misk Fajri 2 ml' }] })
  await waitFor(() => expect(linesOf(cart)).toEqual([]))
})

test('cart: the sample of a bottle costs nothing and says so; several are paid for, with the way to one', async () => {
  shop.answers['/api/cart'] = () => Response.json([stateOf(ITEM.id)])
  applyToCart({ type: 'restore', cart: [{ ...ITEM, id: GIFT.id, name: 'Misk Fajri 2 ml', price: 9.9, quantity: 2 }] })
  const { cart } = await openCart()
  const button = await cart.findByRole('button', { name: 'Zostaw jedną za 0,00 zł' })
  const summary = () => cart.getByRole('region', { name: 'Podsumowanie' }).textContent?.replaceAll('\u00a0', ' ')
  const before = summary()
  fireEvent.click(button)
  await cart.findByText('W prezencie do flakonu tego zapachu.')
  expect(summary()).not.toBe(before)
  expect(summary()).toContain(
    `Produkty${formatGrosze(Math.round(ITEM.price * 100) * ITEM.quantity).replaceAll('\u00a0', ' ')}`,
  )
})

test('cart: a sample says what it is, in words and on its picture', async () => {
  applyToCart({ type: 'restore', cart: [{ ...ITEM, id: 'p3', kind: 'sample', volume_ml: 2 }] })
  const { cart } = await openCart()
  cart.getByText('próbka 2 ml', { exact: false })
  expect(cart.getAllByText('PRÓBKA')).toHaveLength(1)
})

test('product: one line promises the sample while the bottle is in stock, another one is shown when ordering', async () => {
  const product = { ...PRODUCT, sample_gift: GIFT }
  const element = (
    <>
      <ProductSummary product={product} delivery={null} heading="h1" />
      <ProductSummary product={{ ...product, out_of_stock: true }} delivery={null} heading="h2" />
      <ProductLine product={product} price={11_900} quantity={1} gift={null} />
    </>
  )
  const routes = [{ id: 'shell/layout', path: '/', loader: () => ({ gift: null }), element }]
  const hydrationData = { loaderData: { 'shell/layout': { gift: null } } }
  render(<RouterProvider router={createMemoryRouter(routes, { hydrationData })} />)
  expect(screen.getAllByText(GIFT.note)).toHaveLength(1)
  expect(linesOf(screen)).toEqual([`${GIFT.label}1 × 0,00 zł`])
})
