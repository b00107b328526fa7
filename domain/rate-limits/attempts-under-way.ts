/** Attempts of this process whose outcome is not known yet, by the keys they will be counted under. */
const counts = new Map<string, number>()
const waiting = new Set<() => void>()
let settled = 0

export const attemptsInFlight = {
  count: (key: string): number => counts.get(key) ?? 0,
  begin(keys: readonly string[]): void {
    for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  },
  end(keys: readonly string[]): void {
    for (const key of keys) {
      const left = (counts.get(key) ?? 0) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    }
    settled += 1
    for (const wake of waiting) wake()
  },
}

/** How many attempts have come out so far: a change says that numbers read before it are old. */
export function settlements(): number {
  return settled
}

/** Resolves with true when any attempt comes out, with false when none did within `ms`. */
export function untilOneSettles(ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (came: boolean) => {
      clearTimeout(timer)
      waiting.delete(wake)
      resolve(came)
    }
    const wake = () => finish(true)
    const timer = setTimeout(() => finish(false), ms)
    waiting.add(wake)
  })
}
