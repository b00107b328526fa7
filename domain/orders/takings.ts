import { z } from 'zod'
import { defineSchema } from '#domain/wire-schema.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Of one file. */
const MOST_DAYS = 2 * 366

/** The days of Warsaw whose takings are asked for, both included. */
export const takingsQuerySchema = defineSchema(() =>
  z
    .object({ from: z.iso.date(), to: z.iso.date() })
    .refine(({ from, to }) => from <= to, { path: ['to'], message: 'Ostatni dzień nie może być przed pierwszym.' })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) < MOST_DAYS * DAY_MS, {
      path: ['to'],
      message: 'Wybierz najwyżej dwa lata.',
    }),
)
