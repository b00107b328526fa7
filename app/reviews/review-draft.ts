import { readStoredObject, writeStored } from '#app/browser-storage.ts'

export type ReviewValues = { rating: number; comment: string }

type DraftOf = { userId: string; productId: string }

/** The unfinished review that this tab has stored; null when there is none. */
export function readReviewDraft({ userId, productId }: DraftOf): ReviewValues | null {
  const stored = readStoredObject('review_draft')
  if (stored?.userId !== userId || stored.productId !== productId) return null
  const { rating, comment } = stored
  return typeof rating === 'number' && typeof comment === 'string' ? { rating, comment } : null
}

export function writeReviewDraft(of: DraftOf, values: ReviewValues): void {
  writeStored('review_draft', JSON.stringify({ ...of, ...values }))
}

export function clearReviewDraft(): void {
  writeStored('review_draft', null)
}
