import { z } from 'zod'
import { emailSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { INVITED_ROLES, type InvitedRole } from './account.ts'

/** Most people whom the admin may invite. */
export const MOST_PEOPLE = 5

export const INVITED_ROLE_LABELS: Record<InvitedRole, string> = { packer: 'Pakuje', accountant: 'Księgowość' }

export const invitationSchema = defineSchema(() =>
  z.strictObject({ email: emailSchema, role: z.enum(INVITED_ROLES).default('packer') }),
)
export type Invitation = z.output<typeof invitationSchema>
