import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findDueBefore, isQuiet, noticeSettingsChangeSchema } from '#domain/owner-notices/owner-notices.ts'

const moments = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2035-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const hours = fc.integer({ min: 0, max: 23 })
const DAY_MS = 24 * 60 * 60 * 1000

const warsawHour = (moment: Date) =>
  Number(moment.toLocaleString('en-GB', { hour: 'numeric', hourCycle: 'h23', timeZone: 'Europe/Warsaw' }))

test('quiet hours and the remaining hours make a whole day, also across midnight', () => {
  fc.assert(
    fc.property(moments, hours, hours, (now, from, to) => {
      fc.pre(from !== to)
      const quiet = isQuiet({ quiet_from: from, quiet_to: to }, now)
      expect(isQuiet({ quiet_from: to, quiet_to: from }, now)).toBe(!quiet)
      if (warsawHour(now) === from) expect(quiet).toBe(true)
      if (warsawHour(now) === to) expect(quiet).toBe(false)
    }),
  )
  expect(isQuiet({ quiet_from: null, quiet_to: null }, new Date())).toBe(false)
  // 21:30 UTC is 22:30 in Warsaw in November and 23:30 in July.
  const night = { quiet_from: 23, quiet_to: 7 }
  expect(isQuiet(night, new Date('2026-11-21T21:30:00Z'))).toBe(false)
  expect(isQuiet(night, new Date('2026-07-21T21:30:00Z'))).toBe(true)
})

test('later notices are sent at a full hour, or at eight in Warsaw, within a day', () => {
  fc.assert(
    fc.property(moments, (now) => {
      expect(findDueBefore('now', now)).toEqual(now)
      const hour = findDueBefore('hourly', now)
      expect([hour.getUTCMinutes(), hour.getUTCSeconds(), hour.getUTCMilliseconds()]).toEqual([0, 0, 0])
      expect(now.getTime() - hour.getTime()).toBeLessThan(DAY_MS / 24)
      const day = findDueBefore('daily', now)
      expect(warsawHour(day)).toBe(8)
      expect(day.getTime()).toBeLessThanOrEqual(now.getTime())
      // A day with a clock change has 25 hours at most.
      expect(now.getTime() - day.getTime()).toBeLessThan(DAY_MS + DAY_MS / 24)
    }),
  )
})

test('quiet hours need different beginning and end; notices of messages cannot be switched off', () => {
  const settings = {
    order_mail: 'now',
    cancelled_mail: 'now',
    payment_mail: 'off',
    refund_mail: 'hourly',
    dispute_mail: 'now',
    stock_mail: 'daily',
    message_mail: 'now',
    order_push: true,
    cancelled_push: true,
    payment_push: false,
    refund_push: true,
    dispute_push: true,
    stock_push: false,
    message_push: true,
    low_stock: 3,
    quiet_from: 22,
    quiet_to: 7,
    version: '1',
  }
  const isAccepted = (change: object) => noticeSettingsChangeSchema.safeParse({ ...settings, ...change }).success
  expect(isAccepted({})).toBe(true)
  expect(isAccepted({ quiet_from: null, quiet_to: null })).toBe(true)
  for (const wrong of [{ quiet_to: null }, { quiet_to: 22 }, { message_mail: 'off' }, { low_stock: 101 }]) {
    expect(isAccepted(wrong)).toBe(false)
  }
})
