import { z } from 'zod'
import { emailSchema, momentSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** Most people whom the admin may invite to pack. */
export const MOST_PEOPLE = 5

export const invitationSchema = defineSchema(() => z.strictObject({ email: emailSchema }))

/** A person whom the admin has invited to pack. */
const personSchema = defineSchema(() =>
  z
    .object({
      id: z.uuid(),
      email: z.string(),
      invited_at: momentSchema,
      accepted: z.boolean().meta({ description: 'Has set a password' }),
      link_until: momentSchema.nullable().meta({ description: 'Until when the mailed link works; null: no longer' }),
      last_sign_in_at: momentSchema.nullable(),
    })
    .meta({ id: 'Person' }),
)
export type Person = z.output<typeof personSchema>

export const peopleSchema = defineSchema(() => z.object({ items: z.array(personSchema) }))
