const dateTime = new Intl.DateTimeFormat('pl-PL', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Warsaw' })

/**
 * '21 listopada 2026 14:30' as the clocks in Poland show it. For the server's side of a page: browsers carry other
 * versions of the locale, and a date must not change its wording when the page comes to life.
 */
export function formatDateTime(moment: Date): string {
  return dateTime.format(moment)
}
