import { z } from 'zod'
import { momentSchema, pageShapeOf } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { REVIEW_STATES } from './review.ts'
import { reviewAnswerSchema } from './review-schema.ts'

export const MODERATION_SORTS = ['newest', 'stars'] as const
export type ModerationSort = (typeof MODERATION_SORTS)[number]

/** A review as the admin reads it before it is published. A deleted product or author is null. */
export const moderatedReviewSchema = defineSchema(() =>
  z
    .object({
      id: z.uuid(),
      /** Sent back with the decision, so that a changed text is never published unread. */
      version: z.string(),
      rating: z.int().min(1).max(5),
      comment: z.string().nullable(),
      state: z.enum(REVIEW_STATES),
      pictures: z.array(z.string()).meta({ description: 'Keys of its pictures; they are public while the review is.' }),
      answer: reviewAnswerSchema.nullable().meta({ description: 'It is public while the review is.' }),
      /** A parcel with the product was delivered to the author. */
      confirmed: z.boolean(),
      product_name: z.string().nullable().meta({ description: 'With its size' }),
      product_slug: z.string().nullable(),
      brand_name: z.string().nullable(),
      author: z.object({
        first_name: z.string().nullable(),
        last_name: z.string().nullable(),
        email: z.string().nullable(),
        /** A link mailed to the address was opened. */
        email_verified: z.boolean().nullable(),
      }),
      created_at: momentSchema,
    })
    .meta({ id: 'ModeratedReview' }),
)
export type ModeratedReview = z.output<typeof moderatedReviewSchema>

export const moderationPageSchema = defineSchema(() =>
  z
    .object({
      ...pageShapeOf(moderatedReviewSchema),
      counts: z.record(z.enum(REVIEW_STATES), z.int()).meta({ description: 'Reviews of each state.' }),
    })
    .meta({ id: 'ModerationPage' }),
)
export type ModerationPage = z.output<typeof moderationPageSchema>
