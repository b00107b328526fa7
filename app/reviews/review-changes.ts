import { useSyncExternalStore } from 'react'
import type { ReviewSummary } from '#domain/reviews/review-schema.ts'

export type ReviewedProduct = { id: string; slug: string; name: string }

/** How the visitor's own review changes a page that is the same for everyone. */
type ReviewChange = {
  /** The visitor's own review, which is shown apart from the others. */
  ownId: string | null
  /** Mean and number after the last change in this tab. */
  summary: ReviewSummary | null
}

const NO_CHANGE: ReviewChange = { ownId: null, summary: null }
const changes = new Map<string, ReviewChange>()
const watchers = new Set<() => void>()

/** Updates every list of the product's reviews on the screen. */
export function noteReviewChange(productId: string, change: Partial<ReviewChange>): void {
  changes.set(productId, { ...(changes.get(productId) ?? NO_CHANGE), ...change })
  for (const watcher of watchers) watcher()
}

export function useReviewChange(productId: string): ReviewChange {
  return useSyncExternalStore(
    watch,
    () => changes.get(productId) ?? NO_CHANGE,
    () => NO_CHANGE,
  )
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
