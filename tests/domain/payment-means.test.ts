import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ALL_PAYMENT_MEANS,
  describePaidWith,
  findOffered,
  findUnavailable,
  labelMeans,
  PAYMENT_MEANS,
} from '#domain/payments/payment-means.ts'
import { METHODS } from '#sandbox/stripe/stripe-records.ts'

test('payment means: the sandbox plays every one of them', () => {
  expect([...METHODS]).toEqual(ALL_PAYMENT_MEANS)
})

const someMeans = fc.subarray(ALL_PAYMENT_MEANS)

test('payment means: what is offered is switched on and, as far as is known, at the account', () => {
  fc.assert(
    fc.property(someMeans, fc.option(someMeans), (on, available) => {
      const offered = findOffered(on, available)
      expect(offered.every((means) => on.includes(means) && (available?.includes(means) ?? true))).toBe(true)
      const isCardThere = on.includes('card') && (available?.includes('card') ?? true)
      expect(offered.includes('card')).toBe(isCardThere)
      expect(offered.length > 0).toBe(isCardThere)
      // Nothing that is on disappears without a word to the owner.
      if (isCardThere) expect([...offered, ...findUnavailable(on, available)].toSorted()).toEqual(on.toSorted())
    }),
  )
})

test('payment means: of paying later the shop claims no cost, no rate and no instalment', () => {
  expect(labelMeans(['card', 'blik', 'p24', 'klarna'])).toBe('karta, BLIK, Przelewy24, Klarna („Zapłać za 30 dni”)')
  for (const { label } of Object.values(PAYMENT_MEANS)) expect(label).not.toMatch(/%|rat|darm|bez koszt|odset|RRSO/i)
})

test('payment means: an unknown one has no words', () => {
  expect(describePaidWith('a_new_one')).toBeUndefined()
  expect(describePaidWith('toString')).toBeUndefined()
})
