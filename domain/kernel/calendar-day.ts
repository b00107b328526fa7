/** A calendar day as '2026-11-26'. Days compare as strings do. */
export type Day = string

/**
 * Whether a text is a day of this century that exists. Years beyond it are typing errors, and calculations with the
 * first and the last possible year leave what PostgreSQL and Date can hold.
 */
export const isDay = (text: string): text is Day =>
  /^20\d\d-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true

/** Whether a text is a month of this century, as '2026-11'. */
export const isMonth = (text: string): boolean => isDay(`${text}-01`)

const DAY_MS = 24 * 60 * 60 * 1000

const toUtc = (day: Day) => Date.parse(`${day}T00:00:00Z`)

export const addDays = (day: Day, days: number): Day => new Date(toUtc(day) + days * DAY_MS).toISOString().slice(0, 10)

export const countDays = (from: Day, to: Day): number => (toUtc(to) - toUtc(from)) / DAY_MS

/** 1: Monday, 7: Sunday. */
export const weekdayOf = (day: Day): number => new Date(toUtc(day)).getUTCDay() || 7

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

let minutes: Intl.DateTimeFormat | undefined

/** A moment as Polish clocks show it, '2026-12-04T08:00'. Wall clocks compare as strings do. */
export type WallClock = string

export function toWallClock(moment: Date): WallClock {
  minutes ??= new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Warsaw', dateStyle: 'short', timeStyle: 'short' })
  return minutes.format(moment).replace(' ', 'T')
}

/**
 * The moment of a Polish wall clock, by the rules of PostgreSQL: an hour that comes twice is the second one, and an
 * hour that is left out is an hour later.
 */
export function fromWallClock(clock: WallClock): Date {
  const [winter, summer] = [new Date(`${clock}:00+01:00`), new Date(`${clock}:00+02:00`)]
  return toWallClock(summer) === clock && toWallClock(winter) !== clock ? summer : winter
}

/** Midnight in Poland. */
export const startOfDay = (day: Day): Date => fromWallClock(`${day}T00:00`)

/** '4.12.2026, 8:00' */
export function formatWallClock(clock: WallClock): string {
  const [day = '', time = ''] = clock.split('T')
  const [year, month, date] = day.split('-').map(Number)
  return `${date}.${month}.${year}, ${time.replace(/^0/, '')}`
}
