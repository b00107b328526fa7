import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAccountNumber, normalizeAccountNumber } from '#domain/kernel/numbers/account-number.ts'
import { DEMANDS, findDueDay, findStage, isLate, isOverdue } from '#domain/returns/return-case.ts'
import {
  choosePieces,
  judgeMatch,
  labelOrders,
  maskEmail,
  maskName,
  normalizeOrderNumber,
} from '#domain/returns/statement.ts'

const at = (moment: string) => new Date(moment)

test('the deadline is the end of the fourteenth day in Warsaw, also across a clock change', () => {
  expect(findDueDay(at('2026-11-24T22:59:59Z'))).toBe('2026-12-08')
  expect(findDueDay(at('2026-11-24T23:00:00Z'))).toBe('2026-12-09')
  expect(findDueDay(at('2026-10-20T21:59:59Z'))).toBe('2026-11-03')
  const received = at('2026-11-24T12:00:00Z')
  expect(isOverdue('to_settle', received, at('2026-12-08T22:59:59Z'))).toBe(false)
  expect(isOverdue('to_settle', received, at('2026-12-08T23:00:00Z'))).toBe(true)
  expect(isOverdue('to_answer', received, at('2026-12-09T12:00:00Z'))).toBe(true)
  expect(isOverdue('waiting_for_goods', received, at('2027-01-09T12:00:00Z'))).toBe(false)
})

test('a withdrawal is late after the fourteenth day since the delivery; a weekend or holiday moves the end', () => {
  expect(isLate(at('2026-12-01T12:00:00Z'), null)).toBe(false)
  // Delivered on Tuesday, November 10: the last day is Tuesday, November 24.
  expect(isLate(at('2026-11-24T22:59:59Z'), at('2026-11-10T10:00:00Z'))).toBe(false)
  expect(isLate(at('2026-11-24T23:00:00Z'), at('2026-11-10T10:00:00Z'))).toBe(true)
  // The fourteenth day is Saturday, November 21: Monday is the last one.
  expect(isLate(at('2026-11-23T12:00:00Z'), at('2026-11-07T10:00:00Z'))).toBe(false)
  expect(isLate(at('2026-11-24T12:00:00Z'), at('2026-11-07T10:00:00Z'))).toBe(true)
  // Christmas Eve to Sunday, December 27: Monday is the last one.
  expect(isLate(at('2026-12-28T12:00:00Z'), at('2026-12-10T10:00:00Z'))).toBe(false)
})

test('the refund waits for the goods or for the proof of dispatch', () => {
  const steps = {
    kind: 'withdrawal',
    sent_back_at: null,
    arrived_at: null,
    settled_at: null,
    dispatch: 'delivered',
    demand: null,
    decision: null,
  } as const
  const now = at('2026-11-24T12:00:00Z')
  expect(findStage(steps)).toBe('waiting_for_goods')
  expect(findStage({ ...steps, sent_back_at: now })).toBe('to_settle')
  expect(findStage({ ...steps, arrived_at: now })).toBe('to_settle')
  expect(findStage({ ...steps, arrived_at: now, settled_at: now })).toBe('settled')
  expect(findStage({ ...steps, decision: 'rejected' })).toBe('refused')
  // Unsent pieces cannot come back.
  expect(findStage({ ...steps, dispatch: 'not_sent' })).toBe('to_settle')
  expect(findStage({ ...steps, dispatch: null })).toBe('waiting_for_goods')
})

test('an accepted complaint about the price or the purchase is open until its refund', () => {
  const open = { sent_back_at: null, arrived_at: null, settled_at: null }
  const steps = { kind: 'complaint', dispatch: 'sent', ...open } as const
  const now = at('2026-11-24T12:00:00Z')
  for (const demand of DEMANDS) {
    expect(findStage({ ...steps, demand, decision: null })).toBe('to_answer')
    expect(findStage({ ...steps, demand, decision: 'rejected' })).toBe('answered')
  }
  for (const demand of ['repair', 'replacement'] as const)
    expect(findStage({ ...steps, demand, decision: 'accepted' })).toBe('answered')
  expect(findStage({ ...steps, demand: 'lower_price', decision: 'accepted' })).toBe('to_settle')
  const whole = { ...steps, demand: 'withdrawal', decision: 'accepted' } as const
  expect(findStage(whole)).toBe('waiting_for_goods')
  expect(findStage({ ...whole, arrived_at: now })).toBe('to_settle')
  expect(findStage({ ...whole, settled_at: now })).toBe('settled')
})

