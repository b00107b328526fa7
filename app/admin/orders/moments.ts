import { formatClock, formatDay } from '#domain/kernel/text/dates-and-plurals.ts'

const short = new Intl.DateTimeFormat('pl-PL', {
  day: '2-digit',
  month: '2-digit',
  year: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Warsaw',
})

/** '21.11.26, 10:28' in Poland. For components that only the browser renders. */
export function formatShortMoment(moment: string): string {
  return short.format(new Date(moment))
}

/** '21 listopada 2026' */
export const formatMomentDay = (moment: string) => formatDay(new Date(moment))

/** '10:28' */
export const formatTime = (moment: string) => formatClock(new Date(moment))
