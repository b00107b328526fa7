/** One approved review as everyone may read it: no e-mail, no surname, no account. */
export type PublicReview = {
  id: string
  product_id: string
  rating: number
  comment: string | null
  /** First name, otherwise 'Klient' (spec 1 §2). */
  author: string
  created_at: string
  updated_at: string
}

export type ReviewSummary = {
  /** One decimal; null without reviews. */
  average_rating: number | null
  total_reviews: number
}

export type ProductReviews = { items: PublicReview[]; summary: ReviewSummary }

export const ANONYMOUS_AUTHOR = 'Klient'

/** The first word of a first name: some people type their whole name, or their e-mail, into that field. */
export function reviewAuthor(firstName: string | null): string {
  const first = firstName?.trim().split(/\s+/u)[0] ?? ''
  return first === '' || first.includes('@') ? ANONYMOUS_AUTHOR : first
}
