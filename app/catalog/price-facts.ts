import { useRouteLoaderData } from 'react-router'
import type { GiftOffer } from '#domain/gifts/gift.ts'

/**
 * The facts of prices among the data of shell/layout.tsx, whose own type would be a circular import. `taxNote`: 'z VAT';
 * '' where the seller is exempt.
 */
export type PriceFacts = { gift: GiftOffer | null; taxNote: string }

export const usePriceFacts = () => useRouteLoaderData<PriceFacts>('shell/layout')

/** The free gift that the shop promises now; null: none. */
export const useGiftOffer = (): GiftOffer | null => usePriceFacts()?.gift ?? null
