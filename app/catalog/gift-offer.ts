import { useRouteLoaderData } from 'react-router'
import type { loader } from '#app/shell/layout.tsx'
import type { GiftOffer } from '#domain/gifts/gift.ts'

/** The free gift that the shop promises now; null: none. */
export function useGiftOffer(): GiftOffer | null {
  return useRouteLoaderData<typeof loader>('shell/layout')?.gift ?? null
}
