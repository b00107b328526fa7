import { z } from 'zod'
import { containsAddress } from '#domain/kernel/text/link-detection.ts'
import { FORBIDDEN_CHARACTERS_MESSAGE, isPlainLines, tidyLines } from '#domain/kernel/text/plain-text.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { MOST_REVIEW_PICTURES, REVIEW_TEXTS } from './review.ts'

/** The most characters of a comment, and of an answer to it. */
export const MAX_COMMENT_LENGTH = 2000

const isShort = (text: string) => [...text].length <= MAX_COMMENT_LENGTH
const TOO_LONG = `Wpisz najwyżej ${MAX_COMMENT_LENGTH} znaków.`

/**
 * An author's input: 1 to 5 stars, an optional comment and pictures. Separate from the data of a product's page, which is loaded
 * without the schema library.
 */
export const reviewFormSchema = defineSchema(() =>
  z.strictObject({
    rating: z
      .int(REVIEW_TEXTS.ratingRequired.description)
      .min(1, REVIEW_TEXTS.ratingRequired.description)
      .max(5, REVIEW_TEXTS.ratingRequired.description),
    comment: z
      .string()
      .nullish()
      .transform((typed) => tidyLines(typed ?? '') || null)
      .refine((comment) => isShort(comment ?? ''), TOO_LONG)
      .refine((comment) => isPlainLines(comment ?? ''), FORBIDDEN_CHARACTERS_MESSAGE)
      .refine((comment) => !containsAddress(comment ?? ''), 'Usuń adres strony lub e-mail z opinii.'),
    pictures: z
      .array(z.string().regex(/^[0-9a-f]{32}$/))
      .max(MOST_REVIEW_PICTURES, `Dodaj najwyżej ${MOST_REVIEW_PICTURES} zdjęcia.`)
      .transform((keys) => [...new Set(keys)])
      .optional()
      .meta({ description: 'Keys of uploaded pictures, of who received the product; absent: they stay.' }),
  }),
)
export type TypedReview = z.output<typeof reviewFormSchema>

export const newReviewSchema = defineSchema(() => reviewFormSchema.extend({ product_id: z.uuid() }))

/** The owner's answer to a review, by the rules of comments. */
export const answerFormSchema = defineSchema(() =>
  z.strictObject({
    answer: z
      .string()
      .transform(tidyLines)
      .refine((answer) => answer !== '', 'Wpisz odpowiedź.')
      .refine(isShort, TOO_LONG)
      .refine(isPlainLines, FORBIDDEN_CHARACTERS_MESSAGE)
      .refine(
        (answer) => !containsAddress(answer),
        'Usuń adres strony lub e-mail: kontakt do sklepu jest na każdej stronie.',
      ),
  }),
)
