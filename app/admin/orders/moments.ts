const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('pl-PL', { ...options, timeZone: 'Europe/Warsaw' })
const clock = { hour: '2-digit', minute: '2-digit' } as const
const short = format({ day: '2-digit', month: '2-digit', year: '2-digit', ...clock })
const day = format({ day: 'numeric', month: 'long', year: 'numeric' })
const time = format(clock)

/** '21.11.26, 10:28' in Poland. For components that only the browser renders. */
export function formatShortMoment(moment: string): string {
  return short.format(new Date(moment))
}

/** '21 listopada 2026' */
export function formatMomentDay(moment: string): string {
  return day.format(new Date(moment))
}

/** '10:28' */
export function formatTime(moment: string): string {
  return time.format(new Date(moment))
}
