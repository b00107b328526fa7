import type { FigureUnit } from '#domain/orders/figures/sales-figures.ts'

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('pl-PL', { ...options, timeZone: 'UTC' })
const dayAndMonth = format({ day: 'numeric', month: 'short' })
const dayInWords = format({ weekday: 'short', day: 'numeric', month: 'long' })
const monthInWords = format({ month: 'long', year: 'numeric' })
const shortMonth = format({ month: 'short' })

/** The names of the periods of each unit: of the shown one, of the one before. */
export const UNIT_NAMES: Record<FigureUnit, { shown: string; before: string }> = {
  day: { shown: 'Ostatnie 30 dni', before: 'poprzednie 30 dni' },
  week: { shown: 'Ostatnie 13 tygodni', before: 'poprzednie 13 tygodni' },
  month: { shown: 'Ostatnie 12 miesięcy', before: 'poprzednie 12 miesięcy' },
}

/** A period below its bar: '18 lis', 'lis'. `start` is its first day, YYYY-MM-DD. */
export function abbreviatePeriod(unit: FigureUnit, start: string): string {
  const day = new Date(`${start}T00:00:00Z`)
  return unit === 'month' ? shortMonth.format(day) : dayAndMonth.format(day)
}

/** A period in words: 'śr., 18 listopada', '16-22 listopada', 'listopad 2026'. */
export function labelPeriod(unit: FigureUnit, start: string): string {
  const day = new Date(`${start}T00:00:00Z`)
  if (unit === 'month') return monthInWords.format(day)
  if (unit === 'day') return dayInWords.format(day)
  const last = new Date(day.getTime() + 6 * 24 * 60 * 60 * 1000)
  return `${dayAndMonth.format(day)} – ${dayAndMonth.format(last)}`
}