test.each(['81293747', '#81293747', 'nr 81293747', ' Zamówienie nr #81293747 ', 'numer 81293747'])(
  'the number of an order may be typed as %j',
  (typed) => expect(normalizeOrderNumber(typed)).toBe('81293747'),
)

test('a statement belongs to the order with the same number and e-mail', () => {
  const order = { emails: ['anna@example.test', 'Odbiorca@example.test', null] }
  expect(judgeMatch('anna@example.test', order)).toBe('typed')
  expect(judgeMatch('odbiorca@example.test', order)).toBe('typed')
  expect(judgeMatch('obca@example.test', order)).toBe('number_only')
  expect(judgeMatch('anna@example.test', null)).toBe('none')
})

test('a statement takes back its remaining pieces, and without pieces of the order the whole order', () => {
  const uuid = fc.constantFrom('a', 'b', 'c', 'x')
  const declared = fc.option(fc.array(fc.record({ product_id: uuid, quantity: fc.integer({ min: 1, max: 99 }) })))
  const pieces = fc.uniqueArray(
    fc.record({ product_id: fc.constantFrom('a', 'b', 'c'), left: fc.integer({ min: 0, max: 9 }) }),
    { selector: ({ product_id }) => product_id, minLength: 1 },
  )
  fc.assert(
    fc.property(declared, pieces, (wanted, offered) => {
      const chosen = choosePieces(wanted, offered)
      for (const { left, quantity } of chosen) {
        expect(quantity).toBeGreaterThan(0)
        expect(quantity).toBeLessThanOrEqual(left)
      }
      if (offered.some(({ left }) => left > 0)) expect(chosen).not.toEqual([])
    }),
  )
})

test('an account number is accepted in any format, and one wrong digit is noticed', () => {
  const right = 'PL61109010140000071219812874'
  for (const typed of [
    '61 1090 1014 0000 0712 1981 2874',
    right,
    'pl61-1090-1014-0000-0712-1981-2874',
    '61–1090–1014–0000–0712–1981–2874',
    'DE89 3704 0044 0532 0130 00',
  ])
    expect(isAccountNumber(normalizeAccountNumber(typed)), typed).toBe(true)
  for (const wrong of ['', '61', `${right}0`, 'PL', 'DE00 3704 0044 0532 0130 00'])
    expect(isAccountNumber(normalizeAccountNumber(wrong)), wrong).toBe(false)
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 27 }), fc.integer({ min: 1, max: 9 }), (place, more) => {
      const digit = (Number(right[place]) + more) % 10
      expect(isAccountNumber(`${right.slice(0, place)}${digit}${right.slice(place + 1)}`)).toBe(false)
    }),
  )
})

test('the page of a link shows the buyer’s data only in part', () => {
  expect(maskName({ first_name: 'Anna', last_name: 'Kowalska' })).toBe('Anna K.')
  expect(maskEmail('anna.kowalska@example.test')).toBe('a•••@example.test')
})

test('a statement names its orders; of many, the first ones and how many others', () => {
  const numbers = Array.from({ length: 9 }, (_, index) => `1000000${index}`)
  expect(labelOrders([])).toBe('')
  expect(labelOrders(['10000002', '10000001', '10000002'])).toBe('10000002, 10000001')
  expect(labelOrders(numbers.slice(0, 6))).toBe(numbers.slice(0, 6).join(', '))
  expect(labelOrders(numbers)).toBe('10000000, 10000001, 10000002, 10000003 i 5 dalszych')
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 10_000_000, max: 99_999_999 }).map(String), { maxLength: 50 }), (orders) => {
      expect(labelOrders(orders).length).toBeLessThanOrEqual(60)
    }),
  )
})
