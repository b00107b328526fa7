import type { Grosze } from './money.ts'

// Not in money.ts, which every first visit loads.

/**
 * Splits an amount by weights to the grosz (largest remainder, ties to the earlier part). The parts always add up to
 * the amount, and no part is negative. Equal weights split evenly.
 */
export function splitGrosze(amount: Grosze, weights: readonly number[]): Grosze[] {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError(`not an amount: ${amount}`)
  if (weights.length === 0 || weights.some((weight) => !Number.isSafeInteger(weight) || weight < 0)) {
    throw new RangeError('weights must be whole and not negative')
  }
  const total = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (total === 0n) throw new RangeError('weights must not all be zero')
  const shares = weights.map((weight, index) => {
    const exact = BigInt(amount) * BigInt(weight)
    return { index, whole: Number(exact / total), remainder: exact % total }
  })
  let left = amount - shares.reduce((sum, share) => sum + share.whole, 0)
  const byRemainder = shares.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1,
  )
  for (const share of byRemainder) {
    if (left === 0) break
    share.whole += 1
    left -= 1
  }
  return shares.map((share) => share.whole)
}

/**
 * The part of an amount that falls on the first `pieces` of `all`, where it is split evenly among all and the last ones
 * have the odd grosze. What is left splits among its pieces in the same way. A discount that leaves at least a grosz of
 * the whole leaves at least a grosz of any pieces.
 */
export function shareOfPieces(amount: Grosze, pieces: number, all: number): Grosze {
  const odd = amount % all
  return Math.trunc(amount / all) * pieces + Math.max(0, pieces - (all - odd))
}
