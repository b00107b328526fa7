import { z } from 'zod'
import { emailSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** Most people whom the admin may invite to pack. */
export const MOST_PEOPLE = 5

export const invitationSchema = defineSchema(() => z.strictObject({ email: emailSchema }))
