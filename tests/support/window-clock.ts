/** All windows of limits end with a quarter of an hour (domain/kernel/rate-limits/). */
const QUARTER_MS = 15 * 60_000

/**
 * The machine's time, which stands still before the present quarter of an hour ends: what a file of tests counts falls
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
