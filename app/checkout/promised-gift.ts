import { useGiftOffer } from '#app/catalog/price-facts.ts'
import { type OrderGift, shareGifts } from '#domain/gifts/gift.ts'
import { GENDERS } from '#domain/kernel/gender.ts'
import type { Grosze } from '#domain/kernel/money.ts'

/** An item of a cart has the fields of its product as they were stored. */
type Ordered = { gender?: unknown; quantity: number }

/** The free gift that these products get by the shop's rule, as far as it lasts; null: none. */
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
