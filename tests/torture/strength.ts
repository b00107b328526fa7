import { expect } from 'vitest'

const FULL = process.env.TORTURE === 'full'

/** How hard a torture test pushes: `short` within `npm run test:slow`, `full` by `npm run torture`. */
export function atStrength<Value>({ short, full }: { short: Value; full: Value }): Value {
  return FULL ? full : short
}

/** Judges a goal in time, where the test has the machine for itself: at full strength alone. */
export function expectWithin(ms: number | undefined, goalMs: number): void {
  if (FULL) expect(ms).toBeLessThan(goalMs)
}

/** Prints what a torture test measured, e.g. 'memory grew by 12 MiB under 200 connections'. */
export function printFigure(figure: string): void {
  console.log(`FIGURE  ${figure}`)
}
