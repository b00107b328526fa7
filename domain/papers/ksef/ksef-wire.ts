import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

const CERTIFICATE_KINDS = ['authentication', 'offline'] as const
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

export const ksefChoiceSchema = defineSchema(() => z.strictObject({ with_persons: z.boolean() }))
