import { useRouteLoaderData } from 'react-router'
import type { GiftOffer } from '#domain/gifts/gift.ts'

/** The facts of prices among the data of shell/layout.tsx, whose own type would be a circular import. */
export type PriceFacts = { gift: GiftOffer | null }

/** The free gift that the shop promises now; null: none. */
export const useGiftOffer = (): GiftOffer | null => useRouteLoaderData<PriceFacts>('shell/layout')?.gift ?? null
