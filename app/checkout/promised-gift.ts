import { useGiftOffer } from '#app/catalog/price-facts.ts'
import { type OrderGift, shareGifts } from '#domain/gifts/gift.ts'
import { GENDERS } from '#domain/kernel/gender.ts'
import type { Grosze } from '#domain/kernel/money.ts'

/** A cart item has the fields of its product from when it was added. */
type Ordered = { gender?: unknown; quantity: number }

/** The free gift that these products get by the shop's rule, while pieces last; null: none. */
export function usePromisedGift(items: readonly Ordered[], itemsGrosze: Grosze): OrderGift | null {
  const offer = useGiftOffer()
  if (offer === null) return null
  const ordered = items.flatMap(({ gender: stored, quantity }) => {
    const gender = GENDERS.find((known) => known === stored)
    return gender ? [{ gender, quantity }] : []
  })
  const [pieces = 0] = shareGifts({ offer, left: offer.left }, [ordered], itemsGrosze)
  return pieces > 0 ? { name: offer.name, pieces } : null
}
