import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** One work at a time, and whether it runs. */
export function useBusy() {
  const [busy, setBusy] = useState(false)
  /** A ref: state would be a render late for the second press of a double click. */
  const running = useRef(false)

  /** Runs `work` as busy; answers undefined without running it while other work runs. */
  async function run<Answer>(work: () => Promise<Answer>): Promise<Answer | undefined> {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    try {
      return await work()
    } finally {
      // Rendered before the next press is accepted: that one has to find what this work left.
      flushSync(() => setBusy(false))
      running.current = false
    }
  }

  return { busy, run }
}

/** What a button does: a press while it is under way does nothing. */
export function useAct<Args extends unknown[]>(
  work: (...args: Args) => Promise<void>,
): [busy: boolean, act: (...args: Args) => Promise<void>] {
  const { busy, run } = useBusy()
  return [busy, (...args) => run(() => work(...args))]
}
