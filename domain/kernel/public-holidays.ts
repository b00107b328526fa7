import { addDays, type Day } from './calendar-day.ts'

/** Month and day of the fixed holidays. */
const FIXED: ReadonlySet<string> = new Set([
  '01-01',
  '01-06',
  '05-01',
  '05-03',
  '08-15',
  '11-01',
  '11-11',
  '12-25',
  '12-26',
])

/** Christmas Eve is a holiday since this year. */
const CHRISTMAS_EVE_SINCE = 2025

/** Days after Easter Sunday: itself, Monday, Pentecost, Corpus Christi. */
const AFTER_EASTER = [0, 1, 49, 60]

/** Easter Sunday of a year, by the Gregorian computus of Meeus, Jones and Butcher. */
export function findEaster(year: number): Day {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const g = Math.floor((8 * b + 13) / 25)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  const [month, day] = [Math.floor(n / 31), (n % 31) + 1]
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Whether this day is a public holiday in Poland. */
export function isPublicHoliday(day: Day): boolean {
  const year = Number(day.slice(0, 4))
  const monthAndDay = day.slice(5)
  if (FIXED.has(monthAndDay) || (monthAndDay === '12-24' && year >= CHRISTMAS_EVE_SINCE)) return true
  const easter = findEaster(year)
  return AFTER_EASTER.some((days) => addDays(easter, days) === day)
}
