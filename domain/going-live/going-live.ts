import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** What the owner types before the trial is removed. */
export const START_WORD = 'ZACZYNAM'

/** What a trial left behind, in the order in which it is named. */
export const TRIAL_COUNTS = ['orders', 'people', 'reviews', 'cases', 'messages', 'mails', 'demo_products'] as const
export type TrialCounts = Record<(typeof TRIAL_COUNTS)[number], number>

const countsSchema = defineSchema(() =>
  z
    .object({
      orders: z.int(),
      people: z.int().meta({ description: 'Accounts, buyers without one and authors of reviews; not the admin' }),
      reviews: z.int(),
      cases: z.int().meta({ description: 'Withdrawals and complaints' }),
      messages: z.int().meta({ description: 'Of the contact form' }),
      mails: z.int(),
      demo_products: z.int(),
    })
    .meta({ id: 'TrialCounts' }),
)

export const trialSchema = defineSchema(() =>
  z
    .object({
      counts: countsSchema,
      has_real_order: z.boolean().meta({ description: 'From the first one on nothing can be removed any more' }),
    })
    .meta({ id: 'Trial' }),
)
export type Trial = z.output<typeof trialSchema>

/** Body of POST /api/admin/start-clean. */
export const startCleanSchema = defineSchema(() =>
  z
    .strictObject({
      word: z
        .string()
        .trim()
        .toUpperCase()
        .pipe(z.literal(START_WORD, { error: `Wpisz słowo ${START_WORD}.` })),
      removes_demo: z.boolean().meta({ description: 'Whether the demo goods go, too' }),
    })
    .meta({ id: 'StartClean' }),
)

export const startedCleanSchema = defineSchema(() => z.object({ removed: countsSchema }).meta({ id: 'StartedClean' }))
