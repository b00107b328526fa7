import type { ColumnType, Generated } from 'kysely'
import { z } from 'zod'
import { defineSchema } from '#domain/kernel/wire-schema.ts'
import type { PayoutReport } from '#domain/papers/payouts/payout.ts'
import type { MonthDocument, MonthReport } from './month-report.ts'

/** A month as '2026-11'. Months compare as strings do. */
export type Month = string

export const monthSchema = defineSchema(() =>
  z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Podaj miesiąc, np. 2026-11')
    .meta({ example: '2026-11' }),
)

export const nextMonth = (month: Month): Month => shiftMonth(month, 1)

/** The month that is this many months later. */
export function shiftMonth(month: Month, by: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

const inWords = new Intl.DateTimeFormat('pl-PL', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** 'listopad 2026' */
export const nameMonth = (month: Month): string => inWords.format(new Date(`${month}-01T00:00:00Z`))

/** What the packaging of a year's parcels weighs. */
export const packagingSchema = defineSchema(() =>
  z
    .object({
      parcels: z.int(),
      paper_grams: z.int().nullable().meta({ description: 'Null: the owner has not said what a parcel has' }),
      plastic_grams: z.int().nullable(),
    })
    .meta({ id: 'Packaging' }),
)
export type Packaging = z.output<typeof packagingSchema>

export type MonthTables = {
  /** Months that the owner closed, as they were then. */
  closed_months: {
    month: Month
    report: ColumnType<MonthReport, string, never>
    documents: ColumnType<MonthDocument[], string, never>
    payouts: ColumnType<PayoutReport, string, never>
    closed_at: Generated<Date>
  }
  /** Which documents a closed month has: each is in one month. */
  closed_documents: { key: string; month: Month }
}
