import { z } from 'zod'
import { type Grosze, groszeToZl } from '#domain/kernel/amounts/money.ts'
import type { WallClock } from '#domain/kernel/calendar-day.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

const ISO = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::\d{2})?$/
/** As Polish spreadsheets write it. */
const POLISH = /^(\d{1,2})\.(\d{1,2})\.(\d{4}) (\d{1,2}:\d{2})(?::\d{2})?$/

/** A Polish wall clock, '2026-12-04T08:00' or '4.12.2026 8:00'. '' and null: there is none. */
export const wallClockSchema = defineSchema(() =>
  z
    .string()
    .nullable()
    .transform((given, context): WallClock | null => {
      const text = given?.trim() ?? ''
      if (text === '') return null
      const clock = readClock(text)
      if (clock !== null) return clock
      context.addIssue('Podaj dzień i godzinę, na przykład 4.12.2026 8:00')
      return z.NEVER
    })
    .meta({ description: 'Polish wall clock', example: '2026-12-04T08:00' }),
)

function readClock(text: string): WallClock | null {
  const [, isoDay, isoTime] = ISO.exec(text) ?? []
  const [, date, month, year, time] = POLISH.exec(text) ?? []
  const day = isoDay ?? (year && `${year}-${month?.padStart(2, '0')}-${date?.padStart(2, '0')}`)
  const clock = `${day}T${(isoTime ?? time ?? '').padStart(5, '0')}`
  const moment = new Date(`${clock}:00Z`)
  const isReal = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(clock)
  return isReal && clock >= '2000' && clock < '2100' ? clock : null
}

/** The price outside of a reduction (zł), and the reduction. */
export type ReducedFields = {
  price: number
  reduced_price_grosze: Grosze | null
  reduced_from: WallClock | null
  reduced_to: WallClock | null
}

export const REDUCTION_PROBLEMS = {
  reduction_incomplete: {
    // Checked at the last of the three fields, so that no message appears while they are being typed.
    field: 'reduced_to',
    sentence: 'Podaj cenę promocyjną, początek i koniec promocji albo zostaw wszystkie trzy puste.',
  },
  reduction_ends_early: { field: 'reduced_to', sentence: 'Koniec promocji musi być po jej początku.' },
  reduction_not_lower: {
    field: 'reduced_price_grosze',
    sentence: 'Cena promocyjna musi być niższa od ceny. Zmień ją albo usuń promocję.',
  },
} as const
export type ReductionProblem = keyof typeof REDUCTION_PROBLEMS

/** What is wrong with a reduction; null: nothing, or there is none. A past one need not be lower any more. */
export function findReductionProblem(product: ReducedFields, now: WallClock): ReductionProblem | null {
  const { price, reduced_price_grosze: reduced, reduced_from: from, reduced_to: to } = product
  if (reduced === null && from === null && to === null) return null
  if (reduced === null || from === null || to === null) return 'reduction_incomplete'
  if (to <= from) return 'reduction_ends_early'
  return to > now && groszeToZl(reduced) >= price ? 'reduction_not_lower' : null
}
