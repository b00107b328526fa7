const dateTime = new Intl.DateTimeFormat('pl-PL', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Europe/Warsaw' })

/**
 * '21 listopada 2026 14:30' in Polish time. For rendering on the server only: browsers have other versions of the
 * locale, and a date must not change during hydration.
 */
export const formatDateTime = (moment: Date): string => dateTime.format(moment)

const second = new Intl.DateTimeFormat('pl-PL', { dateStyle: 'long', timeStyle: 'medium', timeZone: 'Europe/Warsaw' })

/** '21 listopada 2026 14:30:05' in Polish time. */
export const formatSecond = (moment: Date): string => second.format(moment)

const clock = new Intl.DateTimeFormat('pl-PL', { timeStyle: 'short', timeZone: 'Europe/Warsaw' })

/** '15:13' in Warsaw. */
export const formatClock = (moment: Date): string => clock.format(moment)

const day = new Intl.DateTimeFormat('pl-PL', { dateStyle: 'long', timeZone: 'Europe/Warsaw' })

/** '21 listopada 2026': the day of a moment in Poland. */
export const formatDay = (moment: Date): string => day.format(moment)

const calendarDay = new Intl.DateTimeFormat('pl-PL', { dateStyle: 'long', timeZone: 'UTC' })

/** '5 grudnia 2026' of '2026-12-05'. */
export const formatCalendarDay = (date: string): string => calendarDay.format(new Date(`${date}T00:00:00Z`))

/** The three forms of a Polish noun after a number: 1 produkt, 2 produkty, 5 (12, 25) produktów. */
export type PolishForms = { one: string; few: string; many: string }

/** The noun alone, for whole numbers from 0: `${count} ${pluralize(count, { one: 'produkt', ... })}`. */
export function pluralize(count: number, forms: PolishForms): string {
  if (count === 1) return forms.one
  const [last, lastTwo] = [count % 10, count % 100]
  return last >= 2 && last <= 4 && (lastTwo < 12 || lastTwo > 14) ? forms.few : forms.many
}

/** A text of several lines as one line, for readers that show no line breaks: search engines, feeds, providers. */
export const joinLines = (text: string): string => text.replace(/\s+/g, ' ').trim()
