import { useQuery } from '@tanstack/react-query'
import { cartQuery, queryClient } from '#app/query-client.ts'
import type { CartProductState } from '#domain/cart/cart-state.ts'
import type { CardProduct } from '#domain/catalog/product.ts'

/** A product that this browser remembers, with its present price, reduction, stock and sizes. */
export function bringUpToDate(product: CardProduct, state: CartProductState | undefined): CardProduct {
  if (!state || state.gone) return product
  const { gone: _, ...current } = state
  return { ...product, ...current, sizes: current.sizes ?? [] }
}

/** Remembered products as the shop sells them now, without those that it sells no more; none until it has answered. */
export function useUpToDate(products: readonly CardProduct[]): CardProduct[] {
  const { data: states = [] } = useQuery(cartQuery(products.map(({ id }) => id)), queryClient)
  return products.flatMap((product) => {
    const state = states.find(({ id }) => id === product.id)
    return state && !state.gone ? bringUpToDate(product, state) : []
  })
}
