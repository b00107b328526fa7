import { z } from 'zod'
import { momentSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

/** The checks, in the order in which they are shown. */
export const SYSTEM_CHECKS = {
  products: 'Produkty',
  brands: 'Marki',
  api: 'API',
  database: 'Baza danych',
  jobs: 'Prace, które sklep robi sam',
  mail: 'Poczta',
  payments: 'Płatności',
  lockers: 'Lista paczkomatów',
  carrier: 'Przesyłki InPost',
  storage: 'Magazyn zdjęć',
} as const
export type SystemCheck = keyof typeof SYSTEM_CHECKS

export const systemStatusSchema = defineSchema(() =>
  z
    .object({
      checks: z.array(
        z.object({
          name: z.enum(Object.keys(SYSTEM_CHECKS) as [SystemCheck, ...SystemCheck[]]),
          ok: z.boolean(),
          /** The result in a few Polish words. */
          found: z.string(),
        }),
      ),
      checked_at: momentSchema,
    })
    .meta({ id: 'SystemStatus' }),
)
export type SystemStatus = z.output<typeof systemStatusSchema>
