import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** What the owner types before the trial is removed. */
export const START_WORD = 'ZACZYNAM'

/** What a trial left behind, in the order in which it is named. */
export const TRIAL_COUNTS = ['orders', 'people', 'reviews', 'cases', 'messages', 'mails', 'demo_products'] as const
export type TrialCounts = Record<(typeof TRIAL_COUNTS)[number], number>

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
