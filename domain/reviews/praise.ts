/** What a customer wrote, and the first name. */
export type Praise = { text: string; author: string }

/** With fewer reviews to quote, none is quoted. */
export const LEAST_PRAISE = 10

/**
 * Whose words 'Mówią o nas' shows: those of reviews, or the demo's. The demo's are invented, so they are shown beside its
 * goods only, and never on https; null: nobody's.
 */
export function chooseQuotes(
  praise: readonly Praise[],
  { shopUrl, hasDemoGoods }: { shopUrl: string; hasDemoGoods: boolean },
): 'reviews' | 'demo' | null {
  if (praise.length >= LEAST_PRAISE) return 'reviews'
  return shopUrl.startsWith('https:') || !hasDemoGoods ? null : 'demo'
}
