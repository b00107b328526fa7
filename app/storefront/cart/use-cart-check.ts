import { useEffect, useState } from 'react'
import { useCartStates } from '#app/storefront/checkout/checkout-queries.ts'
import { type Cart, type CartItem, itemPrice } from '#domain/cart/cart.ts'
import { type CartProductState, type LineBlock, lineBlock, priceChanges } from '#domain/cart/cart-line-state.ts'
import type { Grosze } from '#domain/money.ts'
import { currentCart, takePrice } from './cart-store.ts'

export type LineNotes = {
  block: LineBlock | undefined
  /** What the line cost when it was put in, if it costs something else now. */
  was: Grosze | undefined
}

/**
 * What changed since the cart was filled. Asks the shop when the cart opens; a new price is shown beside the old one
 * and taken over, so that what is seen is what is ordered. Refused orders tell more precisely how much is left.
 */
export function useCartCheck(cart: Cart) {
  const { data: states } = useCartStates(cart.map(({ id }) => id))
  const [oldPrices, setOldPrices] = useState<ReadonlyMap<string, Grosze>>(new Map())
  const [refused, setRefused] = useState<ReadonlyMap<string, CartProductState>>(new Map())

  useEffect(() => {
    if (!states) return
    const changes = priceChanges(currentCart(), states)
    if (changes.length === 0) return
    setOldPrices((known) => new Map([...changes.map(({ id, was }) => [id, was] as const), ...known]))
    for (const { id, nowZl } of changes) takePrice(id, nowZl)
  }, [states])

  return {
    notesOf(item: CartItem): LineNotes {
      const was = oldPrices.get(item.id)
      const state = refused.get(item.id) ?? states?.find(({ id }) => id === item.id)
      return { block: lineBlock(item, state), was: was === itemPrice(item) ? undefined : was }
    },
    /** An order was refused for these: `left` pieces, undefined when the product is gone. */
    refuse(products: readonly { id: string; left?: number }[]) {
      const entries = products.map(({ id, left }): [string, CartProductState] => {
        const item = currentCart().find((line) => line.id.toLowerCase() === id.toLowerCase())
        if (left === undefined || !item) return [item?.id ?? id, { id, gone: true }]
        const price = itemPrice(item)
        return [item.id, { id, gone: false, current_price_cents: price, out_of_stock: left === 0, pieces_left: left }]
      })
      setRefused((known) => new Map([...known, ...entries]))
    },
  }
}
