import { z } from 'zod'
import { momentSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { REVIEW_STATES } from './review.ts'

/** The owner's answer, under its review. */
export const reviewAnswerSchema = defineSchema(() => z.object({ text: z.string(), answered_at: momentSchema }))
export type ReviewAnswer = z.output<typeof reviewAnswerSchema>

const picturesSchema = defineSchema(() => z.array(z.string()).meta({ description: 'Keys of its pictures.' }))

/** One approved review as everyone may read it: no e-mail, no surname, no account. */
const publicReviewSchema = defineSchema(() =>
  z.object({
    id: z.uuid(),
    product_id: z.uuid(),
    rating: z.int().min(1).max(5),
    comment: z.string().nullable(),
    author: z.string().meta({ description: "First name when it was approved, otherwise 'Klient'." }),
    confirmed: z.boolean().meta({ description: 'A parcel with the product was delivered to the author.' }),
    answer: reviewAnswerSchema.nullable().meta({ description: "The shop's answer." }),
    pictures: picturesSchema,
    created_at: momentSchema,
    updated_at: momentSchema,
  }),
)

/** Mean and numbers of the approved reviews of a product. */
const reviewSummarySchema = defineSchema(() =>
  z.object({
    average_rating: z.number().nullable().meta({ description: 'One decimal; null without reviews.' }),
    total_reviews: z.int(),
    confirmed_reviews: z.int().meta({ description: 'Those of them whose author received the product.' }),
  }),
)
export type ReviewSummary = z.output<typeof reviewSummarySchema>

export const productReviewsSchema = defineSchema(() =>
  z
    .object({
      items: z.array(publicReviewSchema),
      summary: reviewSummarySchema,
    })
    .meta({ id: 'ProductReviews' }),
)
export type ProductReviews = z.output<typeof productReviewsSchema>

/** A review as its author reads it. */
export const ownReviewSchema = defineSchema(() =>
  z
    .object({
      id: z.uuid(),
      product: z.object({ id: z.uuid(), name: z.string(), slug: z.string(), brand_name: z.string() }),
      rating: z.int().min(1).max(5),
      comment: z.string().nullable(),
      state: z.enum(REVIEW_STATES),
      answer: reviewAnswerSchema.nullable().meta({ description: "The shop's answer while the review is published." }),
      pictures: picturesSchema,
      confirmed: z.boolean().meta({ description: 'The product was delivered to the author, who may add pictures.' }),
      created_at: momentSchema,
      updated_at: momentSchema,
    })
    .meta({ id: 'OwnReview' }),
)
export type OwnReview = z.output<typeof ownReviewSchema>

/** A delivered product that its buyer has not reviewed. */
export const awaitedReviewSchema = defineSchema(() =>
  z
    .object({
      id: z.uuid(),
      name: z.string(),
      slug: z.string(),
      brand_name: z.string(),
      image_key: z.string().nullable(),
    })
    .meta({ id: 'AwaitedReview' }),
)

/** The own review of one product, and whether one may be added. */
export const ownProductReviewSchema = defineSchema(() =>
  z.object({
    review: ownReviewSchema.nullable(),
    may_add: z.boolean().meta({ description: 'Customers who have not reviewed it yet.' }),
    may_add_pictures: z.boolean().meta({ description: 'Customers to whom it was delivered.' }),
  }),
)
export type OwnProductReview = z.output<typeof ownProductReviewSchema>

/** The state of a written review, with the product's resulting public figures. */
export const writtenReviewSchema = defineSchema(() =>
  z.object({ review: ownReviewSchema, summary: reviewSummarySchema }),
)
export type WrittenReview = z.output<typeof writtenReviewSchema>

export const deletedReviewSchema = defineSchema(() => z.object({ ok: z.literal(true), summary: reviewSummarySchema }))
