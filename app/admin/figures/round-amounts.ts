/** Steps of an axis from zero. */
const STEPS = 4

/**
 * Round amounts for an axis, in whole zł: from zero in four equal steps to at least `most`. A step is a multiple of a
 * twentieth of the next power of ten.
 */
export function listAmounts(most: number): number[] {
  const atLeast = Math.max(1, most / STEPS)
  const power = 10 ** (Math.floor(Math.log10(atLeast)) + 1)
  const part = Math.max(1, power / 20)
  const step = Math.ceil(atLeast / part) * part
  return Array.from({ length: STEPS + 1 }, (_, at) => at * step)
}
