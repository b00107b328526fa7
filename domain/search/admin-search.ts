import { z } from 'zod'
import { FORBIDDEN_CHARACTERS_MESSAGE, isPlainText } from '#domain/kernel/text/plain-text.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** Query of GET /api/admin/search. */
export const adminSearchQuerySchema = defineSchema(() =>
  z.object({ q: z.string().trim().max(100).refine(isPlainText, FORBIDDEN_CHARACTERS_MESSAGE) }),
)
