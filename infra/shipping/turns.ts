import { setImmediate as nextTurn } from 'node:timers/promises'

/** Longest piece of a long calculation, ms: what else the process has to do waits no longer than this. */
const LONGEST_MS = 1

/** To be awaited between small steps of a long calculation: lets everything else have its turn when it is time. */
export function takeTurns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < LONGEST_MS) return
    await nextTurn()
    since = performance.now()
  }
}
