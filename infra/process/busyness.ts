import { performance } from 'node:perf_hooks'

/** Above this part of its time the main thread counts as busy. */
const BUSY_UTILIZATION = 0.7

/** Tells whether the main thread has been busy since it was asked last. */
export function watchBusyness(): () => boolean {
  let last = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    return utilization > BUSY_UTILIZATION
  }
}
