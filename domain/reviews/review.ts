import { z } from 'zod'
import { defineSchema, momentSchema } from '#domain/wire-schema.ts'

/** One approved review as everyone may read it: no e-mail, no surname, no account. */
const publicReviewSchema = defineSchema(() =>
  z.object({
    id: z.uuid(),
    product_id: z.uuid(),
    rating: z.int().min(1).max(5),
    comment: z.string().nullable(),
    author: z.string().meta({ description: "First name, otherwise 'Klient'." }),
    created_at: momentSchema,
    updated_at: momentSchema,
  }),
)

export const productReviewsSchema = defineSchema(() =>
  z
    .object({
      items: z.array(publicReviewSchema),
      summary: z.object({
        average_rating: z.number().nullable().meta({ description: 'One decimal; null without reviews.' }),
        total_reviews: z.int(),
      }),
    })
    .meta({ id: 'ProductReviews' }),
)
export type ProductReviews = z.output<typeof productReviewsSchema>

/** Where an own review stands: rejected ones are not published, and edited ones wait again. */
export const REVIEW_STATES = ['pending', 'published', 'rejected'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

/** What the author reads. */
export const REVIEW_STATE_LABELS: Record<ReviewState, string> = {
  pending: 'Oczekuje na akceptację',
  published: 'Opublikowana',
  rejected: 'Nieopublikowana',
}

/** A review as its author reads it. */
export const ownReviewSchema = defineSchema(() =>
  z
    .object({
      id: z.uuid(),
      product: z.object({ id: z.uuid(), name: z.string(), slug: z.string(), brand_name: z.string() }),
      rating: z.int().min(1).max(5),
      comment: z.string().nullable(),
      state: z.enum(REVIEW_STATES),
      created_at: momentSchema,
      updated_at: momentSchema,
    })
    .meta({ id: 'OwnReview' }),
)
export type OwnReview = z.output<typeof ownReviewSchema>

const ANONYMOUS_AUTHOR = 'Klient'

/** The first word of a first name: some people type their whole name, or their e-mail, into that field. */
export function reviewAuthor(firstName: string | null): string {
  const first = firstName?.trim().split(/\s+/u)[0] ?? ''
  return first === '' || first.includes('@') ? ANONYMOUS_AUTHOR : first
}
