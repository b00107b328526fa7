import { useRouteLoaderData } from 'react-router'
import type { GiftOffer } from '#domain/gifts/gift.ts'

/** What the loader of shell/layout.tsx returns of gifts; its own type would import this file in a circle. */
export type GiftFacts = { gift: GiftOffer | null }

/** The free gift that the shop promises now; null: none. */
export function useGiftOffer(): GiftOffer | null {
  return useRouteLoaderData<GiftFacts>('shell/layout')?.gift ?? null
}
