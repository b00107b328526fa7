import fc from 'fast-check'
import { DEEDS, type Deed } from './money-life.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const lifeOf = <Way extends keyof typeof DEEDS>(way: Way) =>
  fc.record({
    way: fc.constant(way),
    /** A discount code lowered what its pieces cost. */
    hasCode: fc.boolean(),
    /** A few days of a month with a change of the clocks: to summer, or back. */
    begin: fc.tuple(fc.constantFrom('2020-03-27', '2020-10-23', '2020-06-28'), fc.nat(3 * DAY)),
    deeds: fc.array(
      fc.record({
        deed: fc.constantFrom(...DEEDS[way]),
        part: fc.constantFrom(0.1, 0.25, 0.5, 0.75, 1),
        waitMs: fc.constantFrom(0, MINUTE, 20 * MINUTE, 60 * MINUTE, 7 * 60 * MINUTE, DAY, 3 * DAY),
      }),
      { minLength: 6, maxLength: 16 },
    ),
  })
export type Life = { way: keyof typeof DEEDS; hasCode: boolean; begin: [string, number]; deeds: Deed[] }
/** The life of a checkout: how it is paid, when it begins and what happens to it. */
export const life: fc.Arbitrary<Life> = fc.oneof(
  lifeOf('cash_on_delivery'),
  lifeOf('prepaid'),
  lifeOf('prepaid').map(({ deeds, ...rest }) => ({
    ...rest,
    deeds: [{ deed: 'pay' as const, part: 1, waitMs: MINUTE }, ...deeds],
  })),
)

/** Sequences that random choice finds rarely. */
const story = (way: keyof typeof DEEDS, ...deeds: Deed['deed'][]): [Life] => [
  {
    way,
    hasCode: way === 'cash_on_delivery',
    begin: ['2020-10-23', 0],
    deeds: deeds.map((deed, index) => ({ deed, part: 0.9 - index / 10, waitMs: DAY })),
  },
]
export const STORIES = [
  story('cash_on_delivery', 'amend', 'cancel', 'ship', 'back to packing', 'amend', 'cancel'),
  story('cash_on_delivery', 'deliver', 'transfer', 'cancel', 'transfer', 'withdraw', 'settle'),
  story('cash_on_delivery', 'deliver', 'complete', 'come back', 'deliver', 'transfer'),
  story('prepaid', 'pay', 'ship', 'complete', 'come back', 'refund outside'),
  story('prepaid', 'pay', 'refund', 'make refunds', 'bring a refund back', 'refund outside'),
  story('prepaid', 'expire', 'pay', 'open a dispute', 'lose the dispute', 'refund outside'),
]
