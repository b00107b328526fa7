import { setImmediate as nextTurn } from 'node:timers/promises'

/** Longest piece of a long calculation, ms: the longest delay of other work. */
const LONGEST_MS = 1

/** Returns a function to await between small steps of a long calculation; it lets other work run when due. */
export function takeTurns(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < LONGEST_MS) return
    await nextTurn()
    since = performance.now()
  }
}
