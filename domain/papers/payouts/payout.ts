import type { Generated } from 'kysely'
import { z } from 'zod'
import type { Day } from '#domain/kernel/calendar-day.ts'
import { groszeSchema, momentSchema } from '#domain/kernel/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire-schema.ts'
import { PAYOUT_SOURCES, type PayoutKind, type PayoutSource } from './payout-file.ts'

export type PayoutTables = {
  /** Lines of the files in which the payment provider and the carrier say what they paid out. */
  payout_lines: {
    id: Generated<string>
    source: PayoutSource
    /** Unique within its source, so that a file may be read twice. */
    entry: string
    kind: PayoutKind
    /** The payment at the provider, or the number of the parcel; '' for a fee of its own. */
    reference: string
    gross_grosze: number
    fee_grosze: Generated<number>
    day: Day
    imported_at: Generated<Date>
  }
}

/** The longest file, characters. */
export const PAYOUT_FILE_MAX = 3 * 1024 * 1024

export const payoutFileSchema = defineSchema(() =>
  z.strictObject({ file: z.string().max(PAYOUT_FILE_MAX, 'Plik jest za duży: najwyżej 3 MB.') }),
)

export const importedPayoutsSchema = defineSchema(() =>
  z
    .object({
      source: z.enum(PAYOUT_SOURCES),
      added: z.int(),
      known: z.int().meta({ description: 'Lines that an earlier file had as well' }),
      days: z.tuple([z.string(), z.string()]).nullable().meta({ description: 'The first and the last day' }),
      problems: z.array(z.string()),
    })
    .meta({ id: 'ImportedPayouts' }),
)
export type ImportedPayouts = z.output<typeof importedPayoutsSchema>

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
