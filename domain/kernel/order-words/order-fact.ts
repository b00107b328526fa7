import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** A fact of an order in the words of one audience. */
export const orderFactSchema = defineSchema(() => z.object({ label: z.string(), text: z.string() }))
export type OrderFact = z.output<typeof orderFactSchema>
