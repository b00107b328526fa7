import { z } from 'zod'
import { emailSchema, mailedTokenSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** Days for which an ended consent is kept as proof. */
export const PROOF_DAYS = 3 * 366
/** Days for which an address may be confirmed. */
export const CONFIRMATION_DAYS = 7

/** The page of the newsletter. A token in its fragment confirms or ends a consent. */
export const NEWSLETTER_PAGE = '/newsletter'
/** Followed by a token, which ends a consent or an alert. Mail programs post to it. */
export const UNSUBSCRIBE_PAGE = '/newsletter/wypisz/'

/** What a subscriber agrees to; stored with each consent. */
export const describeConsent = (shopName: string): string =>
  `Chcę dostawać na ten adres e-mail newsletter sklepu ${shopName}: informacje handlowe o nowościach i promocjach. ` +
  'Zgodę mogę wycofać w każdej chwili.'

export const newsletterRequestSchema = defineSchema(() =>
  z.strictObject({ email: emailSchema, agreed: z.literal(true, { error: 'Zaznacz zgodę, aby się zapisać.' }) }),
)
export type Subscription = z.output<typeof newsletterRequestSchema>

export const subscriberTokenSchema = defineSchema(() => z.strictObject({ token: mailedTokenSchema }))
