import { z } from 'zod'
import { daySchema } from '#domain/kernel/wire/wire-fields.ts'
import { defineSchema } from '#domain/kernel/wire/wire-schema.ts'

const closedDaySchema = defineSchema(() => daySchema('Podaj datę, np. 2026-12-24'))

/**
 * When parcels are dispatched; days are days in Warsaw. Separate from the calculations, which the first visit loads: a
 * file with a schema that any page uses loads the schema library.
 */
export const dispatchCalendarSchema = defineSchema(() =>
  z
    .object({
      dispatch_until: z
        .int('Podaj pełną godzinę')
        .min(1, 'Podaj godzinę od 1 do 23')
        .max(23, 'Podaj godzinę od 1 do 23')
        .meta({ description: 'Orders placed before this full hour are dispatched on the same day.' }),
      closed_weekdays: z
        .array(z.int().min(1).max(7))
        .max(6, 'Zostaw co najmniej jeden dzień pracy')
        .meta({ description: '1: Monday, 7: Sunday.' }),
      closed_dates: z.array(closedDaySchema).max(100, 'Podaj najwyżej 100 dat'),
      holiday_from: closedDaySchema.nullable(),
      holiday_to: closedDaySchema.nullable(),
      holiday_selling: z.boolean().meta({ description: 'Whether orders are taken during the holiday.' }),
    })
    .meta({ id: 'DispatchCalendar' }),
)
export type DispatchCalendar = z.output<typeof dispatchCalendarSchema>
