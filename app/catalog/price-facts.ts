import { useRouteLoaderData } from 'react-router'
import type { GiftOffer } from '#domain/gifts/gift.ts'

/**
 * What the loader of shell/layout.tsx returns of prices; its own type would import this file in a circle. `taxNote`:
 * 'z VAT'; '' where the seller is exempt.
 */
export type PriceFacts = { gift: GiftOffer | null; taxNote: string }

export const usePriceFacts = () => useRouteLoaderData<PriceFacts>('shell/layout')

/** The free gift that the shop promises now; null: none. */
export const useGiftOffer = (): GiftOffer | null => usePriceFacts()?.gift ?? null
