import { addDays, type Day, weekdayOf } from '#domain/kernel/calendar-day.ts'
import type { DeliveryMethod } from '#domain/kernel/order-words/shipping-method.ts'
import { isPublicHoliday } from '#domain/kernel/public-holidays.ts'
import type { DispatchCalendar } from './dispatch-calendar.ts'

type Holiday = Pick<DispatchCalendar, 'holiday_from' | 'holiday_to' | 'holiday_selling'>

/** Whether the shop is closed on this day because the admin is away. */
export function isInHoliday({ holiday_from, holiday_to }: Holiday, day: Day): boolean {
  return holiday_from !== null && holiday_to !== null && day >= holiday_from && day <= holiday_to
}

/** Whether no order is taken on this day. */
export function isSaleStopped(calendar: Holiday, day: Day): boolean {
  return !calendar.holiday_selling && isInHoliday(calendar, day)
}

function isWorkingDay(calendar: DispatchCalendar, day: Day): boolean {
  return (
    !calendar.closed_weekdays.includes(weekdayOf(day)) &&
    !calendar.closed_dates.includes(day) &&
    !isPublicHoliday(day) &&
    !isInHoliday(calendar, day)
  )
}

const isCarrierDay = (day: Day) => weekdayOf(day) <= 5 && !isPublicHoliday(day)

/** The longest search for a working day, days: no shop is closed for longer. */
const LOOKED_AHEAD_DAYS = 400

function findDay(from: Day, isWanted: (day: Day) => boolean): Day | null {
  for (let day = from, looked = 0; looked < LOOKED_AHEAD_DAYS; day = addDays(day, 1), looked += 1) {
    if (isWanted(day)) return day
  }
  return null
}

export type ExpectedDelivery = {
  dispatch: Day
  arrival: Day
  /**
   * Orders placed before this full hour of today are dispatched today; null when the hour is over or today is no
   * working day.
   */
  until: number | null
}

/**
 * When a parcel ordered now is dispatched, and when it usually arrives: on the next working day of carriers. Null: not
 * within a year.
 */
export function expectDelivery(calendar: DispatchCalendar, now: { day: Day; hour: number }): ExpectedDelivery | null {
  const isInTime = isWorkingDay(calendar, now.day) && now.hour < calendar.dispatch_until
  const dispatch = isInTime ? now.day : findDay(addDays(now.day, 1), (day) => isWorkingDay(calendar, day))
  const arrival = dispatch && findDay(addDays(dispatch, 1), isCarrierDay)
  return dispatch && arrival ? { dispatch, arrival, until: isInTime ? calendar.dispatch_until : null } : null
}

const WEEKDAYS = [
  'w poniedziałek',
  'we wtorek',
  'w środę',
  'w czwartek',
  'w piątek',
  'w sobotę',
  'w niedzielę',
] as const

/** 'w czwartek 26.11' */
export function describeOnDay(day: Day): string {
  const [, month, date] = day.split('-')
  return `${WEEKDAYS[weekdayOf(day) - 1]} ${Number(date)}.${month}`
}

/** Where a parcel arrives. */
export const PLACES: Record<DeliveryMethod, string> = { locker: 'w\u00a0paczkomacie', courier: 'u\u00a0Ciebie' }

function describeArrival(arrival: Day, method: DeliveryMethod): string {
  return `${PLACES[method]} zwykle ${describeOnDay(arrival)}`
}

/** Before an order: 'Zamów do 14:00, w paczkomacie zwykle w czwartek 26.11' */
export function promiseDelivery({ arrival, until }: ExpectedDelivery, method: DeliveryMethod): string {
  return `Zamów ${until === null ? 'teraz' : `do ${until}:00`}, ${describeArrival(arrival, method)}`
}

/** After an order, true whenever it is read: 'Nadamy w środę 25.11, w paczkomacie zwykle w czwartek 26.11.' */
export function describeArrivalDay(
  { dispatch, arrival }: Pick<ExpectedDelivery, 'dispatch' | 'arrival'>,
  method: DeliveryMethod,
): string {
  return `Nadamy ${describeOnDay(dispatch)}, ${describeArrival(arrival, method)}.`
}

/** '24.12' */
const shortDay = (day: Day) => `${Number(day.slice(8))}.${day.slice(5, 7)}`

/** The consequence of a present or future holiday for buyers; null without one. */
export function describeHoliday(calendar: Holiday, today: Day): string | null {
  const { holiday_from: from, holiday_to: to, holiday_selling } = calendar
  if (from === null || to === null || today > to) return null
  const days = from === to ? shortDay(from) : `od ${shortDay(from)} do ${shortDay(to)}`
  return holiday_selling
    ? `Przerwa w wysyłce ${days}. Zamówienia przyjmujemy, nadamy je po przerwie.`
    : `Przerwa w sprzedaży ${days}. Koszyk poczeka, zamówienia przyjmiemy od ${shortDay(addDays(to, 1))}.`
}

/** Why no order is taken on this day, for buyers; null: orders are taken. */
export const describeStop = (calendar: Holiday, today: Day): string | null =>
  isSaleStopped(calendar, today) ? describeHoliday(calendar, today) : null
