import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { sessionEnded } from '#app/account/session.ts'
import { applyToCart, clearCart } from '#app/cart/cart-store.ts'
import CartDialog from '#app/checkout/cart-dialog.tsx'
import { clearDraft } from '#app/checkout/use-checkout-form.ts'
import { queryClient } from '#app/query-client.ts'
import Toaster from '#app/ui/toaster.tsx'
import type { GiftOffer } from '#domain/gifts/gift.ts'
import { type CheckoutShop, openCheckoutShop } from './checkout-shop.ts'
import { complaintAt } from './complaint-at.ts'

export const ITEM = {
  id: 'p1',
  name: 'Misk Fajri',
  price: 119,
  quantity: 1,
  image_url: null,
  brand_name: 'Perfumy Arabskie',
}

/** Sets up, for each test of a file, a shop and a cart with one piece of ITEM. */
export function setUpCart(): CheckoutShop {
  const shop = openCheckoutShop([])
  const { answers, email } = shop
  beforeEach(() => {
    Object.assign(shop, { calls: [], answers: { ...answers }, isSignedIn: false, email, isReachable: true })
    vi.stubGlobal('fetch', shop.fetch)
    applyToCart({ type: 'restore', cart: [ITEM] })
  })
  afterEach(() => {
    // First, because mounted components would call the shop again.
    cleanup()
    sessionEnded()
    clearCart({ silent: true })
    clearDraft()
    queryClient.clear()
    sessionStorage.clear()
    vi.unstubAllGlobals()
  })
  return shop
}

export type OpenedCart = Awaited<ReturnType<typeof openCart>>

export async function openCart(gift: GiftOffer | null = null) {
  const user = userEvent.setup({ delay: null })
  const cart = await renderCart(gift)
  await cart.findByRole('radio', { name: /Kurier.*online/ })
  return { user, cart, orderButton: cart.getByRole('button', { name: /^Zamawiam/ }) }
}

function Address() {
  return <output data-testid="address">{useLocation().pathname}</output>
}

/** Opens the dialog before the shop has answered. */
export async function renderCart(gift: GiftOffer | null = null) {
  const element = (
    <>
      <CartDialog open onClose={() => {}} />
      <Address />
      <Toaster successMs={4000} />
    </>
  )
  const routes = [{ id: 'shell/layout', path: '*', loader: () => ({ gift }), element }]
  const router = createMemoryRouter(routes, { hydrationData: { loaderData: { 'shell/layout': { gift } } } })
  render(<RouterProvider router={router} />)
  return within(await screen.findByRole('dialog', { name: 'Koszyk' }))
}

/** Replaces the contents of these fields, and leaves the last one. */
export async function typeInto({ user, cart }: Pick<OpenedCart, 'user' | 'cart'>, texts: Record<string, string>) {
  for (const [label, text] of Object.entries(texts)) {
    const field = fieldOf(cart, label)
    await user.clear(field)
    // At once, as a browser fills a field: typed letters render the form again one by one.
    if (text !== '') await user.paste(text)
  }
  await user.tab()
}

/** A text or password field, by its label. */
export function fieldOf(within: OpenedCart['cart'], label: string): HTMLInputElement {
  return within.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( ?\\*)?$`), { selector: 'input' })
}

/** The contents of these fields. */
export function typedIn(within: OpenedCart['cart'], labels: readonly string[]): Record<string, string> {
  return Object.fromEntries(labels.map((label) => [label, fieldOf(within, label).value]))
}

/** The message at each of these fields; '' for valid ones. */
export function complaintsAt(within: OpenedCart['cart'], labels: readonly string[]): Record<string, string> {
  return Object.fromEntries(labels.map((label) => [label, complaintAt(fieldOf(within, label))]))
}

export const RECIPIENT = {
  Imię: 'Anna',
  Nazwisko: 'Nowak',
  Telefon: '600100200',
  Ulica: 'Prosta',
  'Numer domu': '1',
  'Kod pocztowy': '90-001',
  Miejscowość: 'Łódź',
}
