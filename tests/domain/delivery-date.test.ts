import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, readWarsawClock, weekdayOf } from '#domain/kernel/calendar-day.ts'
import { findEaster, isPublicHoliday } from '#domain/kernel/public-holidays.ts'
import {
  describeArrivalDay,
  describeHoliday,
  expectDelivery,
  isInHoliday,
  isSaleStopped,
  promiseDelivery,
} from '#domain/shipping/delivery-date/delivery-date.ts'
import type { DispatchCalendar } from '#domain/shipping/delivery-date/dispatch-calendar.ts'

const CALENDAR: DispatchCalendar = {
  dispatch_until: 14,
  closed_weekdays: [6, 7],
  closed_dates: [],
  holiday_from: null,
  holiday_to: null,
  holiday_selling: true,
}

const days = fc.integer({ min: 0, max: 5_000 }).map((count) => addDays('2024-01-01', count))
const hours = fc.integer({ min: 0, max: 23 })
const calendars: fc.Arbitrary<DispatchCalendar> = fc.record({
  dispatch_until: fc.integer({ min: 1, max: 23 }),
  closed_weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { maxLength: 6 }),
  closed_dates: fc.array(days, { maxLength: 20 }),
  holiday_from: fc.constant(null),
  holiday_to: fc.constant(null),
  holiday_selling: fc.boolean(),
})
const withHoliday = fc
  .tuple(calendars, days, fc.integer({ min: 0, max: 30 }))
  .map(([calendar, from, length]) => ({ ...calendar, holiday_from: from, holiday_to: addDays(from, length) }))

test('a parcel leaves on a working day of the shop and arrives later, on a working day of the carrier', () => {
  fc.assert(
    fc.property(fc.oneof(calendars, withHoliday), days, hours, (calendar, day, hour) => {
      const expected = expectDelivery(calendar, { day, hour })
      if (!expected) throw new Error('nothing was found')
      const { dispatch, arrival, until } = expected
      expect(dispatch >= day && arrival > dispatch).toBe(true)
      expect(calendar.closed_weekdays).not.toContain(weekdayOf(dispatch))
      expect(calendar.closed_dates).not.toContain(dispatch)
      expect(isPublicHoliday(dispatch) || isInHoliday(calendar, dispatch)).toBe(false)
      expect(weekdayOf(arrival) <= 5 && !isPublicHoliday(arrival)).toBe(true)
      // The hour is named exactly when it matters.
      expect(until !== null).toBe(dispatch === day)
      if (until !== null) expect(hour).toBeLessThan(until)
    }),
  )
})

test('a later order never arrives earlier', () => {
  fc.assert(
    fc.property(fc.oneof(calendars, withHoliday), days, hours, hours, (calendar, day, one, other) => {
      const [first, second] = [Math.min(one, other), Math.max(one, other)].map((hour) =>
        expectDelivery(calendar, { day, hour }),
      )
      expect(String(first?.arrival) <= String(second?.arrival)).toBe(true)
    }),
  )
})

test('public holidays: include Easter and the days that depend on it, and Christmas Eve since 2025', () => {
  expect([2024, 2025, 2026, 2027, 2038, 2285].map(findEaster)).toEqual([
    '2024-03-31',
    '2025-04-20',
    '2026-04-05',
    '2027-03-28',
    '2038-04-25',
    '2285-03-22',
  ])
  fc.assert(fc.property(fc.integer({ min: 1900, max: 2399 }), (year) => weekdayOf(findEaster(year)) === 7))
  for (const day of ['2026-04-06', '2026-05-24', '2026-06-04', '2026-11-11', '2026-12-24', '2025-12-24']) {
    expect(isPublicHoliday(day), day).toBe(true)
  }
  for (const day of ['2024-12-24', '2026-12-31', '2026-04-03', '2026-05-02'])
    expect(isPublicHoliday(day), day).toBe(false)
})

test('the delivery promise in words, before and after an order', () => {
  const say = (day: string, hour: number) => {
    const expected = expectDelivery(CALENDAR, { day, hour })
    return (
      expected &&
      [promiseDelivery(expected, 'locker'), describeArrivalDay(expected, 'courier')]
        .join(' / ')
        .replaceAll('\u00a0', ' ')
    )
  }
  expect(say('2026-11-25', 13)).toBe(
    'Zamów do 14:00, w paczkomacie zwykle w czwartek 26.11 / Nadamy w środę 25.11, u Ciebie zwykle w czwartek 26.11.',
  )
  expect(say('2026-11-27', 14)).toBe(
    'Zamów teraz, w paczkomacie zwykle we wtorek 1.12 / Nadamy w poniedziałek 30.11, u Ciebie zwykle we wtorek 1.12.',
  )
  // Christmas Eve is a Thursday, so nothing is dispatched until Monday.
  expect(say('2026-12-23', 15)).toMatch(/Nadamy w poniedziałek 28\.12/)
})

test('the time in Warsaw is right in winter, in summer and after midnight', () => {
  expect(readWarsawClock(new Date('2026-11-25T12:59:59Z'))).toEqual({ day: '2026-11-25', hour: 13 })
  expect(readWarsawClock(new Date('2026-07-25T12:00:00Z'))).toEqual({ day: '2026-07-25', hour: 14 })
  expect(readWarsawClock(new Date('2026-12-31T23:00:00Z'))).toEqual({ day: '2027-01-01', hour: 0 })
})

test('a holiday is announced until it is over; without sale nothing is sold from its first to its last day', () => {
  const away = { ...CALENDAR, holiday_from: '2026-12-01', holiday_to: '2026-12-05' }
  expect(describeHoliday(away, '2026-11-20')).toBe(
    'Przerwa w wysyłce od 1.12 do 5.12. Zamówienia przyjmujemy, nadamy je po przerwie.',
  )
  expect(describeHoliday({ ...away, holiday_selling: false }, '2026-12-05')).toBe(
    'Przerwa w sprzedaży od 1.12 do 5.12. Koszyk poczeka, zamówienia przyjmiemy od 6.12.',
  )
  expect(describeHoliday(away, '2026-12-06')).toBeNull()
  expect(describeHoliday(CALENDAR, '2026-12-06')).toBeNull()
  const stopped = (day: string) => isSaleStopped({ ...away, holiday_selling: false }, day)
  expect(['2026-11-30', '2026-12-01', '2026-12-05', '2026-12-06'].map(stopped)).toEqual([false, true, true, false])
  expect(isSaleStopped(away, '2026-12-03')).toBe(false)
})
