import { z } from 'zod'
import { momentSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import type { KsefFailure } from './ksef.ts'

const CERTIFICATE_KINDS = ['authentication', 'offline'] as const
const FAILURES = [
  'ksef_unavailable',
  'ksef_busy',
  'ksef_certificate_refused',
  'ksef_no_permission',
] as const satisfies readonly KsefFailure['reason'][]
const FILE_MAX = 20_000

/** A certificate and its key as PEM texts; both may be in one. */
export const certificateUploadSchema = defineSchema(() =>
  z.strictObject({
    kind: z.enum(CERTIFICATE_KINDS),
    certificate: z.string().min(1, 'Wybierz plik certyfikatu').max(FILE_MAX, 'Ten plik jest za duży'),
    key: z.string().min(1, 'Wybierz plik klucza').max(FILE_MAX, 'Ten plik jest za duży'),
    password: z.string().max(200),
  }),
)

export const ksefDeskSchema = defineSchema(() =>
  z
    .object({
      environment: z.enum(['test', 'demo', 'production', 'sandbox']).nullable(),
      certificates: z.array(
        z.object({
          kind: z.enum(CERTIFICATE_KINDS),
          subject: z.string(),
          serial: z.string(),
          valid_until: momentSchema,
          days_left: z.int(),
        }),
      ),
      failure: z.object({ reason: z.enum(FAILURES), why: z.string(), at: momentSchema }).nullable(),
      with_persons: z.boolean().meta({ description: 'Whether invoices of people go to KSeF as well' }),
      open_invoices: z.int().meta({ description: 'Sent or to be sent, and not accepted' }),
    })
    .meta({ id: 'KsefDesk' }),
)
export const ksefChoiceSchema = defineSchema(() => z.strictObject({ with_persons: z.boolean() }))

export type KsefDesk = z.output<typeof ksefDeskSchema>
