import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Runs one action at a time, and says whether one is running. */
export function useBusy() {
  const [busy, setBusy] = useState(false)
  /** A ref, because state would change too late for the second press of a double click. */
  const running = useRef(false)

  /** Runs `work` as busy; returns undefined without running it while another action runs. */
  async function run<Answer>(work: () => Promise<Answer>): Promise<Answer | undefined> {
    if (running.current) return undefined
    running.current = true
    setBusy(true)
    try {
      return await work()
    } finally {
      // Renders before the next press is accepted, because that press depends on the result of this action.
      flushSync(() => setBusy(false))
      running.current = false
    }
  }

  return { busy, run }
}

/** A button's action: presses during the action are ignored. */
export function useAct<Args extends unknown[]>(
  work: (...args: Args) => Promise<void>,
): [busy: boolean, act: (...args: Args) => Promise<void>] {
  const { busy, run } = useBusy()
  return [busy, (...args) => run(() => work(...args))]
}
