import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire-schema.ts'

/** Whether the admin keeps the trademarks in a text after the warning; part of forms with such texts. */
export const trademarksAcceptedSchema = defineSchema(() =>
  z.boolean().default(false).meta({ description: 'True: texts with trademarks are saved after the warning' }),
)

/** The trademarks that a refused text names. */
export const trademarksFoundSchema = defineSchema(() => z.object({ trademarks: z.array(z.string()) }))
