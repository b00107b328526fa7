import { z } from 'zod'
import { emailSchema, momentSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { INVITED_ROLES, type InvitedRole } from './account.ts'

/** Most people whom the admin may invite. */
export const MOST_PEOPLE = 5

export const INVITED_ROLE_LABELS: Record<InvitedRole, string> = { packer: 'Pakuje', accountant: 'Księgowość' }

export const invitationSchema = defineSchema(() =>
  z.strictObject({ email: emailSchema, role: z.enum(INVITED_ROLES).default('packer') }),
)

export type Invitation = z.output<typeof invitationSchema>

/** A person whom the admin has invited. */
const personSchema = defineSchema(() =>
  z
    .object({
      id: z.uuid(),
      email: z.string(),
      role: z.enum(INVITED_ROLES),
      invited_at: momentSchema,
      accepted: z.boolean().meta({ description: 'Has set a password' }),
      link_until: momentSchema.nullable().meta({ description: 'Until when the mailed link works; null: no longer' }),
      last_sign_in_at: momentSchema.nullable(),
    })
    .meta({ id: 'Person' }),
)
export type Person = z.output<typeof personSchema>

export const peopleSchema = defineSchema(() => z.object({ items: z.array(personSchema) }))
