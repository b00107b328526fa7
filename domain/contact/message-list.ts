import { z } from 'zod'
import { typedLinesSchema } from '#domain/kernel/text/text-schemas.ts'
import { momentSchema, pageShapeOf } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { MAX_MESSAGE_LENGTH } from './contact.ts'

export const messageListQuerySchema = defineSchema(() =>
  z.object({
    state: z.enum(['open', 'done']).default('open').meta({ description: 'Waiting ones, or those that are done' }),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
  }),
)

const shownMessage = {
  id: z.uuid(),
  name: z.string(),
  created_at: momentSchema,
  /** The moment of the last answer; null: none. */
  answered_at: momentSchema.nullable(),
}

export const messageListSchema = defineSchema(() =>
  z.object(pageShapeOf(z.object({ ...shownMessage, beginning: z.string() }))).meta({ id: 'MessageList' }),
)
export type MessageList = z.output<typeof messageListSchema>

export const adminMessageSchema = defineSchema(() =>
  z
    .object({
      ...shownMessage,
      email: z.string(),
      phone: z.string().nullable(),
      message: z.string(),
      done_at: momentSchema.nullable(),
      answers: z.array(z.object({ id: z.uuid(), answer: z.string(), created_at: momentSchema })),
    })
    .meta({ id: 'AdminMessage' }),
)
export type AdminMessage = z.output<typeof adminMessageSchema>

export const messageAnswerSchema = defineSchema(() =>
  z.strictObject({ answer: typedLinesSchema(MAX_MESSAGE_LENGTH, 'Napisz odpowiedź') }),
)

export const messageStateSchema = defineSchema(() => z.strictObject({ done: z.boolean() }))
