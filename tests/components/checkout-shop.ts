import { act } from '@testing-library/react'
import { sessionChanged } from '#app/account/session.ts'
import type { Product } from '#domain/catalog/product.ts'
import { OFFERED, toShippingMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { COSTS } from './shop-answers.ts'

type Answer = (json: unknown) => Response

/** The calls of a checkout as a shop answers them. A test overrides them by `answers`. */
export type CheckoutShop = {
  calls: string[]
  answers: Record<string, Answer>
  isSignedIn: boolean
  /** The answers about the signed-in user. */
  email: string
  isReachable: boolean
  fetch: typeof fetch
}

const USER = { id: 'u1', role: 'customer', first_name: null, last_name: null }

/** @param products found by their slugs */
export function openCheckoutShop(products: readonly Product[]): CheckoutShop {
  const shop: CheckoutShop = {
    calls: [],
    isSignedIn: false,
    email: 'anna@example.test',
    isReachable: true,
    answers: {
      '/api/me': () =>
        Response.json({ user: shop.isSignedIn ? { ...USER, email: shop.email } : null, expires_at: null }),
      '/api/me/checkout-defaults': () => Response.json(null),
      '/api/shipping-costs': () =>
        Response.json({ ...COSTS, offered: OFFERED.map((choice) => ({ method: toShippingMethod(choice) })) }),
      '/api/cart': () => Response.json([]),
      '/api/guest-sign-in': (json) => {
        shop.isSignedIn = true
        if (json && typeof json === 'object' && 'email' in json) shop.email = String(json.email)
        return Response.json({ created: true })
      },
    },
    async fetch(input, init) {
      const path = String(input).replace(/\?.*/, '')
      shop.calls.push(path)
      const product = products.find(({ slug }) => path === `/api/products/${slug}`)
      const answer = shop.answers[path] ?? (product && (() => Response.json(product)))
      if (!shop.isReachable) throw new TypeError('Failed to fetch')
      if (!answer) return Response.json({ error: { code: 'not_found', message: 'Nie ma.' } }, { status: 404 })
      return answer(init?.body ? JSON.parse(String(init.body)) : undefined)
    },
  }
  return shop
}

export async function signInTo(shop: CheckoutShop): Promise<void> {
  shop.isSignedIn = true
  await act(() => sessionChanged('SIGNED_IN'))
}
