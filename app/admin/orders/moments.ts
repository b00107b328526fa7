const short = new Intl.DateTimeFormat('pl-PL', {
  day: '2-digit',
  month: '2-digit',
  year: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Warsaw',
})
const day = new Intl.DateTimeFormat('pl-PL', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'Europe/Warsaw',
})
const time = new Intl.DateTimeFormat('pl-PL', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Warsaw' })

/** '21.11.26, 10:28' by the clocks of Poland. For what is rendered in the browser alone, as everything here is. */
export function formatShortMoment(moment: string): string {
  return short.format(new Date(moment))
}

/** '21 listopada 2026' */
export function formatDay(moment: string): string {
  return day.format(new Date(moment))
}

/** '10:28' */
export function formatTime(moment: string): string {
  return time.format(new Date(moment))
}
