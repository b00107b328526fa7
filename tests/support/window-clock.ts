/** All windows of limits end at a quarter of an hour (domain/kernel/rate-limits/). */
const QUARTER_MS = 15 * 60_000

/**
 * The machine's time, which stops before the present quarter of an hour ends, so that all counts of a test file fall
 * into one window.
 */
export function openWindowClock(): { readonly now: Date } {
  const end = (Math.floor(Date.now() / QUARTER_MS) + 1) * QUARTER_MS
  return {
    get now() {
      return new Date(Math.min(Date.now(), end - 1))
    },
  }
}
