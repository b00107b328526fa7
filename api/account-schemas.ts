import { z } from './router.ts'

export const signedInUserSchema = z
  .object({
    id: z.uuid(),
    email: z.string(),
    role: z.enum(['customer', 'admin']),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
  })
  .openapi('SignedInUser')
