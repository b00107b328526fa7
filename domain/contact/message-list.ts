import { z } from 'zod'
import { typedLinesSchema } from '#domain/kernel/text/text-schemas.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { MAX_MESSAGE_LENGTH } from './contact.ts'

export const messageListQuerySchema = defineSchema(() =>
  z.object({
    state: z.enum(['open', 'done']).default('open').meta({ description: 'Waiting ones, or those that are done' }),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
  }),
)

export const messageAnswerSchema = defineSchema(() =>
  z.strictObject({ answer: typedLinesSchema(MAX_MESSAGE_LENGTH, 'Napisz odpowiedź') }),
)

export const messageStateSchema = defineSchema(() => z.strictObject({ done: z.boolean() }))
