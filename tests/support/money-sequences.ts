import fc from 'fast-check'
import { ACTS, type Act } from './money-sequence.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const sequenceOf = <Way extends keyof typeof ACTS>(way: Way) =>
  fc.record({
    way: fc.constant(way),
    /** A discount code lowered what its pieces cost. */
    hasCode: fc.boolean(),
    /** A few days of a month with a change of the clocks: to summer, or back. */
    begin: fc.tuple(fc.constantFrom('2020-03-27', '2020-10-23', '2020-06-28'), fc.nat(3 * DAY)),
    acts: fc.array(
      fc.record({
        act: fc.constantFrom(...ACTS[way]),
        part: fc.constantFrom(0.1, 0.25, 0.5, 0.75, 1),
        waitMs: fc.constantFrom(0, MINUTE, 20 * MINUTE, 60 * MINUTE, 7 * 60 * MINUTE, DAY, 3 * DAY),
      }),
      { minLength: 6, maxLength: 16 },
    ),
  })
export type Sequence = { way: keyof typeof ACTS; hasCode: boolean; begin: [string, number]; acts: Act[] }
/** What happens to a checkout: how it is paid, when it begins, and the acts on it. */
export const anySequence: fc.Arbitrary<Sequence> = fc.oneof(
  sequenceOf('cash_on_delivery'),
  sequenceOf('prepaid'),
  sequenceOf('prepaid').map(({ acts, ...rest }) => ({
    ...rest,
    acts: [{ act: 'pay' as const, part: 1, waitMs: MINUTE }, ...acts],
  })),
)

/** Sequences that random choice finds rarely. */
const rareSequence = (way: keyof typeof ACTS, ...acts: Act['act'][]): [Sequence] => [
  {
    way,
    hasCode: way === 'cash_on_delivery',
    begin: ['2020-10-23', 0],
    acts: acts.map((act, index) => ({ act, part: 0.9 - index / 10, waitMs: DAY })),
  },
]
export const RARE_SEQUENCES = [
  rareSequence('cash_on_delivery', 'amend', 'cancel', 'ship', 'back to packing', 'amend', 'cancel'),
  rareSequence('cash_on_delivery', 'deliver', 'transfer', 'cancel', 'transfer', 'withdraw', 'settle'),
  rareSequence('cash_on_delivery', 'deliver', 'complete', 'come back', 'deliver', 'transfer'),
  rareSequence('cash_on_delivery', 'ship', 'deliver', 'deliver', 'come back', 'withdraw', 'transfer', 'settle'),
  rareSequence('prepaid', 'pay', 'ship', 'complete', 'come back', 'refund outside'),
  rareSequence('prepaid', 'pay', 'refund', 'make refunds', 'bring a refund back', 'refund outside'),
  rareSequence('prepaid', 'pay', 'grow', 'ship', 'withdraw', 'settle', 'make refunds'),
  rareSequence('prepaid', 'pay', 'grow', 'refund', 'make refunds', 'cancel and refund', 'make refunds'),
  rareSequence('prepaid', 'expire', 'pay', 'open a dispute', 'lose the dispute', 'refund outside'),
  rareSequence('prepaid', 'pay', 'open a dispute', 'lose the dispute', 'win the dispute', 'refund', 'make refunds'),
  rareSequence('prepaid', 'pay', 'ship', 'open a dispute', 'lose the dispute', 'win the dispute', 'withdraw', 'settle'),
]
