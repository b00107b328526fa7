import { z } from 'zod'
import type { Grosze } from '#domain/kernel/amounts/money.ts'
import type { Day } from '#domain/kernel/calendar-day.ts'
import { groszeSchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'
import { PAYOUT_SOURCES, type PayoutSource } from './payout-kinds.ts'

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

/** A sale whose money has not come yet. */
type AwaitedSale = {
  order_id: string
  order_number: string
  /** The number of the parcel, or the payment at the provider. */
  reference: string | null
  grosze: Grosze
  since: string
}

export type PayoutReport = {
  /** Sums of the lines of the month; null: no file was read for it. */
  stripe: {
    paid_grosze: Grosze
    /** Refunds and disputes, negative. */
    returned_grosze: Grosze
    fees_grosze: Grosze
    /** Of kinds that the shop does not know; missing in months that were closed without it. */
    other_grosze?: Grosze
    net_grosze: Grosze
  } | null
  inpost: { paid_grosze: Grosze } | null
  /** Sold in the month and not paid out yet, oldest first. */
  on_delivery: AwaitedSale[]
  card: AwaitedSale[]
  /** Paid out in the month so that by now it is another amount than the shop expects. */
  differing: {
    order_id: string
    order_number: string
    source: PayoutSource
    expected_grosze: Grosze
    paid_grosze: Grosze
  }[]
  /** Of what the provider gave back in the month more went back by now than the shop knows; absent: nothing. */
  returned_more?: { order_id: string; order_number: string; expected_grosze: Grosze; returned_grosze: Grosze }[]
  /** Paid out in the month for something that the shop does not know. */
  unknown: { source: PayoutSource; reference: string; grosze: Grosze; day: Day }[]
}
