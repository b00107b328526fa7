import { z } from 'zod'
import { brandSchema } from '#domain/catalog/product-schema.ts'
import { countCharacters, FORBIDDEN_CHARACTERS_MESSAGE, isPlainText } from '#domain/kernel/text/plain-text.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { trademarksAcceptedSchema } from '#domain/labels/text-claims.ts'

/** A brand as the admin sees it. */
export const adminBrandSchema = defineSchema(() =>
  brandSchema
    .pick({ id: true, name: true, slug: true, description: true, is_original: true, is_arabic: true })
    .extend({
      producer_id: z.uuid().nullable().meta({ description: 'The producer of products that name none of their own' }),
      products: z.int().meta({ description: 'Active products of the brand' }),
      version: z.string().meta({ description: 'Sent back with a change, which applies to this version only' }),
    })
    .meta({ id: 'AdminBrand' }),
)
export type AdminBrand = z.output<typeof adminBrandSchema>

const BRAND_NAME_MAX = 50
export const BRAND_DESCRIPTION_MAX = 200

/** One line of text. Repeated, leading and trailing spaces are removed. */
const lineSchema = defineSchema(() =>
  z
    .string()
    .transform((text) => text.normalize('NFC').replace(/\s+/g, ' ').trim())
    .refine(isPlainText, FORBIDDEN_CHARACTERS_MESSAGE),
)

/** The fields of the brand form. */
export const brandInputSchema = defineSchema(() =>
  z.strictObject({
    name: lineSchema.pipe(
      z
        .string()
        .min(1, { error: 'Nazwa marki jest wymagana', abort: true })
        // In characters, as the database counts: an emoji is one character and two units of a string.
        .refine((name) => countCharacters(name) >= 2, { error: 'Nazwa musi mieć minimum 2 znaki', abort: true })
        .max(BRAND_NAME_MAX, `Nazwa nie może przekroczyć ${BRAND_NAME_MAX} znaków`),
    ),
    description: lineSchema.pipe(
      z.string().max(BRAND_DESCRIPTION_MAX, `Opis nie może przekroczyć ${BRAND_DESCRIPTION_MAX} znaków`),
    ),
    producer_id: z.uuid('Wybierz producenta').nullable().optional(),
    is_original: z.boolean().optional().meta({ description: 'Without it the mark stays; new brands have none' }),
    trademarks_accepted: trademarksAcceptedSchema,
  }),
)
export type BrandInput = z.output<typeof brandInputSchema>

export const brandUpdateSchema = defineSchema(() => brandInputSchema.extend({ version: z.string() }))
export const brandRemovalSchema = defineSchema(() => z.strictObject({ version: z.string() }))

/** Folds a name so that names a reader would confuse become equal. */
export function foldName(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim().toLocaleLowerCase('pl')
}

/** Messages about a taken name and a brand that still has products. */
export const BRAND_TEXTS = {
  nameTaken: 'Marka o tej nazwie już istnieje',
  hasProducts: 'Nie można usunąć marki, która ma przypisane produkty',
} as const
