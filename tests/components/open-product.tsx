import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { sessionEnded } from '#app/account/session.ts'
import { clearDraft } from '#app/checkout/use-checkout-form.ts'
import { useDialogs } from '#app/dialogs/dialogs.ts'
import { queryClient } from '#app/query-client.ts'
import DialogHost from '#app/shell/dialog-host.tsx'
import Toaster from '#app/ui/toaster.tsx'
import type { GiftOffer } from '#domain/gifts/gift.ts'
import { type CheckoutShop, openCheckoutShop } from './checkout-shop.ts'
import { aCard, aProduct } from './shop-answers.ts'

export const PRODUCT = aProduct(aCard('Misk Fajri', 11_900))

/** Sets up, for each test of a file, a shop with PRODUCT. */
export function setUpProduct(): CheckoutShop {
  const shop = openCheckoutShop([PRODUCT])
  const { answers, email } = shop
  beforeEach(() => {
    Object.assign(shop, { calls: [], answers: { ...answers }, isSignedIn: false, email, isReachable: true })
    vi.stubGlobal('fetch', shop.fetch)
  })
  afterEach(() => {
    // First, because mounted components would call the shop again.
    cleanup()
    sessionEnded()
    clearDraft()
    queryClient.clear()
    sessionStorage.clear()
    vi.unstubAllGlobals()
  })
  return shop
}

/** A list with one product and the dialogs over it. */
export function Page() {
  const { open, dialogs } = useDialogs()
  return (
    <>
      <button type="button" onClick={() => open({ name: 'product', slug: PRODUCT.slug })}>
        Misk Fajri
      </button>
      {dialogs.length === 0 && <p>Lista</p>}
      <DialogHost />
      <Toaster successMs={4000} />
    </>
  )
}

export const press = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(await screen.findByRole('button', { name, hidden: true }))

/** Opens the checkout of PRODUCT over the list. */
export async function buy(gift: GiftOffer | null = null) {
  const routes = [{ id: 'shell/layout', path: '/sklep', loader: () => ({ gift }), element: <Page /> }]
  const router = createMemoryRouter(routes, {
    initialEntries: ['/regulamin', '/sklep'],
    initialIndex: 1,
    hydrationData: { loaderData: { 'shell/layout': { gift } } },
  })
  const user = userEvent.setup({ delay: null })
  const page = render(<RouterProvider router={router} />)
  await press(user, 'Misk Fajri')
  await press(user, 'Kup teraz')
  return { router, page, user }
}
