/** A calendar day as '2026-11-26'. Days compare as strings do. */
export type Day = string

const DAY_MS = 24 * 60 * 60 * 1000

const toUtc = (day: Day) => Date.parse(`${day}T00:00:00Z`)

export function addDays(day: Day, days: number): Day {
  return new Date(toUtc(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** 1: Monday, 7: Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(toUtc(day)).getUTCDay() || 7
}

let warsaw: Intl.DateTimeFormat | undefined

/** The day and the hour of a moment in Poland. */
export function readWarsawClock(moment: Date): { day: Day; hour: number } {
  warsaw ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Warsaw',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  })
  const parts = Object.fromEntries(warsaw.formatToParts(moment).map(({ type, value }) => [type, value]))
  return { day: `${parts.year}-${parts.month}-${parts.day}`, hour: Number(parts.hour) }
}
