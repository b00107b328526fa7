import { expect } from 'vitest'

const FULL = process.env.TORTURE === 'full'

/** The load of a torture test: `short` in `npm run test:slow`, `full` in `npm run torture`. */
export function atStrength<Value>({ short, full }: { short: Value; full: Value }): Value {
  return FULL ? full : short
}

/**
 * Checks a time goal only at full strength, where the test has the machine to itself. The rest of the test runs at any
 * strength.
 */
export function expectWithin(ms: number | undefined, goalMs: number): void {
  if (FULL) expect.soft(ms).toBeLessThan(goalMs)
}

/** How a visit or an order may be answered: while other tests run also that the shop is busy. */
export const ANSWERS: readonly number[] = atStrength({ short: [200, 503], full: [200] })

/** Prints a measurement of a torture test, e.g. 'memory grew by 12 MiB under 200 connections'. */
export function printFigure(figure: string): void {
  console.log(`FIGURE  ${figure}`)
}
