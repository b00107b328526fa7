import { z } from 'zod'
import { groszeSchema, momentSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { PAYOUT_SOURCES } from './payout-kinds.ts'

/** The longest file, characters. */
export const PAYOUT_FILE_MAX = 3 * 1024 * 1024

export const payoutFileSchema = defineSchema(() =>
  z.strictObject({
    file: z.string().max(PAYOUT_FILE_MAX, 'Plik jest za duży: najwyżej 3 MB.'),
    token: z
      .string()
      .max(100)
      .nullable()
      .default(null)
      .meta({ description: 'Null: a preview. The token of a preview: stored once if the outcome is still the same.' }),
  }),
)
export type PayoutImport = z.output<typeof payoutFileSchema>

export const importedPayoutsSchema = defineSchema(() =>
  z
    .object({
      source: z.enum(PAYOUT_SOURCES),
      added: z.int(),
      known: z.int().meta({ description: 'Lines that an earlier file had as well' }),
      days: z.tuple([z.string(), z.string()]).nullable().meta({ description: 'The first and the last day' }),
      gross_grosze: groszeSchema.meta({ description: 'Of the new lines' }),
      fee_grosze: groszeSchema.meta({ description: 'Of the new lines' }),
      problems: z
        .array(z.string())
        .meta({ description: 'Sentences about lines that are left out or counted otherwise' }),
      applied: z.boolean(),
      token: z.string(),
    })
    .meta({ id: 'ImportedPayouts' }),
)
export type ImportedPayouts = z.output<typeof importedPayoutsSchema>

export const payoutFilesSchema = defineSchema(() =>
  z.array(
    z
      .object({
        id: z.uuid(),
        source: z.enum(PAYOUT_SOURCES),
        imported_at: momentSchema,
        lines: z.int(),
        first_day: z.string().nullable(),
        last_day: z.string().nullable(),
        net_grosze: groszeSchema,
        may_undo: z.boolean().meta({ description: 'No closed month has counted it' }),
      })
      .meta({ id: 'PayoutFile' }),
  ),
)
export type ReadPayoutFile = z.output<typeof payoutFilesSchema>[number]

/** A sale whose money has not come yet. */
const awaitedSchema = defineSchema(() =>
  z.object({
    order_id: z.uuid(),
    order_number: z.string(),
    reference: z.string().nullable().meta({ description: 'The number of the parcel, or the payment at the provider' }),
    grosze: groszeSchema,
    since: momentSchema,
  }),
)

export const payoutReportSchema = defineSchema(() =>
  z
    .object({
      /** Sums of the lines of the month; null: no file was read for it. */
      stripe: z
        .object({
          paid_grosze: groszeSchema,
          returned_grosze: groszeSchema.meta({ description: 'Refunds and disputes, negative' }),
          fees_grosze: groszeSchema,
          other_grosze: groszeSchema.optional().meta({
            description: 'Of kinds that the shop does not know; missing in months that were closed without it',
          }),
          net_grosze: groszeSchema,
        })
        .nullable(),
      inpost: z.object({ paid_grosze: groszeSchema }).nullable(),
      /** Sold in the month and not paid out yet, oldest first. */
      on_delivery: z.array(awaitedSchema),
      card: z.array(awaitedSchema),
      /** Paid out in the month in another amount than the shop expects. */
      differing: z.array(
        z.object({
          order_id: z.uuid(),
          order_number: z.string(),
          source: z.enum(PAYOUT_SOURCES),
          expected_grosze: groszeSchema,
          paid_grosze: groszeSchema,
        }),
      ),
      /** Paid out in the month for something that the shop does not know. */
      unknown: z.array(
        z.object({
          source: z.enum(PAYOUT_SOURCES),
          reference: z.string(),
          grosze: groszeSchema,
          day: z.string(),
        }),
      ),
    })
    .meta({ id: 'PayoutReport' }),
)
export type PayoutReport = z.output<typeof payoutReportSchema>
